import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

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
	/** True once the response was handed over whole. */
	writableFinished: boolean;
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
	getWorkflowStaticData: (type: 'node') => IDataObject;
	getWorkflow: () => { id?: string | undefined };
	/** `manual` while the editor listens at the test URL, `webhook` in production. */
	getMode: () => string;
	getNodeWebhookUrl: (name: 'default') => string | undefined;
	evaluateExpression: (expression: string) => unknown;
	helpers: { httpRequest: (options: IHttpRequestOptions) => Promise<unknown> };
	logger: { warn: (message: string) => void; error: (message: string) => void };
}
