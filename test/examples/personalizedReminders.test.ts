import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const [jean, group] = ['+33600123456', '+33600123457'];

describe('the example "personalized reminders"', () => {
	const at = setUpExample('personalized-reminders', { start: 'Every afternoon' });

	it('reminds everybody who has a number, each by name, in one request', async () => {
		const result = await at.run();
		expect(jsonOf(result, 'Send the reminders')).toEqual([
			expect.objectContaining({ accepted: true, recipientCount: 2, to: [jean, group], requests: 1 }),
		]);
		expect(await at.harness.sendFields()).toEqual([
			expect.objectContaining({
				dest: '33600123456;Jean;9:15,33600123457;Paul%d44% Léa%d59% Zoé;10:40',
				msg: 'Hello %1%, we look forward to seeing you tomorrow at %2%.',
				personnalise: '1',
				strategy: '3',
			}),
		]);
		const text = (name: string, time: string) =>
			`Hello ${name}, we look forward to seeing you tomorrow at ${time}.`;
		expect(await at.harness.sent()).toEqual([
			{ number: jean, text: text('Jean', '9:15') },
			{ number: group, text: text('Paul, Léa; Zoé', '10:40') },
		]);
	});

	it.each([
		['the column phone has another name', { '\\"phone\\"': '\\"my_phone\\"' }],
		['the column name has another name', { '\\"name\\"': '\\"my_name\\"' }],
		['the column time has another name', { '\\"time\\"': '\\"my_time\\"' }],
		['all cells with a number are blank', { '\\"33600123456\\"': '\\" \\"', '+33 6 00 12 34 57': '  ' }],
	])('ends with an error, and sends nothing, where %s', async (_what, edits) => {
		await at.fail(edits);
		expect(await at.harness.sent()).toEqual([]);
	});

	it('says how to read a Data table of more than 50 rows', () => {
		expect(JSON.stringify(at.read().nodes)).toContain('**Return All**');
	});

	it('takes numbers as a spreadsheet has them: without a plus, and cells of spaces', async () => {
		await at.run({ '\\"33600123456\\"': '33600123456', '\\"phone\\": \\"\\"': '\\"phone\\": \\"  \\"' });
		expect(await at.harness.recipients()).toEqual([jean, group]);
	});
});
