import type { ServerResponse } from 'node:http';

import { simulatedChannels, toldOf } from './simulatedChannels';
import { webhooksOf } from './jsonSupport';
import { advance, control, list, state } from './support';
import type { Received } from './support';

const QUARTER = 15 * 60;

type Message = Record<string, unknown>;
const wrong: Message[] = [
	{},
	{ type: 'hologram' },
	{ type: 'constructor' },
	{ type: 'text' },
	{ type: 'text', text: '' },
	{ type: 'text', text: 'x'.repeat(4_097) },
	{ type: 'text', text: 'Hi', from: 'nobody' },
	{ type: 'text', text: 'Hi', from: undefined },
	{ type: 'location', latitude: 91, longitude: 0 },
];
const wrongFor = {
	WABA: [
		...wrong,
		{ type: 'text', text: 'Hi', phoneId: '1' },
		{ type: 'text', text: 'Hi', caption: 'x' },
		{ type: 'text', text: 'Hi', fromUserIdIn: 'nowhere' },
		{ type: 'reaction', emoji: '👍' },
		{ type: 'button_reply', id: 'a' },
		{ type: 'image', file: { base64: '***' } },
		{ type: 'image', file: { size: 100 * 1024 * 1024 + 1 } },
		{ type: 'image', file: { size: 1, base64: 'AA==' } },
		{ type: 'image', filename: 'a.png' },
		{ data: 'text' },
	],
	RCS: [
		...wrong,
		{ type: 'text', text: 'Hi', agentId: 'nobody' },
		{ type: 'text', text: 'Hi', postbackData: 'x' },
		{ type: 'reply', text: 'Yes' },
		{ type: 'action', postbackData: 'x' },
		{ type: 'event', eventType: '' },
		{ type: 'file', file: { base64: '***' } },
		{ type: 'file', file: { size: 100 * 1024 * 1024 + 1 } },
		{ type: 'file', file: { size: 1, base64: 'AA==' } },
		{ type: 'file', file: { mimeType: 'image/png\r\nx: y' } },
		{ type: 'file', fileUri: 'nowhere' },
		{ data: { type: 'text' } },
		{ data: 'text', requestType: 'incoming_message_text' },
	],
} satisfies Record<string, Message[]>;

describe.each(simulatedChannels)('a message that cannot come in by $channel', ({ channel, prefix }) => {
	it.each<Message>(wrongFor[channel])('is refused in words: %j', async (given) => {
		const message = { from: '33600123456', ...given };
		const { status, body } = await control(`POST ${prefix}/incoming`, message);
		expect([status, typeof body['error']]).toEqual([400, 'string']);
		expect(await state()).toMatchObject({ counts: { messages: 0, files: 0 } });
	});
});

describe.each(simulatedChannels)('a webhook of $channel', (channel) => {
	const { send, write, startTold } = channel;
	const answering = (status: number, body: string) => (_call: Received, response: ServerResponse) => {
		response.statusCode = status;
		response.end(body);
	};

	it.each([
		[503, 'ERROR'],
		[200, ''],
		[200, '"OK"'],
		[202, 'OK'],
	])('is tried again after 15 minutes, byte for byte the same: %i with "%s"', async (status, body) => {
		const receiver = await startTold();
		receiver.answer = answering(status, body);
		await write({ type: 'text', text: 'Hi' });
		await advance(0);
		expect(await list('callbacks')).toMatchObject([
			{
				kind: `${channel.prefix}_webhook`,
				method: 'POST',
				url: receiver.url,
				body: { requestType: channel.textEvent },
				state: 'pending',
				attempts: [{ status, body }],
				nextAttemptAt: '2027-01-13T11:15:00.000Z',
			},
		]);
		receiver.answer = answering(200, 'OK');
		await advance(QUARTER);
		expect(receiver.received).toHaveLength(2);
		expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
		expect(await list('callbacks')).toMatchObject([{ state: 'acknowledged' }]);
	});

	it.each([401, 403, 404])('is given up at once for %i', async (status) => {
		const receiver = await startTold();
		receiver.answer = answering(status, 'ERROR');
		await write({ type: 'text', text: 'Hi' });
		await advance(13 * 3_600);
		expect(receiver.received).toHaveLength(1);
		expect(await list('callbacks')).toMatchObject([{ state: 'failed' }]);
	});

	it('can be made to come twice, or late, by what is in it', async () => {
		const receiver = await startTold();
		const match = { kind: `${channel.prefix}_webhook`, [`data.${channel.statusWord}`]: channel.sent };
		const faults = [
			{ on: 'callback', kind: 'duplicate', match },
			{ on: 'callback', kind: 'slow', ms: 1, match: { requestType: 'status_update' } },
		];
		await control('PUT faults', { faults });
		await send();
		await advance(60);
		const { sent, arriving } = channel;
		const told = toldOf(receiver, channel.statusWord);
		expect(told).toEqual(arriving.flatMap((status) => (status === sent ? [sent, sent] : [status])));
		const [first, second] = receiver.received.slice(told.indexOf(sent));
		expect(second?.body).toBe(first?.body);
		expect(await list('faults')).toEqual([]);
	});

	it('comes in the order of what concerns one number', async () => {
		const receiver = await startTold();
		for (let index = 0; index < 20; index++) await write({ type: 'text', text: `${index}` });
		await advance(0);
		const texts = webhooksOf(receiver).map(({ data }) => channel.textOf(data));
		expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
	});
});
