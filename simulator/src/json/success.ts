import type { JsonObject } from '../core/json';
import type { Reply } from '../http/exchange';
import { jsonReply } from './failures';

/** The `response` of everything that was carried out at once. */
export const PROCESSED = {
	response_code: '200',
	response_desc: 'Request successfully processed.',
} as const;

const QUEUED = { response_code: '202', response_desc: 'Request successfully queued.' } as const;

/** One entry of `recipients` in a reply. */
export interface RecipientResult {
	readonly submitted: string;
	/** Normalized, without `+`. */
	readonly rewrited: string;
	readonly state: string;
	readonly reason_code: string;
	/** What the recipient's phone can do; in answers to that question only. */
	readonly capabilities?: readonly string[];
}

/** HTTP 202: what was taken on and happens later. */
export const queued = (reference: string, recipients: readonly RecipientResult[]): Reply =>
	jsonReply(202, { response: QUEUED, details: 'Request accepted for processing.', reference, recipients });

/** HTTP 200: what is done. */
export const processed = (more: JsonObject): Reply => jsonReply(200, { response: PROCESSED, ...more });
