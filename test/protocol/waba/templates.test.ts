import { listTemplates } from '../../../protocol/waba/templates';
import { invalidInput, unexpectedReply } from '../helpers';
import { agent, json, processed } from './wire';

const list = (data: unknown) => processed("List of the agent's templates", data);
const sample = {
	id: '1234567890',
	name: 'login',
	language: 'en_US',
	status: 'APPROUVED',
	category: 'UTILITY',
	components: [
		{ type: 'BODY', parameters: null },
		{ type: 'BUTTONS', parameters: [{ type: 'text' }] },
	],
};

describe('listTemplates', () => {
	const { parse } = listTemplates(agent);

	it('needs an agent', () =>
		expect(invalidInput(() => listTemplates({ ...agent, wabaId: ' ' })).field).toBe('wabaId'));

	it("reads the service's sample, whose words it leaves as they are", () => {
		const { components, ...rest } = sample;
		expect(components).toHaveLength(2);
		expect(parse(json(list([sample])))).toEqual([
			{ ...rest, textVariables: null, buttonVariables: 1, raw: sample },
		]);
	});

	const text = { type: 'text' };
	const button = { type: 'BUTTON', parameters: [text] };

	it.each<[unknown, number | null, number | null]>([
		[undefined, null, null],
		[null, null, null],
		[[], null, null],
		[[{ type: 'BODY', parameters: null }], null, null],
		[[{ type: 'BODY', parameters: [] }], 0, null],
		[[{ type: 'body', parameters: [text, text] }], 2, null],
		[[{ type: 'HEADER', parameters: [text] }], null, null],
		[[{ type: 'BODY', parameters: [text] }, button, { type: 'BUTTON', parameters: [] }], 1, 1],
		[[button, { type: 'BUTTON', parameters: null }], null, null],
	])('counts variables where the list has them, and takes null as unknown: %j', (components, ...counts) => {
		const [template] = parse(json(list([{ ...sample, components }])));
		expect([template?.textVariables, template?.buttonVariables]).toEqual(counts);
	});

	it.each(['en_US', 'en-US', 'en', 'zh_CN', 'EN_us'])('never rewrites the language %s', (language) => {
		expect(parse(json(list([{ ...sample, language }])))).toMatchObject([{ language }]);
	});

	it('passes on an entry that lacks something, and whatever else there is', () => {
		const odd = { name: 'odd', quality: { score: 'GREEN' }, components: ['x', { parameters: {} }] };
		const empty = { id: null, name: '', language: '', status: null, category: null };
		const nothing = { ...empty, textVariables: null, buttonVariables: null };
		expect(parse(json(list([odd, {}])))).toEqual([
			{ ...nothing, name: 'odd', raw: odd },
			{ ...nothing, raw: {} },
		]);
	});

	it.each([undefined, null, {}, 'login', [null], [[]], ['login'], [sample, 1]])(
		'is unexpected if the data are %j',
		(data) => expect(unexpectedReply(() => parse(json(list(data)))).status).toBe(200),
	);
});
