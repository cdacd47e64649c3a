/** Choices with odd IDs: what a button or a page sends back answers. */
import { readQuestion } from '../../../nodes/engine/waiting/readQuestion';
import { isOwnToken, tokenOf } from '../../../nodes/engine/waiting/resumeToken';
import { readerOf } from '../../support/reader';
import { callWaiting } from '../../support/waitingCall';

const channel = {
	responseTypes: ['choices'],
	mostChoices: 10,
	longestLabel: 20,
	isWithinLimits: () => true,
} as const;

/** As n8n signs it. */
function resumeUrl(query: Readonly<Record<string, string>>): string {
	const url = new URL('https://n8n.example.com/webhook-waiting/1/a');
	for (const [name, value] of Object.entries({ ...query, signature: 'a'.repeat(64) }))
		url.searchParams.set(name, value);
	return url.toString();
}

const ask = (label: string, id: string, answerWith = 'buttons') =>
	readQuestion(
		readerOf(
			{ responseType: 'choices', answerWith, message: 'Which?', choices: { choice: [{ label, id }] } },
			{ toolInput: undefined, resumeUrl },
		),
		channel,
		'Order 7',
	);

/** As HTTP carries it. */
const sent = (text: string): string => new URLSearchParams([['', text]]).toString();

const cutEmoji = '\ud83d';
const ids = [
	'é',
	'a b',
	'a+b',
	'a&b=c',
	'%41',
	'~*',
	`a"<'>`,
	'a\u200b',
	'a\r\nb',
	'🙂',
	`a${cutEmoji}`,
	cutEmoji,
	'a\0b',
];

describe.each(ids)('a choice with the ID %j', (id) => {
	it.each([
		['of its own', 'Yes', id],
		['from its label', id, ''],
	])('%s is answered by its button, and on its page', async (_what, label, own) => {
		const { question, buttons } = ask(label, own);
		const [[choice], [button]] = [question.choices, buttons];
		if (choice === undefined || button === undefined) throw new Error('There is no choice');
		const { token } = button;
		expect(isOwnToken(token, '/webhook-waiting')).toBe(true);
		const { nonce, until } = question;
		const [, form = ''] = new URLSearchParams(sent(choice.id)).entries().next().value ?? [];
		const tap = { query: { nonce, choice: new URL(token, 'http://n8n').searchParams.get('choice') } };
		// As a browser reads the page, and sends its form.
		const choiceSent = form.replaceAll('\0', '\ufffd').replaceAll('\n', '\r\n');
		const page = { query: { nonce }, body: { choice: choiceSent } };
		for (const call of [tap, page]) {
			const { output } = await callWaiting(question, call, undefined, until - 1);
			expect(output).toMatchObject({ outcome: 'answered', data: { choice: choice.id } });
		}
	});
});

it('two IDs that are sent alike are the same', () => {
	const choice = [cutEmoji, '\ud83e'].map((id, index) => ({ id, label: `Choice ${index}` }));
	const values = { responseType: 'choices', answerWith: 'page', message: 'Which?', choices: { choice } };
	const reader = readerOf(values, { toolInput: undefined, resumeUrl });
	expect(() => readQuestion(reader, channel, 'Order 7')).toThrow('Two choices have the same ID.');
});

it.each([
	[0, 'morning'],
	[-1, '1'],
])('a label is the ID where its token fits into a button, and %i characters more', (left, id) => {
	const longest = tokenOf(resumeUrl({ nonce: 'abcdefghijklmnop', choice: 'morning' })).length + left;
	const values = {
		responseType: 'choices',
		answerWith: 'buttons',
		message: 'Which?',
		choices: { choice: [{ label: 'morning', id: '' }] },
	};
	const reader = readerOf(values, { toolInput: undefined, resumeUrl });
	const { question } = readQuestion(reader, { ...channel, longestToken: () => longest }, 'Order 7');
	expect(question.choices).toEqual([{ id, label: 'morning' }]);
});
