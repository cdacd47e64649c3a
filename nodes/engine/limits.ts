import { type RequestLimits, requestLimits } from '../../protocol/recipients/splitting';

/** What a run is bounded by. */
export interface RunLimits extends RequestLimits {
	/** Deduplication keys that a node remembers at least. */
	readonly deduplicationKeys: number;
	/** See `Sending.retryPauses`. */
	readonly retryPauses: readonly number[];
}

export const runLimits: RunLimits = {
	...requestLimits,
	deduplicationKeys: 20_000,
	retryPauses: [1_200, 4_000],
};
