import { withoutIds } from './withoutIds';

const event = (reference: string, messageId: string, text: string) => ({
	text: `${text} (${reference})`,
	reference,
	messageId,
	from: '33600123456',
	agent: { wabaId: '100100100100100' },
});

describe('outputs without IDs', () => {
	it('are the same where only IDs differ', () => {
		const one = [
			event('123456789012', 'wamid.YWJj', 'Ça va? 🙂'),
			event('123456789013', 'wamid.YWJk', '10 €'),
		];
		const other = [
			event('987654321098', 'wamid.eHl6', 'Ça va? 🙂'),
			event('987654321099', 'wamid.eHl7', '10 €'),
		];
		expect(withoutIds(one)).toEqual(withoutIds(other));
	});

	it('are the same where a workflow has stored events as its own, but not where another one has', () => {
		const stored = (...workflows: string[]) => withoutIds(workflows.map((id) => `${id}:${'0a'.repeat(16)}`));
		expect(stored('zdNQuIMMB6RdFGv0', 'zdNQuIMMB6RdFGv0')).toEqual(stored('6ba86ebd', '6ba86ebd'));
		expect(stored('6ba86ebd', '6ba86ebd')).not.toEqual(stored('6ba86ebd', '7ba86ebd'));
	});

	it('differ where an ID stands in the place of another', () => {
		const one = { reference: '123456789012', answeredTo: '123456789012' };
		const other = { reference: '987654321098', answeredTo: '987654321099' };
		expect(withoutIds(one)).not.toEqual(withoutIds(other));
	});

	it.each([
		['a text', { text: 'Reçu' }, { text: 'Recu' }],
		['a phone number', { to: '33600123456' }, { to: '33600123457' }],
		['a number and the same as text', { status: 0 }, { status: '0' }],
		['null and nothing', { why: null }, {}],
		['a reference as a number', { reference: 123456789012, other: '1' }, { reference: 'none', other: '1' }],
	])('differ by %s', (_, one, other) => {
		expect(withoutIds(one)).not.toEqual(withoutIds(other));
	});

	it('keep times only where they are asked to', () => {
		const one = { at: '2024-06-28T12:00:00.000Z' };
		const other = { at: '2024-06-28T14:00:00+02:00' };
		expect(withoutIds(one)).toEqual(withoutIds(other));
		expect(withoutIds(one, { keepTimes: true })).not.toEqual(withoutIds(other, { keepTimes: true }));
	});
});
