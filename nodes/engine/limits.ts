import { type RequestLimits, requestLimits } from '../../protocol/limits';

/** What a run is bounded by. */
export interface RunLimits extends RequestLimits {
	/** Entries of the list of deduplication keys. */
	readonly deduplicationKeys: number;
}

export const runLimits: RunLimits = { ...requestLimits, deduplicationKeys: 10_000 };
