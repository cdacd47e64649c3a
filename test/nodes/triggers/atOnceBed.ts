/** What the tests share of what a trigger does at once: a host that it asks, and a watch over what it forgets. */
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
import type { TriggerOptions } from '../../support/triggers';
import { closeAll } from './served';
import type { ServedWebhooks } from './webhookServed';

export const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5]);
export const key = 'secret-key-1f4a';
/** The photo, where it lies on a host of files. */
export const photoAnswer: Reaction = { body: photo, headers: { 'content-type': 'image/png' } };

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
export type ServeTrigger = (
	parameters: INodeParameters,
	more: Partial<TriggerOptions>,
) => Promise<ServedWebhooks>;

/** To be called once in a file: closes after each test what it has opened, and fails it for a forgotten rejection. */
export function atOnceBed() {
	const opened: Array<() => Promise<void>> = [];
	const rejections: unknown[] = [];
	const note = (reason: unknown): void => void rejections.push(reason);
	beforeAll(() => process.on('unhandledRejection', note));
	afterEach(async () => {
		await Promise.all(opened.splice(0).map(async (close) => await close()));
		await closeAll();
		expect(rejections.splice(0)).toEqual([]);
	});
	afterAll(() => process.off('unhandledRejection', note));

	/** A host that reacts as the test says. */
	async function host(react: React): Promise<ScriptedServer> {
		const script = await serveScript(react);
		opened.push(script.close);
		return script;
	}

	/** Such a host, and a trigger whose credential names it as the service. */
	async function serve(
		serveTrigger: ServeTrigger,
		parameters: INodeParameters,
		react: React,
	): Promise<ServedWebhooks & { host: ScriptedServer }> {
		const script = await host(react);
		const access = smsboxAccess(script.url, { apiKey: key });
		return { ...(await serveTrigger(parameters, access)), host: script };
	}

	/** A host that answers byte by byte and without end, until the connection to it is given up. */
	async function drip(type: string, byte: string): Promise<{ url: string; givenUp: Promise<void> }> {
		const { open, opened: givenUp } = gate();
		const server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': type });
			const dripping = setInterval(() => response.write(byte), 50);
			response.on('close', () => {
				clearInterval(dripping);
				open();
			});
		});
		opened.push(async () => await closeServer(server));
		return { url: await listen(server), givenUp };
	}

	return { host, serve, drip };
}
