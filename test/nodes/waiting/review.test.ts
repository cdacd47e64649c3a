/** What a person reads who reviews the tool of an AI agent. */
import { readQuestion } from '../../../nodes/engine/waiting/readQuestion';
import type { TextPart } from '../../../nodes/engine/operations/asking';
import { type Review, reviewOf, toolInputOf } from '../../../nodes/engine/waiting/toolInput';
import { readerOf } from '../../support/reader';

const expression = '={{ $tool.parameters }}';
const objectAsText = '[object Object]';
/** Where the message is only this, it shows the whole input. */
const whole: TextPart = { expression, value: {} };
/** What an expression of the call returned. */
const value = (text: unknown, name = 'text'): TextPart => ({
	expression: `={{ $tool.parameters.${name} }}`,
	value: text,
});

const review = (message: TextPart | readonly TextPart[], input: unknown, gap = ' ⏎ '): Review =>
	reviewOf({ title: [], message: [message].flat() }, input, gap);
const wholeOf = (input: unknown, message: TextPart | readonly TextPart[] = whole): string =>
	review(message, input).wholeMessage;

describe('the input of a tool', () => {
	const send = { tool: 'Send', toolParameters: { to: '1' } };
	const inputOf = ($tool: unknown, json: object): unknown =>
		toolInputOf({
			getWorkflowDataProxy: () => ({ $tool }),
			getInputData: () => [{ json }],
			getNode: () => ({ parameters: {} }),
		});

	it.each([
		['what n8n has', { name: 'Send', parameters: { to: '1' } }, send, { to: '1' }],
		['nothing where there is none', {}, {}, undefined],
		['nothing where n8n does not know it', undefined, {}, undefined],
		['empty where n8n says so', { name: '', parameters: '' }, {}, ''],
	])('is %s', (_what, $tool, json, input) => {
		expect(inputOf($tool, json)).toEqual(input);
	});

	it.each([
		['other input', { name: 'Send', parameters: { to: '2' } }, send],
		['another tool', { name: 'Look', parameters: { to: '1' } }, send],
		['nothing', undefined, send],
		['a call that has no input', { name: 'Send', parameters: { to: '1' } }, { tool: 'Send' }],
	])('is not what n8n runs where it shows %s', (_what, $tool, json) => {
		expect(() => inputOf($tool, json)).toThrow('The model hides its call of the tool');
	});

	it.each<[string, unknown, string]>([
		['has a line for each value', { to: '+33600000001', text: 'Hi' }, 'to: +33600000001\ntext: Hi'],
		['shows lists and objects whole', { to: ['1', '2'], more: { a: 1 } }, 'to: ["1","2"]\nmore: {"a":1}'],
		['may be a text', 'Hi', 'Hi'],
		['may be missing', undefined, ''],
		['leaves out what is not there', { text: 'Hi', when: null }, 'text: Hi'],
	])('%s', (_what, input, text) => {
		expect(wholeOf(input)).toBe(text);
	});

	it.each<[string, Record<string, unknown>]>([
		['its name', { text: 'Hi', Send_To: 'boss@example.com' }],
		['its name in an app', { text: 'Hi', Recipient_s_: 'boss' }],
		['its value', { text: 'Hi', who: '+33 6 00 00 00 01' }],
		['its values', { text: 'Hi', who: ['+33600000001', '+33600000002'] }],
		['its number', { text: 'Hi', who: 33600000001 }],
		['its mail address', { text: 'Hi', who: 'boss@example.com' }],
		['its mail addresses', { text: 'Hi', who: ['boss@example.com', 'b@example.com; c@example.com'] }],
		['its name in a mail', { text: 'Hi', bcc: 'Boss' }],
	])('begins with the recipient, known by %s', (_what, input) => {
		expect(wholeOf(input)).toMatch(/\ntext: Hi$/);
	});
});

it('a recipient within an object comes first, and is never cut', () => {
	const to = '+33600000001, +33600000002, +33600000003';
	const input = { sms: [{ text: 'x'.repeat(50), to, note: 'y'.repeat(50) }], more: { cc: null } };
	expect(review(whole, input).upTo(4).split('\n')).toEqual([
		`sms.0.to: ${to}`,
		'sms: [{ ... (shortened) ... }]',
		'more: {"cc":null}',
	]);
});

it.each([
	'(+33) 600 00 00 01',
	'+33‑6‑00‑00‑00‑01',
	'＋３３６０００００００１',
	'·33600000001\u200b',
	'+33 6 00/00 00 01',
	'[33600000001; "33600000002"]',
	'-36111',
])('a number that a node takes is a recipient, however it is written: %s', (who) => {
	const list = Array.from({ length: 9 }, () => who).join(',');
	const [first] = review(whole, { text: 'Hi', who: list }).upTo(0).split('\n');
	expect(first).toBe(`who: ${list.replaceAll('\u200b', '<U+200B>')}`);
});

it('a recipient is never cut where the message has it without the spaces around it', () => {
	const to = ' +33600000001, +33600000002, +33600000003\n';
	expect(review(['(', value(to.trim(), 'to'), ')'], { to }).upTo(4)).toBe(`(${to.trim()})`);
});

it('a recipient that only its name tells comes first where it is cut; one that its value tells is not cut', () => {
	const [to, numbers] = ['The whole company, all managers included', '33600000001, '.repeat(9).trim()];
	expect(review([value(to, 'to'), ' ', value(numbers)], { to }).upTo(0)).toBe(
		`to: ${to}\n\n... (shortened) ...  ${numbers}`,
	);
});

it('a recipient comes first where a longer value has it, which is cut', () => {
	const input = { to: '+33600000001', text: 'x'.repeat(50), cc: 'Boss' };
	const { upTo } = review(
		['Call it with ', value(JSON.stringify(input), 'all'), ', ', value('Boss', 'cc')],
		input,
	);
	const below = 'text: xxxxx ... (shortened) ... xxxxx';
	expect(upTo(10)).toBe(`to: +33600000001\n\nCall it with {"to" ... (shortened) ... oss"}, Boss\n\n${below}`);
});

it.each([
	['destinataire', 'Jean-Baptiste Dupont-Martin <jean.baptiste@example.com>'],
	['numero', '+33 6 99 99 99 99 (Jean-Baptiste Dupont-Martin)'],
	['whom', 'tel:+33699999999 (Jean-Baptiste Dupont-Martin)'],
])('a recipient beside other words is never cut: %s', (name, text) => {
	const { upTo } = review(whole, { texte: 'a'.repeat(5000), [name]: text }, ' ');
	expect(upTo(0)).toContain(`${name}: ${text}`);
});

it('a recipient that is the name of a value is shown', () => {
	const messages = { first: 'b'.repeat(3000), '+33699999999': 'a'.repeat(3000), last: 'c'.repeat(3000) };
	expect(review(whole, { messages }).upTo(0)).toContain('messages: +33699999999');
});

it('a recipient in the JSON text of a request comes first, and is never cut', () => {
	const body = JSON.stringify({ text: 'x'.repeat(50), to: '+33600000001', note: 'y'.repeat(50) });
	expect(review(whole, { body }).upTo(4)).toBe('body.to: +33600000001\nbody: {" ... (shortened) ... "}');
});

it.each(['x', 'a"\n', 'é'])('a value of a million times %j is shown, and shortened', (text) => {
	const long = text.repeat(1_000_000);
	const { wholeMessage: all, upTo } = review([whole, ' (', value(long), ')'], { long }, ' | ');
	expect(all.length).toBeGreaterThan(2_000_000);
	const short = upTo(10);
	expect(short.length).toBeLessThan(200);
	expect(short.split('(shortened)')).toHaveLength(3);
});

it('what would become longer is not shortened', () => {
	const texts = ['x'.repeat(21), 'x'.repeat(22)];
	expect(texts.map((text) => review(whole, { text }).upTo(0))).toEqual([
		`text: ${'x'.repeat(21)}`,
		'text:  ... (shortened) ...',
	]);
});

describe('a value', () => {
	it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
		'can’t pass for another line: %j',
		(lineBreak) => {
			const forged = wholeOf({ to: '+234000', text: `Hi${lineBreak}to: +33600000001` });
			expect(forged).toBe('to: +234000\ntext: Hi ⏎ to: +33600000001');
		},
	);

	it('can’t pass for another line by its name, or from within a list', () => {
		const forged = wholeOf({ 'x: 1\nto': '2', list: ['a\nb'] });
		expect(forged).toBe('x: 1 ⏎ to: 2\nlist: ["a\\nb"]');
	});

	it.each([
		['that reverse a text', '\u202E', '<U+202E>'],
		['that isolate a text', '\u2066', '<U+2066>'],
		['without a width', '\u200B', '<U+200B>'],
		['of a terminal', '\u001b', '<U+001B>'],
		['beyond 16 bits', '\u{E0041}', '<U+E0041>'],
		['that carry bytes', '\u{E0100}', '<U+E0100>'],
		['that are letters', '\u3164', '<U+3164>'],
		['that are blank', '\u2800', '<U+2800>'],
	])('has no hidden characters %s', (_what, hidden, shown) => {
		expect(wholeOf({ text: `a${hidden}b` })).toBe(`text: a${shown}b`);
	});

	it('has no hidden characters in the JSON that a message has, nor in its names', () => {
		const json = JSON.stringify({ 'a\u202eb': 'say "hi" \u202Egnp.exe' });
		expect(review(['Call it with ', value(json)], {}).upTo(Infinity)).toBe(
			`Call it with ${json.replaceAll('\u202e', '<U+202E>')}`,
		);
	});

	it.each([
		...[' ', '\t', '\u00a0', '\u2003', '\u3000', '\u2007', '\u202f', ' \u200d', '\ufe0f ', '\ufeff', '\n'],
		...[' \n', '\u2028\t', '\u200c \u0085'],
	])('can’t pass for another line by white space: %j', (space) => {
		const text = `See you at 10${space.repeat(400)}to: +33600000001`;
		expect(wholeOf({ text }).replace(/\ufe0f|\u200c/g, '')).toBe('text: See you at 10 ⏎ to: +33600000001');
		expect(review(value(text), {}).upTo(Infinity)).not.toMatch(/\s{2}/);
	});

	it.each(['See you at 10', 'À\u00a0bientôt', 'a\u3000b'])('keeps single spaces: %j', (text) => {
		expect(wholeOf({ text })).toBe(`text: ${text}`);
	});

	it('takes nothing without digits for a phone number: it is shortened', () => {
		const text = '"\n"\n'.repeat(500);
		const { upTo } = review(whole, { text, phone: '+33600000001' }, ' | ');
		expect(upTo(10).length).toBeLessThan(100);
	});

	it('keeps emoji and scripts that join letters', () => {
		expect(wholeOf({ text: '👩‍👧 ❤️ می‌خواهم' })).toBe('text: 👩‍👧 ❤️ می‌خواهم');
	});

	it('can’t pass for a line of the message that references it', () => {
		const text = 'Hi (a+b) \n\nSend to: +33600000001';
		const message = ['Send to: ', value('+234000'), '\n', value(text), '\n\nSend it?'];
		expect(review(message, { text }).upTo(Infinity)).toBe(
			'Send to: +234000\nHi (a+b) ⏎ Send to: +33600000001\n\nSend it?',
		);
	});

	it('can’t stand for the whole input by its words', () => {
		const text = `Hi ${objectAsText}\nto: +1`;
		const { upTo } = review(['Text: ', value(text), '. ', whole], { to: '+234000', text });
		expect(upTo(Infinity)).toBe(
			`Text: Hi ${objectAsText} ⏎ to: +1. to: +234000\ntext: Hi ${objectAsText} ⏎ to: +1`,
		);
	});

	it('is shortened apart from the next one', () => {
		const [text, note] = ['x'.repeat(50), 'y'.repeat(50)];
		expect(review([value(text), value(note, 'note')], { text, note }).upTo(2)).toBe(
			'x ... (shortened) ... xy ... (shortened) ... y',
		);
	});

	it('comes once, however often the message stands for the whole input', () => {
		expect(review([whole, '; ', { ...whole }], { to: '+234000' }).upTo(Infinity)).toBe(
			`to: +234000; ${objectAsText}`,
		);
	});

	it.each([
		[['+33600000001', '+33600000002'], '["+33600000001","+33600000002"]'],
		[7, '7'],
		[false, 'false'],
		['', ''],
	])('that is no text is shown as one: %j', (given, text) => {
		expect(review(['(', value(given), ')'], {}).upTo(Infinity)).toBe(`(${text})`);
	});

	it('is on the page, also where the message does not reference it', () => {
		expect(wholeOf({ to: '+234000', text: 'Hi' }, ['Send this? ', value('Hi')])).toBe(
			'to: +234000\n\nSend this? Hi\n\ntext: Hi',
		);
	});
});

it('a value is listed though another one, which the message has, is equal', () => {
	const input = { notify: true, deleteAfterwards: true };
	expect(review(['Notify: ', value(true, 'notify')], input).upTo(Infinity)).toBe(
		'Notify: true\n\ndeleteAfterwards: true',
	);
});

describe('the message of a review', () => {
	const url = `https://n8n.example.com/webhook-waiting/1/a?nonce=${'n'.repeat(20)}&signature=${'a'.repeat(64)}`;
	const channelFor = (longest: number) => ({
		responseTypes: ['approval'] as const,
		mostChoices: 3,
		longestLabel: 20,
		isWithinLimits: (text: string) => text.length <= longest,
	});
	const approval = {
		responseType: 'approval',
		approvalType: 'double',
		approveLabel: 'Approve',
		declineLabel: 'Decline',
	};
	/** @param values what expressions return */
	const ask = (
		message: string,
		toolInput?: object,
		{
			longest = 300,
			answerWith = 'buttons',
			title = 'Order 7',
			values = {},
		}: { longest?: number; answerWith?: string; title?: string; values?: Record<string, unknown> } = {},
	) => {
		const reviewed = toolInput && {
			toolInput: () => toolInput,
			valueOf: (_name: string, code: string) => ({ [expression]: toolInput, ...values })[code],
		};
		const asking = { review: reviewed, resumeUrl: () => url };
		const reader = readerOf({ ...approval, answerWith, message, title }, asking);
		return readQuestion(reader, channelFor(longest), reader.messageParts('title'));
	};

	const long = { to: '+33600000001', text: `${'😀'.repeat(200)} and pay 900 € to him`, note: 'Urgent' };

	it('is shortened to what the channel takes: begin and end of long values, all else, and a link to the rest', () => {
		const { text, question } = ask(`=Input:\n{{ $tool.parameters }}`, long);
		expect(text.length).toBeLessThanOrEqual(300);
		expect(text).toMatch(
			/^Input:\nto: \+33600000001\ntext: (?:😀)+ \.\.\. \(shortened\) \.\.\. .* to him\nnote: Urgent\n\nhttps:/u,
		);
		expect(text.endsWith(url)).toBe(true);
		expect(question.page.message).toBe(`Input:\nto: +33600000001\ntext: ${long.text}\nnote: Urgent`);
	});

	it('has the recipients above what a model says beside its call, and the call below, all shortened', () => {
		const values = { "={{ $fromAI('message') }}": 'x'.repeat(2_000) };
		const { text, question } = ask("={{ $fromAI('message') }}", long, { values });
		expect(text.length).toBeLessThanOrEqual(300);
		expect(text).toMatch(
			/^to: \+33600000001\n\nx+ \.\.\. \(shortened\) \.\.\. x+\n\ntext: .* to him\nnote: Urgent\n\nhttps:/u,
		);
		expect(question.page.message).toMatch(/^to: \+33600000001\n\nx{2000}\n\ntext:/);
	});

	it('has no lines of a value in its title', () => {
		const values = { '={{ $json.title }}': 'Order\n\nto: +33600000001' };
		const { question, text } = ask('Send it?', { to: '+234000' }, { title: '={{ $json.title }}', values });
		expect(question.page.title).toBe('Order ⏎ to: +33600000001');
		expect(text).toBe('to: +234000\n\nSend it?');
	});

	it('has its link once where a page answers', () => {
		const page = { answerWith: 'page' };
		expect(ask(expression, long, page).text.split(url)).toHaveLength(2);
		expect(ask('Hi', { note: 'Urgent' }, page).text).toBe(`Hi\n\nnote: Urgent\n\n${url}`);
	});

	it('is shortened where it references a value', () => {
		const values = { '={{ $tool.parameters.to }}': long.to, '={{ $tool.parameters.text }}': long.text };
		const { text } = ask('=Text {{ $tool.parameters.to }}: {{ $tool.parameters.text }}', long, { values });
		expect(text).toMatch(
			/^Text \+33600000001: 😀.* \.\.\. \(shortened\) \.\.\. .* to him\n\nnote: Urgent\n\nhttps:/u,
		);
	});

	it('stays as it is where nothing is reviewed, however long', () => {
		expect(ask('x'.repeat(500)).text).toBe('x'.repeat(500));
	});
});
