/** Choices with odd IDs: what a button or a page sends back answers. */
import { readQuestion } from '../../../nodes/engine/waiting/readQuestion';
import { isOwnToken } from '../../../nodes/engine/waiting/resumeToken';
import { limitsOf } from '../../../protocol/schema/entries';
import { listMessage } from '../../../protocol/waba/interactive';
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
			{ resumeUrl },
		),
		channel,
		['Order 7'],
	);

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
		const tap = { query: { nonce, button: new URL(token, 'http://n8n').searchParams.get('button') } };
		const page = { query: { nonce }, body: { button: '1' } };
		for (const call of [tap, page]) {
			const { output } = await callWaiting(question, call, undefined, until - 1);
			expect(output).toMatchObject({ outcome: 'answered', data: { choice: choice.id } });
		}
	});
});

describe('the ID of a choice without one', () => {
	/** As n8n signs it, for a node with an ID as n8n makes them. */
	const urlsOf =
		(base: string) =>
		(query: Readonly<Record<string, string>>): string => {
			const url = new URL(`${base}/0b5c1d2e-3f40-4a51-8b62-7c73d8e49f05`);
			for (const [name, value] of Object.entries({ ...query, signature: 'a'.repeat(64) }))
				url.searchParams.set(name, value);
			return url.toString();
		};
	const list = { ...channel, longestToken: () => limitsOf(listMessage, 'id').max };

	function idOf(label: string, base: string, answerWith: string): string | undefined {
		const values = {
			responseType: 'choices',
			answerWith,
			message: 'Which?',
			choices: { choice: [{ label }] },
		};
		const reader = readerOf(values, { resumeUrl: urlsOf(base) });
		return readQuestion(reader, list, ['Order 7']).question.choices[0]?.id;
	}

	it.each([
		['morning', 'morning'],
		['À l’accueil', 'À l’accueil'],
		['👍 Très satisfait', '👍 Très satisfait'],
		['⭐⭐⭐⭐', '⭐⭐⭐⭐'],
		['ééééééé', 'ééééééé'],
		['éééééééabc', 'éééééééabc'],
		['éééééééabcd', '1'],
		['🙂🙂🙂🙂', '1'],
	])('is the same in every execution, at every address and on the page: %s', (label, id) => {
		const found = [
			['https://n8n.example.com/webhook-waiting/1', 'buttons'],
			['https://n8n.example.com/webhook-waiting/9999999', 'buttons'],
			['https://example.com/n8n/webhook-waiting/99999', 'buttons'],
			['https://example.com/n8n/webhook-waiting/99999', 'page'],
		].map(([base = '', answerWith = '']) => idOf(label, base, answerWith));
		expect(found).toEqual(found.map(() => id));
	});
});

it('a button answers by its position, also where another choice has that ID', async () => {
	const choice = ['2', '1'].map((id) => ({ id, label: `Choice ${id}` }));
	const values = { responseType: 'choices', answerWith: 'buttons', message: 'Which?', choices: { choice } };
	const { question, buttons } = readQuestion(readerOf(values, { resumeUrl }), channel, ['Order 7']);
	for (const [index, { token }] of buttons.entries()) {
		const query = Object.fromEntries(new URL(token, 'http://n8n').searchParams);
		const { output } = await callWaiting(question, { query }, undefined, question.until - 1);
		expect(output).toMatchObject({ data: { choice: choice[index]?.id }, answeredBy: 'button' });
	}
});
