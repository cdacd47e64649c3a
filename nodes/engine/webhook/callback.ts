import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

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
export const methodsOf: Readonly<Record<CallbackFormat, ReadonlyArray<'GET' | 'POST'>>> = {
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
	/** Whether what is in it comes from the author of the workflow, such as callback data. */
	hasAuthorsData?: boolean;
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
}

/** A setting that lists things: an array, or a text with commas, semicolons or line breaks between its entries. Empty entries are dropped. */
export function listOf(setting: unknown): string[] {
	const entries: unknown[] = Array.isArray(setting) ? setting : [setting];
	return entries
		.filter((entry) => typeof entry === 'string' || typeof entry === 'number')
		.flatMap((entry) => String(entry).split(/[,;\r\n]/))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

/** What the receiver needs of the incoming request: a part of Express's, as n8n hands it over. */
export interface HttpRequest {
	method: string;
	/** Path and query as they were sent: unlike the parsed query, its bytes are untouched. */
	originalUrl: string;
	/** The caller; behind a reverse proxy it is the proxy, unless n8n is told of it (`N8N_PROXY_HOPS`). */
	ip?: string | undefined;
	headers?: { 'content-type'?: string | undefined };
	rawBody?: Uint8Array;
	/** n8n's own: puts the body's bytes into `rawBody`. */
	readRawBody?: () => Promise<void>;
}

/** What the receiver needs of the outgoing response: a part of Express's. */
export interface HttpResponse {
	statusCode: number;
	/** True once n8n has answered, though nobody may listen any more. */
	writableEnded: boolean;
	/** True once the response is over, whether it was handed over whole or cut off. */
	closed: boolean;
	status: (code: number) => { send: (body: string) => unknown };
	once: (event: 'close', listener: () => void) => unknown;
}

/** Reads a node's parameters; n8n's contexts for webhooks and for publishing satisfy it alike. */
export interface ParameterContext {
	getNodeParameter: (name: string, fallback: unknown) => unknown;
	getNode: () => INode;
}

/** The part of n8n's webhook context that the receiver uses, so that it can be tested without n8n. */
export interface ReceiverContext extends ParameterContext {
	getRequestObject: () => HttpRequest;
	getResponseObject: () => HttpResponse;
	getWorkflowStaticData: (type: 'node' | 'global') => IDataObject;
	getWorkflow: () => { id?: string | undefined };
	/** `manual` while the editor listens at the test URL, `webhook` in production. */
	getMode: () => string;
	getNodeWebhookUrl: (name: 'default') => string | undefined;
	evaluateExpression: (expression: string) => unknown;
	getInstanceId: () => string;
	helpers: { httpRequest: (options: IHttpRequestOptions) => Promise<unknown> };
	logger: { warn: (message: string) => void; error: (message: string) => void };
}
