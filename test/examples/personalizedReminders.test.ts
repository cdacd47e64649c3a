import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

describe('the example "personalized reminders"', () => {
	const at = setUpExample('personalized-reminders');

	it('reminds everybody who has a number, each by name, in one request', async () => {
		const result = await at.run({}, 'Every afternoon');
		expect(jsonOf(result, 'Send the reminders')).toEqual([
			expect.objectContaining({
				accepted: true,
				recipientCount: 2,
				to: ['+33600123456', '+33600123457'],
				requests: 1,
			}),
		]);
		expect(await at.harness.sendFields()).toEqual([
			expect.objectContaining({
				dest: '33600123456;Jean;9:15,33600123457;Paul%d44% Léa%d59% Zoé;10:40',
				msg: 'Hello %1%, we look forward to seeing you tomorrow at %2%.',
				personnalise: '1',
				strategy: '3',
			}),
		]);
		expect(await at.harness.sent()).toEqual([
			{ number: '+33600123456', text: 'Hello Jean, we look forward to seeing you tomorrow at 9:15.' },
			{
				number: '+33600123457',
				text: 'Hello Paul, Léa; Zoé, we look forward to seeing you tomorrow at 10:40.',
			},
		]);
	});

	it.each(['phone', 'name', 'time'])(
		'ends with an error where the column %s has another name',
		async (column) => {
			const edits = { [`\\"${column}\\"`]: `\\"my_${column}\\"` };
			const result = await at.harness.run(readExample('personalized-reminders', edits), 'Every afternoon');
			expect({ status: result.status, sent: await at.harness.sent() }).toEqual({ status: 'error', sent: [] });
		},
	);

	it('ends with an error where all cells with a number are blank', async () => {
		const blank = { '\\"33600123456\\"': '\\" \\"', '+33 6 00 12 34 57': '  ' };
		const result = await at.harness.run(readExample('personalized-reminders', blank), 'Every afternoon');
		expect({ status: result.status, sent: await at.harness.sent() }).toEqual({ status: 'error', sent: [] });
	});

	it('says how to read a Data table of more than 50 rows', () => {
		expect(JSON.stringify(readExample('personalized-reminders').nodes)).toContain('**Return All**');
	});

	it('takes numbers as a spreadsheet has them: without a plus, and cells of spaces', async () => {
		await at.run(
			{ '\\"33600123456\\"': '33600123456', '\\"phone\\": \\"\\"': '\\"phone\\": \\"  \\"' },
			'Every afternoon',
		);
		expect((await at.harness.sent()).map(({ number }) => number)).toEqual(['+33600123456', '+33600123457']);
	});
});
