import { storedQuestion } from '../../../../nodes/engine/waiting/question';
import { questions } from '../../../support/waitingCall';

const { choices: sizes } = questions;

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
