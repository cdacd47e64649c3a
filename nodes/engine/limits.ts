import { type RequestLimits, requestLimits } from '../../protocol/limits';

/** What a run is bounded by. */
export interface RunLimits extends RequestLimits {
	/** Deduplication keys that a node remembers at least. */
	readonly deduplicationKeys: number;
	/** How long n8n's database may take to record them. */
	readonly databaseTimeoutMs: number;
}

export const runLimits: RunLimits = {
	...requestLimits,
	deduplicationKeys: 20_000,
	databaseTimeoutMs: 30_000,
};
