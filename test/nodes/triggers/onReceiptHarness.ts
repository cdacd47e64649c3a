/** What the tests of on-receipt tasks share: a service to call, and a watch over rejections that nobody handles. */
import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { serveScript, type Reaction, type ScriptedServer } from '../../support/httpServer';
import type { React } from '../../support/service';
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

	/** Starts such a service, and a trigger with a credential for it, its defaults, and with the agent of the webhooks. */
	async function serve(
		parameters: INodeParameters,
		react: React,
		defaults: INodeParameters = {},
	): Promise<ServedWebhooks & { service: ScriptedServer }> {
		const service = await serveScript(react);
		opened.push(service.close);
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

	return { serve, controlTime };
}
