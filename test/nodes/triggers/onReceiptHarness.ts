/** What the tests of on-receipt tasks share: a service to call, and a watch over rejections that nobody handles. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { gate } from '../../support/gate';
import {
	closeServer,
	listen,
	serveScript,
	type Reaction,
	type ReceivedRequest,
	type ScriptedServer,
} from '../../support/httpServer';
import { smsboxAccess } from '../../support/smsbox';
import { closeAll } from './served';
import { agent, serveWaba } from './wabaServed';
import type { ServedWebhooks } from './webhookServed';

export const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5]);
export const key = 'secret-key-1f4a';

/** The photo, as the service gives a file of WABA. */
export const fileAnswer = (changes: object = {}): Reaction => ({
	body: JSON.stringify({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		details: 'Done.',
		data: {
			mime_type: 'image/jpeg',
			sha256: createHash('sha256').update(photo).digest('hex'),
			file_size: photo.length,
			raw: `data:image/jpeg;base64,${photo.toString('base64')}`,
			...changes,
		},
	}),
});

export const tooLate = 'It took longer than 2 seconds';

export type React = (request: ReceivedRequest, index: number) => Reaction | Promise<Reaction>;

/** To be called once in a file: closes after each test what it has opened, and fails it for a forgotten rejection. */
export function onReceiptHarness() {
	const opened: Array<() => Promise<void>> = [];
	const rejections: unknown[] = [];
	const note = (reason: unknown): void => void rejections.push(reason);
	beforeAll(() => process.on('unhandledRejection', note));
	afterEach(async () => {
		jest.restoreAllMocks();
		await Promise.all(opened.splice(0).map(async (close) => await close()));
		await closeAll();
		expect(rejections.splice(0)).toEqual([]);
	});
	afterAll(() => process.off('unhandledRejection', note));

	/** Starts a service that reacts as the test says. */
	async function host(react: React): Promise<ScriptedServer> {
		const script = await serveScript(react);
		opened.push(script.close);
		return script;
	}

	/** Starts such a service, and a trigger with a credential for it, its defaults, and with the agent of the webhooks. */
	async function serve(
		parameters: INodeParameters,
		react: React,
		defaults: INodeParameters = {},
	): Promise<ServedWebhooks & { service: ScriptedServer }> {
		const service = await host(react);
		const access = smsboxAccess(service.url, { apiKey: key, ...defaults });
		return { ...(await serveWaba({ ...agent, ...parameters }, access)), service };
	}

	/** Returns what ends the time of the tasks of the next event, for which nobody has to wait then. */
	function controlTime(): () => void {
		const limit = new AbortController();
		const started = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
		return () => {
			expect(started).toHaveBeenCalledWith(2_000);
			limit.abort(new DOMException('Time is up', 'TimeoutError'));
		};
	}

	/**
	 * Starts a service that answers byte by byte and without end, until the connection to it is given up.
	 *
	 * @param onByte called after each byte
	 */
	async function drip(onByte: () => void): Promise<{ url: string; givenUp: Promise<void> }> {
		const { open, opened: givenUp } = gate();
		const server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const dripping = setInterval(() => response.write(' ', onByte), 50);
			response.on('close', () => {
				clearInterval(dripping);
				open();
			});
		});
		opened.push(async () => await closeServer(server));
		return { url: await listen(server), givenUp };
	}

	return { host, serve, drip, controlTime };
}
