import type { JsonObject } from '../core/json';
import type { AttemptResult, CallbackTarget } from './attempt';

export type CallbackKind = 'delivery_report' | 'incoming_sms' | 'waba_webhook' | 'rcs_webhook';

/** `at` is when the attempt was due on the simulated clock: Unix milliseconds. */
export interface Attempt extends AttemptResult {
	readonly at: number;
}

/** What a callback is about. */
export interface Subject {
	/** Callbacks that concern one number keep their order. */
	readonly number: string;
	/** The `id` of a message. */
	readonly about?: number | undefined;
}

export interface CallbackRecord {
	readonly id: number;
	readonly kind: CallbackKind;
	readonly target: CallbackTarget;
	/** The whole address, for the log. */
	readonly url: string;
	/** Callbacks that concern one number keep their order. */
	readonly number: string;
	/** The simulator's own number of the message that it tells of; undefined where it tells of none. */
	readonly about: number | undefined;
	/** What is posted as JSON; undefined for a GET and for a form. */
	readonly json: JsonObject | undefined;
	/** The parameters, decoded, or the values of the JSON by their paths: faults are matched with them. */
	readonly fields: Readonly<Record<string, string>>;
	readonly firstDue: number;
	state: 'pending' | 'acknowledged' | 'failed';
	readonly attempts: Attempt[];
	/** Undefined once it is over. */
	nextAttemptAt: number | undefined;
	/** Takes back the attempt that is waited for. */
	cancelRetry: () => void;
}
