import type { IDataObject, IHttpRequestOptions, IWebhookResponseData } from 'n8n-workflow';

import type { HttpRequest, HttpResponse, ReceiverContext } from '../../../nodes/engine/webhook/callback';

/** A response that only records, and is over when the test says so. */
export class FakeResponse implements HttpResponse {
	statusCode = 200;

	writableEnded = false;

	closed = false;

	body: string | undefined;

	private readonly closeListeners: Array<() => void> = [];

	status(code: number): { send: (body: string) => void } {
		this.statusCode = code;
		return {
			send: (body) => {
				this.body = body;
				this.finish();
			},
		};
	}

	once(event: string, listener: () => void): void {
		if (event === 'close') this.closeListeners.push(listener);
	}

	/** n8n has answered, whether or not somebody still listens. */
	answer(code = this.statusCode): void {
		this.statusCode = code;
		this.writableEnded = true;
	}

	/** The answer has left whole. */
	finish(code = this.statusCode): void {
		this.answer(code);
		this.close();
	}

	/** The connection is gone, with or without an answer. */
	close(): void {
		this.closed = true;
		for (const listener of this.closeListeners.splice(0)) listener();
	}
}

export interface FakeCall {
	context: ReceiverContext;
	response: FakeResponse;
	log: string[];
	/** Calls to n8n itself. */
	resumeCalls: IHttpRequestOptions[];
}

export interface FakeCallSettings {
	query?: string;
	url?: string;
	request?: Partial<HttpRequest>;
	parameters?: IDataObject;
	staticData?: IDataObject;
	globalData?: IDataObject;
	mode?: string;
	/** Default: one that no other call has, as what is remembered is remembered by workflow. */
	workflowId?: string;
	/** How n8n answers a call that resumes an execution. */
	resume?: (options: IHttpRequestOptions) => unknown;
}

function at(parameters: IDataObject, path: string): unknown {
	const [first = '', ...rest] = path.split('.');
	const value = Object.entries(parameters).find(([name]) => name === first)?.[1];
	if (rest.length === 0) return value;
	return typeof value === 'object' && value !== null
		? at(Object.fromEntries(Object.entries(value)), rest.join('.'))
		: undefined;
}

let workflows = 0;

/** n8n's webhook context, as far as the receiver knows it. */
export function fakeCall(settings: FakeCallSettings = {}): FakeCall {
	const response = new FakeResponse();
	const log: string[] = [];
	const resumeCalls: IHttpRequestOptions[] = [];
	workflows += 1;
	const {
		parameters = {},
		staticData = {},
		globalData = {},
		mode = 'webhook',
		workflowId = `workflow ${workflows}`,
	} = settings;
	const request: HttpRequest = {
		method: 'GET',
		originalUrl: settings.url ?? `/webhook/0b5c/smsbox?${settings.query ?? ''}`,
		ip: '127.0.0.1',
		...settings.request,
	};
	const context: ReceiverContext = {
		getNodeParameter: (name, fallback) => at(parameters, name) ?? fallback,
		getNode: () => ({
			id: 'node-1',
			name: 'Trigger',
			type: 'trigger',
			typeVersion: 2,
			position: [0, 0],
			parameters: {},
		}),
		getRequestObject: () => request,
		getResponseObject: () => response,
		getWorkflowStaticData: (type) => (type === 'node' ? staticData : globalData),
		getWorkflow: () => ({ id: workflowId }),
		getMode: () => mode,
		getNodeWebhookUrl: () => 'https://n8n.example.com/webhook/0b5c/smsbox',
		evaluateExpression(expression) {
			if (expression !== '{{ $execution.resumeUrl }}') throw new Error('Not evaluated in n8n');
			return 'https://n8n.example.com/webhook-waiting/__UNKNOWN__';
		},
		getInstanceId: () => 'this n8n',
		helpers: {
			async httpRequest(options) {
				resumeCalls.push(options);
				return await Promise.resolve(settings.resume?.(options));
			},
		},
		logger: { warn: (message) => log.push(message), error: (message) => log.push(message) },
	};
	return { context, response, log, resumeCalls };
}

/** How a callback ended, as its caller and the workflow see it. */
export type Ending =
	{ ending: 'started'; json: IDataObject } | { ending: 'acknowledged' } | { ending: 'refused' };

/** Reads an ending strictly: anything but the three endings that a callback may have is an error. */
export function endingOf(result: IWebhookResponseData, response: FakeResponse): Ending {
	const { workflowData, webhookResponse, noWebhookResponse, ...rest } = result;
	if (Object.keys(rest).length > 0) throw new Error('The result holds more than n8n is told to expect');
	if (noWebhookResponse === true && workflowData === undefined && webhookResponse === undefined) {
		if (![413, 503].includes(response.statusCode) || response.body !== 'ERROR')
			throw new Error('Not the documented refusal');
		return { ending: 'refused' };
	}
	if (response.body !== undefined) throw new Error('Answered, though n8n was left to answer');
	if (webhookResponse === 'OK' && workflowData === undefined && noWebhookResponse === undefined)
		return { ending: 'acknowledged' };
	const json = workflowData?.[0]?.[0]?.json;
	if (json === undefined || workflowData?.length !== 1 || workflowData[0]?.length !== 1)
		throw new Error('Neither an item nor an answer');
	return { ending: 'started', json };
}
