import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { startSimulator, type Simulator } from '../../../simulator/src';
import { smsboxAccess } from '../../support/smsbox';
import { closeAll } from './served';
import { serveWaba } from './wabaServed';
import type { ServedWebhooks } from './webhookServed';

const key = 'demo';
/** The agent of the simulator. */
const simulated = { wabaId: '100100100100100', phoneId: '200200200200200' };
const running: Simulator[] = [];
afterEach(async () => {
	await closeAll();
	await Promise.all(running.splice(0).map(async (simulator) => await simulator.close()));
});

async function call(simulator: Simulator, method: string, path: string, body?: object): Promise<unknown> {
	const reply = await fetch(`${simulator.url}/__sim${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const answer: unknown = await reply.json();
	if (!reply.ok) throw new Error(JSON.stringify(answer));
	return answer;
}

/** The trigger where the simulated service calls it. */
async function connect(parameters: INodeParameters): Promise<ServedWebhooks & { simulator: Simulator }> {
	const simulator = await startSimulator({ port: 0, key, speed: 60 });
	running.push(simulator);
	const served = await serveWaba(
		{ ...simulated, ...parameters },
		smsboxAccess(simulator.url, { apiKey: key }),
	);
	await call(simulator, 'PUT', '/config', { wabaWebhookUrl: served.trigger.url });
	return { ...served, simulator };
}

async function until<Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> {
	const deadline = Date.now() + 15_000;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > deadline) throw new Error(`No ${what} within 15 s`);
		await pause(20);
	}
}

const callbacksSchema = z.object({
	callbacks: z.array(z.object({ state: z.string(), attempts: z.array(z.unknown()) })),
});

/** All webhooks so far, once none is under way any more. */
async function settledCallbacks(simulator: Simulator) {
	return await until('end of the webhooks', async () => {
		const { callbacks } = callbacksSchema.parse(await call(simulator, 'GET', '/callbacks'));
		return callbacks.some(({ state }) => state !== 'acknowledged') ? undefined : callbacks;
	});
}

test('a photo that somebody sends comes with the event, and its message is marked as read', async () => {
	const { items, simulator } = await connect({ onReceipt: ['downloadFiles', 'markAsRead'] });
	const photo = { from: '33600123456', type: 'image', caption: 'The door' };
	await call(simulator, 'POST', '/waba/incoming', photo);
	const item = await until('event', async () => items()[0]);
	expect(item.json).toMatchObject({ messageType: 'image', text: 'The door', markedAsRead: true });
	expect(item.json).not.toHaveProperty('fileNotDownloaded');
	const bytes = Buffer.from(item.binary?.data?.data ?? '', 'base64');
	const { sha256 } = z.object({ sha256: z.string() }).parse(item.json.file);
	expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
	expect(await settledCallbacks(simulator)).toEqual([
		expect.objectContaining({ attempts: [expect.anything()] }),
	]);
	await expect(call(simulator, 'GET', '/undeclared')).resolves.toEqual({ undeclared: [] });
});

test('a file that cannot be had in two seconds does not hold up the event, which is acknowledged at once', async () => {
	const { items, simulator } = await connect({ onReceipt: ['downloadFiles', 'markAsRead'] });
	await call(simulator, 'PUT', '/faults', {
		faults: [{ on: 'request', kind: 'hang', match: { operation: 'waba.file.download' } }],
	});
	await call(simulator, 'POST', '/waba/incoming', { from: '33600123456', type: 'video' });
	const item = await until('event', async () => items()[0]);
	expect(item.json).toMatchObject({ fileNotDownloaded: expect.any(String), markedAsRead: true });
	expect(item).not.toHaveProperty('binary');
	expect(await settledCallbacks(simulator)).toEqual([
		expect.objectContaining({ attempts: [expect.anything()] }),
	]);
});

test('the statuses of a message that was sent come in their order', async () => {
	const { events, simulator } = await connect({ requestTypes: ['status_update'] });
	const sent = await fetch(
		`${simulator.url}/waba/1.1/json/${simulated.wabaId}/message/${simulated.phoneId}`,
		{
			method: 'POST',
			headers: { authorization: `App ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({
				recipients: ['33600123456'],
				contentMessage: { type: 'text', text: { body: 'Hello' } },
			}),
		},
	);
	const { reference } = z.object({ reference: z.string() }).parse(await sent.json());
	await call(simulator, 'POST', '/clock', { advance: 60 });
	const seen = await until('statuses', async () => (events().length < 3 ? undefined : events().slice(0, 3)));
	expect(seen.map(({ status }) => z.object({ code: z.string() }).parse(status).code)).toEqual([
		'ack',
		'sent',
		'delivered',
	]);
	expect(seen.map((event) => event.reference)).toEqual([reference, reference, reference]);
});
