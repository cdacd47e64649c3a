/** How a question is read from its fields, without n8n: limits, links, and every input that is rejected. */
import {
	type AskingChannel,
	fromFields,
	oneRecipient,
	readQuestion,
} from '../../../../nodes/engine/waiting/readQuestion';
import { readWaitLimit } from '../../../../nodes/engine/waiting/waitFields';
import { InvalidInput } from '../../../../protocol/errors';
import { invalidInput } from '../../../protocol/helpers';
import { readerOf } from '../../../support/reader';

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText', 'deliveryStatus'],
	mostChoices: 2,
	longestLabel: 20,
	isWithinLimits: (text) => text.length <= 400,
};
const onlyPage: AskingChannel = { ...channel, longestLabel: undefined };

function resumeUrl(query: Readonly<Record<string, string>>): string {
	return `https://n8n.example.com/webhook-waiting/1/a?${new URLSearchParams({ ...query, signature: 'a'.repeat(64) }).toString()}`;
}

const approval = {
	responseType: 'approval',
	approvalType: 'double',
	approveLabel: ' Yes ',
	declineLabel: 'No',
	answerWith: 'buttons',
	message: ' Ship it? ',
};
const choicesOf = (...choice: Array<{ label: string; id?: string }>) => ({
	...approval,
	responseType: 'choices',
	choices: { choice: choice.map((row) => ({ id: '', ...row })) },
});

const read = (values: Record<string, unknown>, on = channel, toolInput?: () => unknown) =>
	readQuestion(
		readerOf(
			{ options: {}, ...values },
			{ review: toolInput && { toolInput, valueOf: toolInput }, resumeUrl },
		),
		on,
		['Order 7'],
	);

const yes = { id: 'approve', label: 'Yes' };
const no = { id: 'decline', label: 'No' };

it('needs room for its last button', () => {
	const labels = Array.from({ length: 10 }, (_, index) => ({ label: `Choice ${index}` }));
	const on = (longest: number): AskingChannel => ({
		...channel,
		mostChoices: 10,
		longestToken: () => longest,
	});
	const { buttons } = read(choicesOf(...labels), on(1_000));
	const longest = Math.max(...buttons.map(({ token }) => token.length));
	expect(read(choicesOf(...labels), on(longest)).buttons).toHaveLength(10);
	expect(() => read(choicesOf(...labels), on(longest - 1))).toThrow(InvalidInput);
});

describe('a question', () => {
	it.each<[string, Record<string, unknown>, AskingChannel, object[], boolean, boolean]>([
		['an approval in the chat', approval, channel, [yes, no], true, false],
		['an approval by one button', { ...approval, approvalType: 'single' }, channel, [yes], true, false],
		[
			'an approval by a label of 20 characters',
			{ ...approval, approvalType: 'single', approveLabel: '👍'.repeat(20) },
			channel,
			[{ id: 'approve', label: '👍'.repeat(20) }],
			true,
			false,
		],
		['an approval on the page', { ...approval, answerWith: 'page' }, channel, [yes, no], false, true],
		['an approval where there is only the page', approval, onlyPage, [yes, no], false, true],
		[
			'choices',
			choicesOf({ label: ' S ', id: ' s ' }, { label: 'L' }),
			channel,
			[
				{ id: 's', label: 'S' },
				{ id: 'L', label: 'L' },
			],
			true,
			false,
		],
		['a free text', { ...approval, responseType: 'freeText' }, channel, [], false, true],
		['a report', { ...approval, responseType: 'deliveryStatus' }, channel, [], false, false],
	])('%s', (_what, values, on, choices, withButtons, isLinked) => {
		const { question, text, buttons, reportToken } = read(values, on);
		expect(question).toEqual({
			nonce: expect.stringMatching(/^[\w-]{20}$/),
			responseType: values.responseType,
			choices,
			page: {
				title: 'Order 7',
				message: 'Ship it?',
				submitLabel: 'Send',
				closing: 'Thank you. You can close this page.',
			},
			until: Date.parse('2026-02-01T12:00:00Z'),
		});
		const pageUrl = resumeUrl({ nonce: question.nonce });
		expect(text).toBe(isLinked ? `Ship it?\n\n${pageUrl}` : 'Ship it?');
		expect(pageUrl.endsWith(reportToken)).toBe(true);
		expect(buttons).toEqual(
			(withButtons ? question.choices : []).map(({ label }, index) => ({
				title: label,
				token: reportToken.replace('&', `&button=${index + 1}&`),
			})),
		);
	});

	it('has the texts of the options on its page', () => {
		const options = { submitLabel: 'Envoyer', closing: 'Merci.' };
		expect(read({ ...approval, contentOptions: options }).question.page).toMatchObject(options);
	});

	const long = 'x'.repeat(20);
	const a = { label: 'a' };
	const wrongLength = 'A label must have 1 to 20 characters';
	it.each<[string, Record<string, unknown>, string, AskingChannel?]>([
		['an empty message', { ...approval, message: ' ' }, 'The message is empty.'],
		['an invisible message', { ...approval, message: '\u200b' }, 'The message is empty.'],
		['an invisible label', { ...approval, declineLabel: '\u2060' }, `${wrongLength}.`],
		['an empty label', { ...approval, approveLabel: ' ' }, `${wrongLength}.`],
		['a long one', { ...approval, declineLabel: `${long}x` }, `${wrongLength}.`],
		['a page label', { ...approval, approveLabel: 'x'.repeat(201) }, '1 to 200 characters.', onlyPage],
		['equal ones', { ...approval, declineLabel: 'Yes' }, 'Two choices have the same label.'],
		['a choice without a label', choicesOf({ label: ' ' }), `${wrongLength} (choice 1).`],
		['a choice with a long label', choicesOf({ label: `${long}x` }), `${wrongLength} (choice 1).`],
		['no choices', choicesOf(), 'There are no choices.'],
		['many choices', choicesOf(a, { label: 'b' }, { label: 'c' }), 'There are more than 2 choices.'],
		['equal labels', choicesOf({ label: 'a', id: '1' }, a), 'Two choices have the same label.'],
		['equal IDs', choicesOf(a, { label: 'b', id: 'a' }), 'Two choices have the same ID.'],
	])('is not asked with %s', (_what, values, problem, ...on) => {
		const failure = invalidInput(() => read(values, ...on));
		expect(failure).toMatchObject({ message: expect.stringContaining(problem) });
		expect(failure.field).toMatch(/^(?:message|(?:approveL|declineL|l)abel|id|choices)$/);
	});

	it.each([
		['20 characters in a label', choicesOf({ label: long, id: '1' }), { id: '1', label: long }],
		['a long ID', choicesOf({ label: 'a', id: 'x'.repeat(999) }), { id: 'x'.repeat(999), label: 'a' }],
		['20 emoji', choicesOf({ label: '🙂'.repeat(20) }), { id: '1', label: '🙂'.repeat(20) }],
	])('can have %s', (_what, values, choice) => {
		expect(read(values).question.choices).toEqual([choice]);
	});
});

describe('a review', () => {
	const message = '=Call {{ $tool.parameters }}';

	it('that fits is sent whole', () => {
		const { text, question } = read({ ...approval, message }, channel, () => ({
			text: 'Hi\nyou',
		}));
		expect(text).toBe('Call text: Hi ⏎ you');
		expect(question.page.message).toBe(text);
	});

	it('that is too long is shortened as little as possible, with a link to all of it', () => {
		const input = { to: '+33600123456', text: `begin ${'x'.repeat(2_000)} end` };
		const { text, question } = read({ ...approval, message }, channel, () => input);
		expect(text).toHaveLength(400);
		expect(text).toMatch(
			/^Call to: \+33600123456\ntext: begin x+ \.\.\. \(shortened\) \.\.\. x+ end\n\nhttps:/,
		);
		expect(text.endsWith(resumeUrl({ nonce: question.nonce }))).toBe(true);
		expect(question.page.message).toContain(input.text);
	});

	it('whose recipients alone are too long is not sent', () => {
		const input = { to: Array.from({ length: 50 }, (_, index) => `+336001234${index + 10}`) };
		expect(() => read({ ...approval, message }, channel, () => input)).toThrow(
			'The message is too long, even with the input of the tool shortened.',
		);
	});
});

describe('the limit of a wait', () => {
	const now = Date.parse('2026-01-31T12:00:00Z');
	const minutes = (count: number): number => now + count * 60_000;
	const limit = (values: object): number => readWaitLimit(readerOf({ limitWaitTime: { values } }));

	it.each([
		['is a day unless it is set', undefined, 24 * 60],
		['is a day unless it is changed, as without the option', {}, 24 * 60],
		['is a number of hours', { resumeAmount: 3, resumeUnit: 'hours' }, 180],
		['is a number of minutes', { resumeAmount: 1, resumeUnit: 'minutes' }, 1],
		['is a number of days', { resumeAmount: 730, resumeUnit: 'days' }, 730 * 24 * 60],
		['is a time', { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-31T13:30:00Z' }, 90],
	])('%s', (_what, values, expected) => {
		expect(values === undefined ? readWaitLimit(readerOf({})) : limit(values)).toBe(minutes(expected));
	});

	it.each([
		['under a minute', { resumeAmount: 0.9, resumeUnit: 'minutes' }],
		['over two years', { resumeAmount: 731, resumeUnit: 'days' }],
		['in the past', { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-31T11:00:00Z' }],
		['without a time', { limitType: 'atSpecifiedTime' }],
	])('is not %s', (_what, values) => {
		expect(() => limit(values)).toThrow('The wait must last from one minute to two years.');
	});
});

describe("the workflow's timeout", () => {
	const minuteMs = 60_000;
	const limit = (timeoutMs: number, values?: object): number =>
		readWaitLimit(
			readerOf(values === undefined ? {} : { limitWaitTime: { values } }, {
				resumeUrl,
				timeoutMs: () => timeoutMs,
			}),
		);
	const anHour = { resumeAmount: 1, resumeUnit: 'hours' };
	const at = { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-31T13:00:00Z' };

	it.each([anHour, at])('has room for a wait and two minutes more: %j', (values) => {
		expect(limit(62 * minuteMs, values)).toBe(Date.parse('2026-01-31T13:00:00Z'));
		expect(invalidInput(() => limit(62 * minuteMs - 1, values))).toMatchObject({
			field: 'limitWaitTime',
			message: "The wait is too long for the workflow's timeout.",
			remediation: expect.stringContaining('Turn off Timeout Workflow in the workflow settings'),
		});
	});

	it('has room for the day that is waited where nothing is set', () => {
		expect(limit((24 * 60 + 2) * minuteMs)).toBe(Date.parse('2026-02-01T12:00:00Z'));
		expect(() => limit(60 * minuteMs)).toThrow("The wait is too long for the workflow's timeout.");
	});
});

describe('an error of a message', () => {
	const failing = (error: Error) => () =>
		fromFields(() => {
			throw error;
		});

	it('is about the field that the part was entered in', () => {
		const error = invalidInput(failing(new InvalidInput('body', 'It is too long.', 'Shorten it.')));
		expect(error).toMatchObject({ field: 'message', message: 'It is too long.', remediation: 'Shorten it.' });
	});

	it.each([new InvalidInput('to', 'Invalid', 'Change it.'), new TypeError('other')])(
		'is left alone: %s',
		(error) => expect(failing(error)).toThrow(error),
	);
});

it('goes to one recipient', () => {
	expect(oneRecipient(['a'])).toEqual(['a']);
	expect(() => oneRecipient(['a', 'b'])).toThrow('A question goes to one recipient, and this one to 2.');
});
