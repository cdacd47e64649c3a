/** The HTTP side of n8n's webhooks: its library, its settings, its reading of bodies. */
import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { jsonParse, type IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { requireAsN8n } from './internals';

export type Request = NonNullable<IWorkflowExecuteAdditionalData['httpRequest']>;
export type Response = NonNullable<IWorkflowExecuteAdditionalData['httpResponse']>;

type ExpressApp = RequestListener & {
	set: (setting: string, value: unknown) => void;
	use: (handler: (request: Request, response: Response) => void) => void;
};

function isExpress(module: unknown): module is () => ExpressApp {
	return typeof module === 'function';
}

/**
 * `req.ip`, `req.query` and `req.originalUrl` are what they are in n8n.
 * @param proxyHops how many reverse proxies to believe
 */
export function webhookApp(
	proxyHops: number,
	handle: (request: Request, response: Response) => void,
): RequestListener {
	const express: unknown = requireAsN8n()('express');
	if (!isExpress(express)) throw new Error('n8n has no express');
	const app = express();
	app.set('query parser', 'extended');
	if (proxyHops > 0) app.set('trust proxy', proxyHops);
	app.use(handle);
	return app;
}

/** What n8n reads before the node sees the request, by content type; anything else stays in the stream. */
const PARSERS: ReadonlyArray<[RegExp, (text: string) => unknown]> = [
	[/^application\/json/, (text) => jsonParse(text)],
	[/^application\/x-www-form-urlencoded/, (text) => Object.fromEntries(new URLSearchParams(text))],
	[/^text\/plain/, (text) => text],
];

/** Reads a body as n8n does for triggers of version 2 and more. XML is not part of the harness. */
export async function readBody(request: Request): Promise<void> {
	const readRawBody = async (): Promise<void> => {
		Object.assign(request, { rawBody: await buffer(request) });
	};
	Object.assign(request, { readRawBody });
	const type = request.headers['content-type'] ?? '';
	const parse = PARSERS.find(([parsed]) => parsed.test(type))?.[1];
	if (!parse) return;
	const rawBody = await buffer(request);
	const body = rawBody.length > 0 ? parse(rawBody.toString('utf8')) : {};
	Object.assign(request, { rawBody, body });
}

export function send(response: Response, status: number, body: unknown): void {
	response.status(status);
	if (typeof body === 'string') response.send(body);
	else response.json(body);
}
