import {
	answerTo,
	type Given,
	longestAnswer,
	type Question,
	storedQuestion,
} from '../../../../nodes/engine/waiting/question';
import { questions } from '../../../support/waitingCall';

const { approval, choices: sizes, freeText, deliveryStatus } = questions;

const noChoice = 'Choose one of the answers.';
const noText = 'Enter an answer of at most 1,000 characters.';
const noReport = 'Wait for the delivery report.';

describe('an answer to a question', () => {
	it.each<[string, Question, Partial<Given>, unknown]>([
		['approved', approval, { choice: 'approve' }, { approved: true }],
		['declined', approval, { choice: 'decline' }, { approved: false }],
		['a choice', sizes, { choice: 'l' }, { choice: 'l', choiceLabel: 'Large' }],
		['a text, trimmed', freeText, { text: ' fine \n' }, { text: 'fine' }],
		['the longest text', freeText, { text: 'x'.repeat(longestAnswer) }, { text: 'x'.repeat(longestAnswer) }],
		[
			'a final status',
			deliveryStatus,
			{ status: '3' },
			{ delivered: false, status: expect.objectContaining({ code: '3', name: 'Inactive' }) },
		],
		['no choice', approval, {}, noChoice],
		['a choice of another question', approval, { choice: 'l' }, noChoice],
		['a label instead of an ID', sizes, { choice: 'Large' }, noChoice],
		['a text where a choice is asked for', sizes, { text: 'l' }, noChoice],
		['a choice where a text is asked for', freeText, { choice: 'approve' }, noText],
		['an empty text', freeText, { text: ' \n' }, noText],
		['a text that is too long', freeText, { text: 'x'.repeat(longestAnswer + 1) }, noText],
		[
			'a text of too many emoji, of which a browser counts two characters each',
			freeText,
			{ text: '🙂'.repeat(501) },
			noText,
		],
		['a status that another one follows', deliveryStatus, { status: '9' }, noReport],
		['an unknown status', deliveryStatus, { status: '999' }, noReport],
		['a choice, while the delivery status is waited for', deliveryStatus, { choice: 'x' }, noReport],
	])('%s', (_name, asked, given, expected) => {
		expect(answerTo(asked, { choice: '', text: '', status: '', ...given })).toEqual(expected);
	});
});

describe('a stored question', () => {
	const readFrom = (stored: unknown, name = 'Ask') => {
		const evaluated: string[] = [];
		const found = storedQuestion({
			getNode: () => ({ name }),
			evaluateExpression(expression) {
				evaluated.push(expression);
				return stored;
			},
		});
		return { found, evaluated };
	};

	it.each([
		['Ask', '{{ $node["Ask"].context.smsboxQuestion }}'],
		['"{Ask}"', '{{ $node["\\"\\u007bAsk\\u007d\\""].context.smsboxQuestion }}'],
	])('is read by the name of the node: %s', (name, expression) => {
		expect(readFrom(sizes, name)).toEqual({ found: sizes, evaluated: [expression] });
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'question'],
		...Object.entries({
			nonce: 7,
			responseType: 'dance',
			choices: {},
			until: '2026-01-31',
			page: 'Order 7',
		}).flatMap(([name, wrong]): Array<[string, unknown]> => [
			[`another ${name}`, { ...sizes, [name]: wrong }],
			[`no ${name}`, Object.fromEntries(Object.entries(sizes).filter(([key]) => key !== name))],
		]),
	])('is not %s', (_what, stored) => expect(readFrom(stored).found).toBeUndefined());
});
