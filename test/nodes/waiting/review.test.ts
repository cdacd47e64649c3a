/** What a person reads who reviews the tool of an AI agent. */
import { readQuestion } from '../../../nodes/engine/waiting/readQuestion';
import { reviewOf, toolInputOf } from '../../../nodes/engine/waiting/toolInput';
import { readerOf } from '../../support/reader';

const whole = '[object Object]';
const wholeOf = (input: unknown, message = whole): string => reviewOf(message, input, ' ⏎ ').wholeMessage;

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
	expect(reviewOf(whole, input, ' ⏎ ').upTo(4).split('\n')).toEqual([
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
	const [first] = reviewOf(whole, { text: 'Hi', who: list }, ' ⏎ ').upTo(0).split('\n');
	expect(first).toBe(`who: ${list.replaceAll('\u200b', '<U+200B>')}`);
});

it('a recipient is never cut where the message has it without the spaces around it', () => {
	const to = ' +33600000001, +33600000002, +33600000003\n';
	expect(reviewOf(`(${to.trim()})`, { to, text: 'Hi' }, ' ⏎ ').upTo(4)).toContain(to.trim());
});

it('a recipient is never cut with a longer value that has the words of the author around it', () => {
	const [before, to, behind] = ['x'.repeat(99), '+33600000001', 'y'.repeat(99)];
	const message = `${before} To: ${to}! ${behind}`;
	expect(reviewOf(message, { before, to, behind, note: message }, ' ⏎ ').upTo(10)).toMatch(
		/^to: \+33600000001\nx{5} ... \(shortened\) ... y{5}$/,
	);
});

it.each([
	['destinataire', 'Jean-Baptiste Dupont-Martin <jean.baptiste@example.com>'],
	['numero', '+33 6 99 99 99 99 (Jean-Baptiste Dupont-Martin)'],
	['whom', 'tel:+33699999999 (Jean-Baptiste Dupont-Martin)'],
])('a recipient beside other words is never cut: %s', (name, value) => {
	const { upTo } = reviewOf(whole, { texte: 'a'.repeat(5000), [name]: value }, ' ');
	expect(upTo(0)).toContain(`${name}: ${value}`);
});

it('a recipient that is the name of a value is shown', () => {
	const messages = { first: 'b'.repeat(3000), '+33699999999': 'a'.repeat(3000), last: 'c'.repeat(3000) };
	expect(reviewOf(whole, { messages }, ' ').upTo(0)).toContain('messages: +33699999999');
});

it('a recipient in the JSON text of a request comes first, and is never cut', () => {
	const body = JSON.stringify({ text: 'x'.repeat(50), to: '+33600000001', note: 'y'.repeat(50) });
	expect(reviewOf(whole, { body }, ' ⏎ ').upTo(4)).toBe(
		'body.to: +33600000001\nbody: {" ... (shortened) ... "}',
	);
});

it.each(['x', 'a"\n', 'é'])('a value of a million times %j is shown, and shortened', (text) => {
	const long = text.repeat(1_000_000);
	const { wholeMessage: all, upTo } = reviewOf(`${whole} (${long})`, { long }, ' | ');
	expect(all.length).toBeGreaterThan(2_000_000);
	const short = upTo(10);
	expect(short.length).toBeLessThan(200);
	expect(short.split('(shortened)')).toHaveLength(3);
});

it('what would become longer is not shortened', () => {
	const texts = ['x'.repeat(21), 'x'.repeat(22)];
	expect(texts.map((text) => reviewOf(whole, { text }, ' ⏎ ').upTo(0))).toEqual([
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

	it.each(['say "hi" ', 'two\nlines '])('has no hidden characters in the JSON of a message: %j', (text) => {
		const input = { text: `${text}\u202Egnp.exe` };
		const { upTo } = reviewOf(`Call it with ${JSON.stringify(input)}`, input, ' ⏎ ');
		expect(upTo(Infinity)).toBe(`Call it with ${JSON.stringify({ text: `${text}<U+202E>gnp.exe` })}`);
	});

	it('takes nothing without digits for a phone number: it is shortened', () => {
		const text = '"\n"\n'.repeat(500);
		const { upTo } = reviewOf(whole, { text, phone: '+33600000001' }, ' | ');
		expect(upTo(10).length).toBeLessThan(100);
	});

	it('keeps emoji and scripts that join letters', () => {
		expect(wholeOf({ text: '👩‍👧 ❤️ می‌خواهم' })).toBe('text: 👩‍👧 ❤️ می‌خواهم');
	});

	it('can’t pass for a line of the message that references it', () => {
		const text = 'Hi (a+b) \n\nSend to: +33600000001';
		const message = `Send to: +234000\n${text}`;
		const { upTo } = reviewOf(message, { text, list: ['x\ny'] }, ' ⏎ ');
		expect(upTo(Infinity)).toBe('Send to: +234000\nHi (a+b)  ⏎  ⏎ Send to: +33600000001');
		expect(reviewOf(`${message}x\ny`, { text, list: ['x\ny'] }, ' | ').upTo(Infinity)).toMatch(/x \| y$/);
	});

	it('has no hidden characters in the names that a message has', () => {
		const input = { 'a\u202eb': { 'c\u202ed': 1 } };
		expect(reviewOf(JSON.stringify(input), input, ' ⏎ ').upTo(Infinity)).toBe(
			'{"a<U+202E>b":{"c<U+202E>d":1}}',
		);
	});

	it.each(['Hi [object Object]\nto: +1', '[object Object]\n[object Object]\nto: +1'])(
		'can’t bring lines of its own with what stands for the whole input: %j',
		(text) => {
			const { upTo } = reviewOf(`Text: ${text}. ${whole}`, { to: '+234000', text }, ' ⏎ ');
			const shown = upTo(Infinity);
			expect([shown.split('to: +234000').length, /^to: \+1/m.test(shown)]).toEqual([2, false]);
		},
	);

	it('can’t pass for a line of the message where it begins as it ends', () => {
		expect(reviewOf('x\nx\nx', { text: 'x\nx' }, ' ⏎ ').upTo(Infinity)).toBe('x ⏎ x ⏎ x');
	});

	it('is shortened apart from the next one', () => {
		const [text, note] = ['x'.repeat(50), 'y'.repeat(50)];
		expect(reviewOf(text + note, { text, note }, ' ⏎ ').upTo(2)).toBe(
			'x ... (shortened) ... xy ... (shortened) ... y',
		);
	});

	it('comes once, however often the message stands for the whole input', () => {
		expect(reviewOf(`${whole}; ${whole}`, { to: '+234000' }, ' ⏎ ').upTo(Infinity)).toBe(
			`to: +234000; ${whole}`,
		);
	});

	it('can’t hide what stands for the whole input', () => {
		const { upTo } = reviewOf(`Call it with ${whole}?`, { to: '+234000', note: 'with [object' }, ' ⏎ ');
		expect(upTo(Infinity)).toBe('Call it with to: +234000\nnote: with [object?');
	});

	it.each([
		['by another value that it begins with', { greeting: 'Hi' }, ''],
		['by another value that ends within it', { note: 'Text: H' }, ''],
		['by another value that ends within it, around it', { note: 'Text: H', more: 'i\n' }, ''],
		['by the spaces around it, which the message lacks', {}, ' \n'],
	])('can’t pass for a line of the message %s', (_what, other, spaces) => {
		const text = 'Hi\nSend to: +33600000001';
		const { upTo } = reviewOf(`Text: ${text}`, { ...other, text: text + spaces }, ' ⏎ ');
		expect(upTo(Infinity)).toBe('Text: Hi ⏎ Send to: +33600000001');
	});

	it('is on the page, also where the message does not reference it', () => {
		expect(wholeOf({ to: '+234000', text: 'Hi' }, 'Send this? Hi')).toBe(
			'Send this? Hi\n\nto: +234000\ntext: Hi',
		);
	});
});

describe('the message of a review', () => {
	const url = `https://n8n.example.com/webhook-waiting/1/a?nonce=${'n'.repeat(16)}&signature=${'a'.repeat(64)}`;
	const channel = {
		responseTypes: ['approval'] as const,
		mostChoices: 3,
		longestLabel: 20,
		isWithinLimits: (text: string) => text.length <= 300,
	};
	const approval = {
		responseType: 'approval',
		approvalType: 'double',
		approveLabel: 'Approve',
		declineLabel: 'Decline',
	};
	const ask = (message: string, toolInput?: () => unknown, answerWith = 'buttons', title = 'Order 7') =>
		readQuestion(
			readerOf({ ...approval, answerWith, message }, { toolInput, resumeUrl: () => url }),
			channel,
			title,
		);

	const long = { to: '+33600000001', text: `${'😀'.repeat(200)} and pay 900 € to him`, note: 'Urgent' };

	it('is shortened to what the channel takes: begin and end of long values, all else, and a link to the rest', () => {
		const { text, question } = ask(`Input:\n${whole}`, () => long);
		expect(text.length).toBeLessThanOrEqual(300);
		expect(text).toMatch(
			/^Input:\nto: \+33600000001\ntext: (?:😀)+ \.\.\. \(shortened\) \.\.\. .* to him\nnote: Urgent\n\nhttps:/u,
		);
		expect(text.endsWith(url)).toBe(true);
		expect(question.page.message).toBe(`Input:\nto: +33600000001\ntext: ${long.text}\nnote: Urgent`);
	});

	it('has no lines of a value in its title', () => {
		const title = 'Order\n\nto: +33600000001';
		const { question } = ask(whole, () => ({ to: '+234000', title }), 'buttons', title);
		expect(question.page.title).toBe('Order ⏎  ⏎ to: +33600000001');
	});

	it('has its link once where a page answers', () => {
		expect(ask(whole, () => long, 'page').text.split(url)).toHaveLength(2);
		expect(ask('Hi', () => long, 'page').text).toBe(`Hi\n\n${url}`);
	});

	it('is shortened where it references a value', () => {
		const { text } = ask(`Text ${long.to}: ${long.text}`, () => long);
		expect(text).toMatch(/^Text \+33600000001: 😀.* \.\.\. \(shortened\) \.\.\. .* to him\n\nhttps:/u);
	});

	it('stays as it is where nothing is reviewed, however long', () => {
		expect(ask('x'.repeat(500)).text).toBe('x'.repeat(500));
	});
});
