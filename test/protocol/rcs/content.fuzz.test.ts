import fc from 'fast-check';
import { type RcsContent, rcsContent, rcsContentFromJson } from '../../../protocol/rcs/message';
import type { Suggestion } from '../../../protocol/rcs/suggestions';
import { contentOrInvalid, countValid, links, optional, seed, textsAround } from '../contentFuzz';
import { contentMessage } from './schema';

const around = (limit: number) =>
	textsAround(limit, {
		weight: 14,
		arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((all) => `é${all}`),
	});
const web = links(12);
const degrees = optional(
	fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -90, max: 90 }) }, fc.double(), fc.constant(181)),
);
const phoneNumber = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom('+33140000000', '0033 1 40 00 00 00') },
	fc.constantFrom('', '0140000000', 'x', '3900'),
);
const time = fc.oneof(
	{ weight: 8, arbitrary: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }) },
	fc.date(),
);

const tappable = { text: around(25), postbackData: around(2048) };
const acting = { ...tappable, fallbackUrl: optional(web) };
const suggestion: fc.Arbitrary<Suggestion> = fc.oneof(
	fc.record({ type: fc.constant('reply' as const), ...tappable }),
	fc.record({ type: fc.constant('dial' as const), ...acting, phoneNumber }),
	fc.record({ type: fc.constant('openUrl' as const), ...acting, url: web }),
	fc.record({
		type: fc.constant('viewLocation' as const),
		...acting,
		latitude: degrees,
		longitude: degrees,
		label: optional(around(5)),
		query: optional(around(5)),
	}),
	fc.record({
		type: fc.constant('createCalendarEvent' as const),
		...acting,
		start: time,
		end: time,
		title: around(5),
		description: optional(around(5)),
	}),
	fc.record({ type: fc.constant('shareLocation' as const), ...acting }),
);
/** Few, as all of them have to be right, or one more than allowed. */
const upTo = (limit: number) =>
	fc.oneof(
		{ weight: 9, arbitrary: fc.array(suggestion, { maxLength: 2 }) },
		fc.array(fc.constant<Suggestion>({ type: 'reply', text: 'é', postbackData: '€' }), {
			minLength: limit,
			maxLength: limit + 1,
		}),
	);

const forceRefresh = optional(fc.boolean());
const media = fc.record({
	mediaUrl: web,
	mediaThumbnailUrl: optional(web),
	mediaHeight: fc.constantFrom('short' as const, 'medium' as const, 'tall' as const),
	forceRefresh,
});
const card = fc
	.tuple(
		fc.record({
			title: optional(around(200)),
			description: optional(around(2000)),
			cardSuggestions: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, upTo(4)),
		}),
		optional(media),
	)
	.map(([texts, file]) => ({ ...texts, ...file }));

const messages = {
	text: fc
		.record({ type: fc.constant('text' as const), text: around(3072), suggestions: upTo(11) })
		.map((all) => () => rcsContent(all)),
	file: fc
		.record({
			type: fc.constant('file' as const),
			fileUrl: web,
			thumbnailUrl: optional(web),
			forceRefresh,
			suggestions: upTo(11),
		})
		.map((all) => () => rcsContent(all)),
	card: fc
		.record({
			type: fc.constant('card' as const),
			orientation: fc.constantFrom('vertical' as const, 'horizontal' as const),
			imageAlignment: optional(fc.constantFrom('left' as const, 'right' as const)),
			content: card,
			suggestions: upTo(11),
		})
		.map(
			({ content, ...all }) =>
				() =>
					rcsContent({ ...all, ...content }),
		),
	carousel: fc
		.record({
			type: fc.constant('carousel' as const),
			width: fc.constantFrom('small' as const, 'medium' as const),
			cards: fc.oneof(
				{ weight: 5, arbitrary: fc.array(card, { maxLength: 3 }) },
				fc.array(card, { minLength: 9, maxLength: 11 }),
				fc.array(fc.constant({ title: 'é' }), { minLength: 9, maxLength: 11 }),
			),
			suggestions: upTo(11),
		})
		.map((all) => () => rcsContent(all)),
} satisfies Record<string, fc.Arbitrary<() => RcsContent>>;

describe.each(Object.entries(messages))('content of the kind %s', (_, builds) => {
	it('is what is documented, or an error that names the field: whatever goes in', () => {
		const built = countValid(builds, 250, (content) => {
			expect(contentMessage.safeParse(content.json).error).toBeUndefined();
			expect(JSON.stringify(content.json)).not.toMatch(/\\ud[89a-f]/);
			expect(rcsContentFromJson(content.json)).toEqual(content);
		});
		expect(built).toBeGreaterThan(20);
	});
});

/** JSON without what counts as absent, and with texts for numbers, as which they are sent among texts. */
function withoutNothing(json: unknown): unknown {
	const value: unknown = JSON.parse(JSON.stringify(json), (name, member: unknown) => {
		if (typeof member === 'number') return String(member);
		return member === null || (member === '' && /^(?:title|description)$/.test(name)) ? undefined : member;
	});
	return value;
}

describe('rcsContentFromJson', () => {
	const mostly = (...values: unknown[]) =>
		fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.jsonValue() });
	const info = { fileUrl: 'https://example.com/a' };
	const contents = {
		text: mostly('Hello'),
		richCard: mostly({ standaloneCard: { cardOrientation: 'VERTICAL', cardContent: { title: 'A' } } }),
		contentInfo: mostly(info),
	};
	const others = fc.record(
		{ suggestions: mostly([], [{ reply: { text: 'A', postbackData: 'a' } }]), extra: fc.jsonValue() },
		{ requiredKeys: [] },
	);
	const some = fc
		.subarray(Object.entries(contents), { minLength: 0, maxLength: 2 })
		.chain((entries) => fc.record(Object.fromEntries(entries)));
	const json = fc.oneof(
		{ weight: 1, arbitrary: fc.anything() },
		{ weight: 4, arbitrary: fc.tuple(some, others).map(([one, other]) => ({ ...one, ...other })) },
	);

	it('takes anything: an error of the protocol, or the same with one content', () => {
		let built = 0;
		fc.assert(
			fc.property(json, (given) => {
				const content = contentOrInvalid(() => rcsContentFromJson(given));
				if (!content) return;
				built++;
				expect(withoutNothing(content.json)).toEqual(withoutNothing(given));
				expect(rcsContentFromJson(content.json)).toEqual(content);
				const kinds = ['text', 'richCard', 'contentInfo'].filter((name) => Object.hasOwn(content.json, name));
				expect(kinds).toHaveLength(1);
			}),
			{ numRuns: 2000, seed },
		);
		expect(built).toBeGreaterThan(100);
	});

	it('takes a message in which any one part was replaced for wrong, or for right with all else as it was', () => {
		const whole = {
			richCard: {
				carouselCard: {
					cardWidth: 'SMALL',
					cardContents: [
						{ title: 'A', media: { height: 'SHORT', contentInfo: info } },
						{
							description: 'B',
							suggestions: [
								{ action: { text: 'A', postbackData: 'a', dialAction: { phoneNumber: '+33140000000' } } },
							],
						},
					],
				},
			},
			suggestions: [{ reply: { text: 'A', postbackData: 'a' } }],
		};
		const parts: string[] = [];
		JSON.stringify(whole, (_, value: unknown) => {
			parts.push(JSON.stringify(value));
			return value;
		});
		let refused = 0;
		fc.assert(
			fc.property(fc.constantFrom(...parts), fc.jsonValue(), (part, other) => {
				const given: unknown = JSON.parse(JSON.stringify(whole).replace(part, () => JSON.stringify(other)));
				const content = contentOrInvalid(() => rcsContentFromJson(given));
				if (content) expect(withoutNothing(content.json)).toEqual(withoutNothing(given));
				else refused++;
			}),
			{ numRuns: 1000, seed },
		);
		expect(refused).toBeGreaterThan(500);
	});
});
