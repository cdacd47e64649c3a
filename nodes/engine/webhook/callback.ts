import type { IDataObject } from 'n8n-workflow';

/** A callback as it came in, undecoded: the charset of its texts is the service's to declare. */
export interface CallbackRequest {
	/** What stands after `?` in the URL, percent-encoded as it was sent; after a posted form, if there is one. */
	rawQuery: string;
	/** The bytes of a JSON body; empty for a callback of parameters. */
	body: Uint8Array;
}

/** What a callback consists of. */
export type CallbackFormat = 'parameters' | 'json';

/** How it is sent. Parameters are documented as a query and as a posted form (service.md#callbacks). */
export const methodsOf: Readonly<
	Record<CallbackFormat, readonly ['GET' | 'POST', ...Array<'GET' | 'POST'>]>
> = {
	parameters: ['GET', 'POST'],
	json: ['POST'],
};

/** What every event has. Two callbacks that say the same thing have the same `eventId`: 32 hexadecimal digits. */
export interface CallbackEvent {
	eventId: string;
}

/**
 * Whether an event starts the workflow.
 *
 * @param setting the parameter's value, or an empty string where it was never set: then every event does
 */
export type CallbackFilter<Event> = (event: Event, setting: unknown) => boolean;

/**
 * Everything the receiver has to know of a kind of callback. A trigger node is this object and a description.
 */
export interface CallbackKind<Event extends CallbackEvent> {
	/** What one such callback is called in the log, in the singular. */
	name: string;
	format: CallbackFormat;
	/** The event, or undefined if nothing in the request belongs to this kind of callback. */
	read: (request: CallbackRequest) => Event | undefined;
	/** What was sent, decoded but otherwise untouched. */
	readRaw: (request: CallbackRequest) => IDataObject;
	/** Keyed by the parameter that holds the filter's setting (`statuses`, `filters.optOuts` …). */
	filters: Readonly<Record<string, CallbackFilter<Event>>>;
	/** For events that can answer what an execution waits for. */
	answers?: AnswerRule<Event>;
}

/** How events answer what an execution waits for. */
export interface AnswerRule<Event> {
	/**
	 * What the waiting node is told about an event, in headers; undefined for an event that is no answer. Anyone who has the
	 * token can send them, so never who has answered.
	 */
	headersOf: (event: Event) => Record<string, string> | undefined;
	/** Whether an answer starts the workflow, too. */
	startsWorkflow: boolean;
	/** Whether the service documents that it repeats an event: then it is asked once to repeat one that may resume later. */
	isRepeated: boolean;
}

/** A setting that lists things: an array, or a text with commas between its entries. Empty entries are dropped. */
export function listOf(setting: unknown): string[] {
	const entries: unknown[] = Array.isArray(setting) ? setting : [setting];
	return entries
		.filter((entry) => typeof entry === 'string' || typeof entry === 'number')
		.flatMap((entry) => String(entry).split(','))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
