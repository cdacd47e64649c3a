import fc from 'fast-check';

import { simulatedChannels } from './simulatedChannels';
import { callJson } from './jsonSupport';
import { advance, control, list } from './support';

const RUNS = { numRuns: 150 };

/** Words that the simulator looks for, so that what is made up at random comes close. */
const anywhere = ['', ...'recipients contentMessage text __proto__ constructor toString length'.split(' ')];
const contentWords = {
	WABA: `type body interactive button buttons list sections rows template components parameters context
		message_id file_id header image link reaction emoji location action`,
	RCS: `richCard standaloneCard carouselCard cardContent cardContents cardWidth cardOrientation VERTICAL
		HORIZONTAL SMALL media height contentInfo fileUrl fileName uploadedRbmFile suggestions reply postbackData
		dialAction viewLocationAction latLong createCalendarEventAction startTime reference event validity action`,
};
const targets = {
	WABA: ['message', 'event', 'file'],
	RCS: ['message', 'revoke', 'add-testers', 'capabilities', 'event'],
};
const answers = { WABA: [202, 400, 404], RCS: [200, 202, 400] };
/** What the control API is told beside `data` of a message that is raw. */
const beside = { WABA: {}, RCS: { requestType: 'incoming_message_later' } };

const json = fc.jsonValue({ maxDepth: 4 });
const deep = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`;
const tooDeep = {
	WABA: {
		content: `{"type":"text","text":{"body":"Hello"},"more":${deep}}`,
		incoming: `{"from":"33600123456","data":{"type":"text","text":${deep}}}`,
	},
	RCS: {
		content: `{"text":"Hello","later":${deep}}`,
		incoming: `{"from":"33600123456","requestType":"incoming_message_text","data":{"text":${deep}}}`,
	},
};

/** The same with somebody to send it to, so that it comes further. */
function withNumber(given: unknown): unknown {
	const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
	return { ...(isObject ? given : {}), recipients: ['33600123456'] };
}

describe.each(simulatedChannels)(
	'whatever is posted for $channel',
	({ channel, prefix, call, startTold }) => {
		const word = fc.constantFrom(...anywhere, ...contentWords[channel].split(/\s+/));
		const { nested } = fc.letrec((tie) => ({
			nested: fc.oneof(
				{ maxDepth: 5 },
				word,
				json,
				fc.array(tie('nested'), { maxLength: 4 }),
				fc.dictionary(word, tie('nested'), { maxKeys: 5 }),
			),
		}));

		it.each(targets[channel])('to %s is carried out or refused in the documented form', async (what) => {
			await fc.assert(
				fc.asyncProperty(nested, async (given) => {
					for (const body of [given, withNumber(given)]) {
						const { status, body: answer } = await call(what, JSON.stringify(body));
						expect(answers[channel]).toContain(status);
						expect(answer['response']).toMatchObject({ response_code: String(status) });
					}
				}),
				RUNS,
			);
			await list('messages');
		});

		it('as the content of a message is sent or refused, and can be looked at', async () => {
			await fc.assert(
				fc.asyncProperty(nested, async (contentMessage) => {
					const body = JSON.stringify({ recipients: ['33600123456'], contentMessage });
					expect([202, 400]).toContain((await call('message', body)).status);
				}),
				RUNS,
			);
			await list('messages');
			await list('requests');
		});

		it('is refused where it is deeper than any message, and leaves nothing behind that cannot be shown', async () => {
			const { content, incoming } = tooDeep[channel];
			const body = `{"recipients":["33600123456"],"contentMessage":${content}}`;
			expect((await call('message', body)).status).toBe(400);
			expect((await callJson(`/__sim/${prefix}/incoming`, incoming, {})).status).toBe(400);
			expect(await list('messages')).toEqual([]);
			expect(await list('requests')).toHaveLength(1);
		});

		it('raw in the place of a phone goes out as it is, and can be looked at', async () => {
			const receiver = await startTold();
			await fc.assert(
				fc.asyncProperty(fc.dictionary(word, nested, { maxKeys: 5 }), async (data) => {
					const raw = { from: '33600123456', ...beside[channel], data };
					expect((await control(`POST ${prefix}/incoming`, raw)).status).toBe(202);
				}),
				RUNS,
			);
			await advance(0);
			expect(receiver.received).toHaveLength(RUNS.numRuns);
			expect(await list('messages')).toHaveLength(RUNS.numRuns);
			expect(await list('callbacks')).toHaveLength(RUNS.numRuns);
		});
	},
);
