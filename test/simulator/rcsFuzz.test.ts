import fc from 'fast-check';

import { callRcs, startRcsReceiver } from './rcsSupport';
import { advance, closeAll, control, list, start } from './support';

afterEach(closeAll);

const RUNS = { numRuns: 150 };

/** Words that the simulator looks for, so that what is made up at random comes close. */
const word = fc.constantFrom(
	'recipients',
	'contentMessage',
	'text',
	'richCard',
	'standaloneCard',
	'carouselCard',
	'cardContent',
	'cardContents',
	'cardWidth',
	'cardOrientation',
	'VERTICAL',
	'HORIZONTAL',
	'SMALL',
	'media',
	'height',
	'contentInfo',
	'fileUrl',
	'fileName',
	'uploadedRbmFile',
	'suggestions',
	'reply',
	'action',
	'postbackData',
	'dialAction',
	'viewLocationAction',
	'latLong',
	'createCalendarEventAction',
	'startTime',
	'reference',
	'event',
	'validity',
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
	it.each(['message', 'revoke', 'add-testers', 'capabilities', 'event'])(
		'to %s of RCS is carried out or refused in the documented form',
		async (what) => {
			const simulator = await start();
			await fc.assert(
				fc.asyncProperty(nested, async (given) => {
					for (const body of [given, withNumber(given)]) {
						const { status, body: answer } = await callRcs(simulator, what, JSON.stringify(body));
						expect([200, 202, 400]).toContain(status);
						expect(answer['response']).toMatchObject({ response_code: String(status) });
					}
				}),
				RUNS,
			);
			await list(simulator, 'messages');
		},
	);

	it('as the content of a message is sent or refused, and can be looked at', async () => {
		const simulator = await start();
		await fc.assert(
			fc.asyncProperty(nested, async (contentMessage) => {
				const body = { recipients: ['33600123456'], contentMessage };
				expect([202, 400]).toContain((await callRcs(simulator, 'message', JSON.stringify(body))).status);
			}),
			RUNS,
		);
		await list(simulator, 'messages');
		await list(simulator, 'requests');
	});

	it('beside a text passes, as something that Google may add', async () => {
		const simulator = await start();
		const names = fc.string({ minLength: 1, maxLength: 10 }).map((name) => `later ${name}`);
		await fc.assert(
			fc.asyncProperty(fc.dictionary(names, json, { maxKeys: 5 }), async (more) => {
				const contentMessage = { ...more, text: 'Hello' };
				const body = JSON.stringify({ recipients: ['33600123456'], contentMessage });
				expect((await callRcs(simulator, 'message', body)).status).toBe(202);
			}),
			RUNS,
		);
		expect(await list(simulator, 'undeclared')).toEqual([]);
	});

	it('is refused where it is deeper than any message, and leaves nothing behind that cannot be shown', async () => {
		const simulator = await start();
		const deep = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`;
		const body = `{"recipients":["33600123456"],"contentMessage":{"text":"Hello","later":${deep}}}`;
		expect((await callRcs(simulator, 'message', body)).status).toBe(400);
		const response = await fetch(`${simulator.url}/__sim/rcs/incoming`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: `{"from":"33600123456","requestType":"incoming_message_text","data":{"text":${deep}}}`,
		});
		expect(response.status).toBe(400);
		expect(await list(simulator, 'messages')).toEqual([]);
	});
});

/** The same with somebody to send it to, so that it comes further. */
function withNumber(given: unknown): unknown {
	const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
	return { ...(isObject ? given : {}), recipients: ['33600123456'] };
}

describe('whatever a phone sends raw by RCS', () => {
	it('goes out as it is, and can be looked at', async () => {
		const receiver = await startRcsReceiver();
		const simulator = await start({ rcsWebhookUrl: receiver.url });
		await fc.assert(
			fc.asyncProperty(fc.dictionary(word, nested, { maxKeys: 5 }), async (data) => {
				const raw = { from: '33600123456', requestType: 'incoming_message_later', data };
				expect((await control(simulator, 'POST rcs/incoming', raw)).status).toBe(202);
			}),
			RUNS,
		);
		await advance(simulator, 0);
		expect(receiver.received).toHaveLength(RUNS.numRuns);
		expect(await list(simulator, 'messages')).toHaveLength(RUNS.numRuns);
		expect(await list(simulator, 'callbacks')).toHaveLength(RUNS.numRuns);
	});
});
