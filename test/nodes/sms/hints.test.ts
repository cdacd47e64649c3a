import type { INodeParameters } from 'n8n-workflow';
import { hintsOnSms } from '../../../nodes/SmsboxSms/resources/message/plannedSms';
import { serviceForEachTest } from '../../support/service';
import { acceptedAnswer, recipientsOf } from '../../support/jsonAnswers';
import { goOn, hintsOf, plain, sendParameters, sendPerItem, sendToGroup } from '../../support/runNode';
import { runWaba, wabaPerItem } from '../../support/runChannels';

const server = serviceForEachTest();

/** Items that say these texts, to one number each. */
const saying = (...texts: string[]) =>
	texts.map((text, index) => ({ text, to: String(33600123400 + index) }));

const long = 'x'.repeat(161);
const two = 'The message uses 2 segments. Each segment is charged.';
const oneOfTwo = '1 of 2 messages use more than one segment (up to 2). Each segment is charged.';

describe('after a run, about its segments', () => {
	it.each<[string, string[], string[]]>([
		[
			'once how many messages take several, and how many the longest takes',
			['short', long, 'x'.repeat(460), 'short', long],
			['3 of 5 messages use more than one segment (up to 4). Each segment is charged.'],
		],
		['of one message what it takes', [long], [two]],
		['nothing where each message takes one', ['short', 'x'.repeat(160)], []],
		[
			'which characters make segments shorter, and what they cost in the run',
			[`${'x'.repeat(100)} çêç`, `😀\u00a0${long}`, long, 'Short: œ'],
			[
				'3 of 4 messages use more than one segment (up to 3). Each segment is charged. Characters outside the GSM alphabet: U+00A0, ç (U+00E7), ê (U+00EA), 😀 (U+1F600). With them, the run takes 8 credits instead of 6.',
			],
		],
		['nothing of characters that cost nothing', ['ç', long], [oneOfTwo]],
		[
			'which messages have characters that were lost where the text comes from',
			['Hello Chlo\ufffd', 'Hello'],
			[
				'1 of 2 messages have the character �: it replaces a letter that could not be read. Save the file of your texts as UTF-8.',
			],
		],
	])('says %s', async (_what, texts, hints) => {
		expect(hintsOf(await server.run({ items: saying(...texts) }))).toEqual(hints);
	});

	it('counts each recipient, and of personalized messages each text', async () => {
		const to = '33600123456, 33600123457, 33600123458';
		const parameters = { ...sendParameters, to, text: `${'x'.repeat(100)} ç`, category: 'nonMarketingGroup' };
		const [hint] = hintsOf(await server.run({ parameters }));
		expect(hint).toMatch(/: ç \(U\+00E7\)\. With them, the run takes 6 credits instead of 3\.$/);
		const personal = "={{ ['Léa', 'Zoë'].map((name, i) => ({ to: '3360012345' + i, variables: [name] })) }}";
		const text = `${'x'.repeat(100)} %1%`;
		const [own] = hintsOf(await server.run({ parameters: { ...parameters, to: personal, text } }));
		expect(own).toMatch(/: ë \(U\+00EB\)\. With them, the run takes 3 credits instead of 2\.$/);
	});

	it('names variables that the text has no placeholder for', async () => {
		const people = [
			{ to: '+33600123456', variables: ['Léa', '14:30', 'Paris'] },
			{ to: '+33600123457', variables: ['Zoë', '15:00'] },
		];
		const hintsWith = async (text: string) => {
			const parameters = { ...sendParameters, to: `={{ ${JSON.stringify(people)} }}`, text };
			return hintsOf(await server.run({ parameters }));
		};
		expect(await hintsWith('Hello %1%')).toEqual([
			'Some texts lack the placeholders %2%, %3%, so these messages lack these variables.',
		]);
		expect(await hintsWith('%1% at %2%')).toEqual([
			'Some texts lack the placeholder %3%, so these messages lack this variable.',
		]);
	});

	it('names at most eight, which spell no word', async () => {
		const items = saying(`Здравствуйте ${'x'.repeat(80)}`);
		const [hint] = hintsOf(await server.run({ items }));
		expect(hint).toMatch(/: З \(U\+0417\), а \(U\+0430\), в .+, 2 more\. With/);
	});

	it.each([
		['the message takes', long, two],
		['each costs', `ç${'x'.repeat(80)}`, expect.stringMatching(/2 credits per member instead of 1\.$/)],
	])('says of a group what %s', async (_what, text, hint) => {
		const parameters = { ...sendToGroup('12'), text };
		expect(hintsOf(await server.run({ parameters }))).toEqual([hint]);
	});

	it('does not blame a character for what was chosen', async () => {
		const parameters = {
			...sendPerItem,
			contentOptions: { textEncoding: { values: { encoding: 'unicode' } } },
		};
		const [hint] = hintsOf(await server.run({ parameters, items: saying('x'.repeat(71)) }));
		expect(hint).toBe(two);
	});

	it('counts a message that shares a request as the message that it is', async () => {
		const parameters = { ...sendPerItem, options: { batchItems: true } };
		const items = saying(long, long, 'short');
		const [hint] = hintsOf(await server.run({ parameters, items }));
		expect(hint).toMatch(/^2 of 3 messages/);
	});

	it('repeats no text and no number', async () => {
		const items = saying(`Bonjour ${long}`, long);
		const hints = hintsOf(await server.run({ items })).join(' ');
		expect(hints).toContain('2 of 2');
		expect(hints).not.toMatch(/Bonjour|xxx|3360/);
	});
});

it('does not count what was refused', async () => {
	server.script = [plain('ERROR 04')];
	const parameters = { ...sendPerItem, options: { maxConcurrentRequests: 1 } };
	const result = await server.run({ parameters, items: saying(long, long, 'short'), settings: goOn });
	expect(hintsOf(result)).toEqual([oneOfTwo]);
});

describe('of marketing messages', () => {
	const monday = { noon: '2026-01-05T12:00:00+01:00', night: '2026-01-05T23:00:00+01:00' };
	const sms = ({ text = 'Sale. STOP 36180', now = monday.noon, scheduledFor = '', options = {} } = {}) => ({
		options: {
			text,
			senderType: 'senderId' as const,
			category: 'marketing' as const,
			requestDeliveryReport: true,
			charset: 'utf-8' as const,
			encoding: 'auto' as const,
			...options,
		},
		plan: {
			to: ['33600123456'],
			segments: 1,
			totalSegments: 1,
			outsideGsm7: [],
			totalWithinGsm7: 1,
			...(scheduledFor !== '' && { scheduledFor }),
		},
		now: new Date(now),
	});

	it('says nothing where they keep to the rules', () =>
		expect(hintsOnSms([sms(), sms({ text: 'Soldes. Stop au 36180' })])).toEqual([]));

	it('says how many leave later', () => {
		const moved = { ...sms({ scheduledFor: '2026-01-06T08:00:00+01:00' }), rescheduled: true };
		expect(hintsOnSms([sms(), moved, moved])).toEqual([
			expect.stringMatching(/^2 of 3 marketing messages go out at the next allowed time/),
		]);
	});

	it('says what was due outside the hours, and is sent anyway', () => {
		const options = { outsideAllowedHours: 'send' as const };
		expect(hintsOnSms([sms({ now: monday.night, options })])).toEqual([
			expect.stringMatching(/^The marketing message was due outside the allowed hours\./),
		]);
		const inTime = { now: monday.night, scheduledFor: '2026-01-06T09:00:00+01:00', options };
		expect(hintsOnSms([sms(inTime)])).toEqual([]);
		expect(hintsOnSms([sms({ scheduledFor: '2026-01-06T21:00:00+01:00', options })])).toHaveLength(1);
	});

	it('says none of this of other kinds', () => {
		const alert = sms({ text: 'Your code is 4711', now: monday.night, options: { category: 'alert' } });
		expect(hintsOnSms([alert])).toEqual([]);
	});
});

it('where WhatsApp recipients are refused a hint says where they stand, once for the run', async () => {
	server.react = (request) => acceptedAnswer(recipientsOf(request), '7001', () => 'REFUSED');
	const items = saying('a', 'b');
	const result = await runWaba(server.url, wabaPerItem, { items });
	expect(hintsOf(result)).toEqual(['SMSBOX rejected some recipients. See rejected in the output.']);
});

it.each<[string, INodeParameters, string[]]>([
	['of a number with two answers', { operation: 'sendText', text: 'Hi' }, ['REJECTED', 'ACCEPTED']],
	[
		'of a question, which is an error',
		{ operation: 'sendAndWait', title: 'A', message: 'B', responseType: 'freeText' },
		['REJECTED'],
	],
])('no hint names an output without rejected recipients: %s', async (_what, parameters, states) => {
	server.react = (request) =>
		acceptedAnswer(
			states.flatMap(() => recipientsOf(request)),
			'7001',
			() => states.pop() ?? '',
		);
	expect(hintsOf(await runWaba(server.url, parameters, { settings: goOn }))).toEqual([]);
});
