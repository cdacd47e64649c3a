import fc from 'fast-check';

import { advance, closeAll, control, list, start } from './support';
import { callWaba, startWabaReceiver } from './wabaSupport';

afterEach(closeAll);

const RUNS = { numRuns: 150 };

/** Words that the simulator looks for, so that what is made up at random comes close. */
const word = fc.constantFrom(
	'recipients',
	'contentMessage',
	'type',
	'text',
	'body',
	'interactive',
	'button',
	'action',
	'buttons',
	'list',
	'sections',
	'rows',
	'template',
	'components',
	'parameters',
	'context',
	'message_id',
	'file_id',
	'header',
	'image',
	'link',
	'reaction',
	'emoji',
	'location',
	'__proto__',
	'constructor',
	'toString',
	'length',
	'',
);
const json = fc.jsonValue({ maxDepth: 4 });
const { nested } = fc.letrec((tie) => ({
	nested: fc.oneof(
		{ maxDepth: 5 },
		word,
		json,
		fc.array(tie('nested'), { maxLength: 4 }),
		fc.dictionary(word, tie('nested'), { maxKeys: 5 }),
	),
}));

describe('whatever is posted', () => {
	it.each(['message', 'event', 'file'])(
		'to %s is carried out or refused in the documented form',
		async (what) => {
			const simulator = await start();
			await fc.assert(
				fc.asyncProperty(nested, async (body) => {
					const { status, body: answer } = await callWaba(simulator, what, JSON.stringify(body));
					expect([202, 400, 404]).toContain(status);
					expect(answer['response']).toMatchObject({ response_code: String(status) });
				}),
				RUNS,
			);
		},
	);

	it('as the content of a message is sent or refused, and can be looked at', async () => {
		const simulator = await start();
		await fc.assert(
			fc.asyncProperty(nested, async (contentMessage) => {
				const body = { recipients: ['33600123456'], contentMessage };
				expect([202, 400]).toContain((await callWaba(simulator, 'message', JSON.stringify(body))).status);
			}),
			RUNS,
		);
		await list(simulator, 'messages');
		await list(simulator, 'requests');
	});

	it('as bytes is refused', async () => {
		const simulator = await start();
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
				expect((await callWaba(simulator, 'message', Buffer.from(bytes))).status).toBe(400);
			}),
			RUNS,
		);
	});

	it('is refused where it is deeper than any message, and leaves nothing behind that cannot be shown', async () => {
		const simulator = await start();
		const deep = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`;
		const text = `{"type":"text","text":{"body":"Hello"},"more":${deep}}`;
		const body = `{"recipients":["33600123456"],"contentMessage":${text}}`;
		expect((await callWaba(simulator, 'message', body)).status).toBe(400);
		const response = await fetch(`${simulator.url}/__sim/waba/incoming`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: `{"from":"33600123456","data":{"type":"text","text":${deep}}}`,
		});
		expect(response.status).toBe(400);
		expect(await list(simulator, 'messages')).toEqual([]);
		expect(await list(simulator, 'requests')).toHaveLength(1);
	});
});

describe('whatever a phone sends raw', () => {
	it('goes out as it is, and can be looked at', async () => {
		const receiver = await startWabaReceiver();
		const simulator = await start({ wabaWebhookUrl: receiver.url });
		await fc.assert(
			fc.asyncProperty(fc.dictionary(word, nested, { maxKeys: 5 }), async (data) => {
				const { status } = await control(simulator, 'POST waba/incoming', { from: '33600123456', data });
				expect(status).toBe(202);
			}),
			RUNS,
		);
		await advance(simulator, 0);
		expect(receiver.received).toHaveLength(RUNS.numRuns);
		expect(await list(simulator, 'messages')).toHaveLength(RUNS.numRuns);
		expect(await list(simulator, 'callbacks')).toHaveLength(RUNS.numRuns);
	});
});
