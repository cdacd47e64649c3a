import fc from 'fast-check';
import { buttonsContent, interactiveFromJson, listContent } from '../../../protocol/waba/interactive';
import {
	locationContent,
	mediaContent,
	otpTemplateContent,
	reactionContent,
	replyContent,
	templateContent,
	type WabaContent,
	wabaTextContent,
} from '../../../protocol/waba/message';
import { check } from '../../../simulator/src/json/shape';
import { contentMessage } from '../../../simulator/src/waba/content/content';
import { contentOrInvalid, countValid, links, optional, seed, textsAround } from '../contentFuzz';

const around = (limit: number) =>
	textsAround(limit, { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) });
const web = links(3);
/** The simulator takes no others. */
const messageId = around(5).map((id) => id && `wamid.${id}`);
const number = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.double());

const textHeader = fc.record({ type: fc.constant('text' as const), text: around(60) });
const header = fc.oneof(
	textHeader,
	fc.record({ type: fc.constantFrom('image' as const, 'video' as const), link: web }),
	fc.record({ type: fc.constant('document' as const), link: web, filename: optional(around(20)) }),
);
const texts = { body: around(1024), footer: optional(around(60)) };
const row = fc.record({ id: around(200), title: around(24), description: optional(around(72)) });
const section = fc.record({
	title: optional(around(24)),
	rows: fc.array(row, { maxLength: 11, size: 'max' }),
});
const few = { maxLength: 3 } as const;

const messages = {
	text: fc
		.record({ text: around(4096), previewUrl: optional(fc.boolean()) })
		.map((all) => () => wabaTextContent(all)),
	reply: fc.record({ messageId, text: around(4096) }).map((all) => () => replyContent(all)),
	reaction: fc
		.record({ messageId, emoji: fc.oneof(around(1), fc.constantFrom('👍', '🇫🇷')) })
		.map((all) => () => reactionContent(all)),
	media: fc
		.record({
			type: fc.constantFrom('audio' as const, 'document' as const, 'image' as const, 'video' as const),
			fileUrl: web,
			fileName: optional(around(5)),
		})
		.map((all) => () => mediaContent(all)),
	location: fc
		.record({ latitude: number, longitude: number, name: optional(around(5)), address: optional(around(5)) })
		.map((all) => () => locationContent(all)),
	buttons: fc
		.record({
			...texts,
			header: optional(header),
			buttons: fc.array(fc.record({ id: around(256), title: around(20) }), { maxLength: 4 }),
		})
		.map((all) => () => buttonsContent(all)),
	list: fc
		.record({
			...texts,
			header: optional(fc.oneof({ weight: 5, arbitrary: textHeader }, header)),
			button: around(20),
			sections: fc.oneof(
				fc.array(section, few),
				fc.array(section, { maxLength: 11, size: 'max' }),
				fc.array(
					fc.record({ title: fc.constant('Section'), rows: fc.array(row, { ...few, minLength: 1 }) }),
					few,
				),
			),
		})
		.map((all) => () => listContent(all)),
	template: fc
		.record({
			name: around(5),
			language: around(5),
			variables: fc.array(around(20), { maxLength: 12 }),
			buttonVariable: optional(around(20)),
		})
		.map((all) => () => templateContent(all)),
	otp: fc
		.record({ name: around(5), language: around(5), code: around(6) })
		.map((all) => () => otpTemplateContent(all)),
} satisfies Record<string, fc.Arbitrary<() => WabaContent>>;

describe.each(Object.entries(messages))('content of the kind %s', (_, builds) => {
	it('is what the service accepts, or an error that names the field: whatever goes in', () => {
		const built = countValid(builds, 500, ({ json }) => {
			expect(check(contentMessage, json)).toEqual({ faults: [], undeclared: [] });
			expect(JSON.stringify(json)).not.toMatch(/:"\s+"/);
			expect(JSON.stringify(json)).not.toMatch(/\\ud[89a-f]/);
		});
		expect(built).toBeGreaterThan(10);
	});
});

describe('interactiveFromJson', () => {
	it('takes anything: an error of the protocol, or an object with a body and an action', () => {
		const seldom = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined, freq: 1 });
		const mostly = (value: object) =>
			fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.jsonValue() });
		const json = fc.oneof(
			{ weight: 1, arbitrary: fc.anything() },
			{
				weight: 4,
				arbitrary: fc.record({
					type: fc.constantFrom('button', 'list', undefined, 5),
					header: seldom(fc.jsonValue()),
					body: mostly({ text: 'Hello' }),
					footer: seldom(fc.jsonValue()),
					action: mostly({
						button: 'Menu',
						buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' } }],
						sections: [{ rows: [{ id: 'a', title: 'A' }] }],
					}),
				}),
			},
		);
		let built = 0;
		fc.assert(
			fc.property(fc.constantFrom('buttons' as const, 'list' as const), json, (kind, given) => {
				const content = contentOrInvalid(() => interactiveFromJson(kind, given));
				if (!content) return;
				built++;
				expect(content.json).toMatchObject({ interactive: { body: { text: 'Hello' }, action: {} } });
			}),
			{ numRuns: 2000, seed },
		);
		expect(built).toBeGreaterThan(5);
	});
});
