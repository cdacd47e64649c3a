import { jsonOf } from '../support/engine';
import { withParameters } from './exampleHarness';
import { rejecting } from './faults';
import { setUpExample } from './setUpExample';

const [jean, aline] = ['+33600123456', '+33600123457'];

describe('the example "one SMS per row"', () => {
	const at = setUpExample('one-sms-per-row');

	it('sends each row its own text, in a request of its own', async () => {
		expect(jsonOf(await at.run(), 'Send an SMS')).toEqual([
			expect.objectContaining({ accepted: true, to: [jean], requests: 1 }),
			expect.objectContaining({ accepted: true, to: [aline], requests: 1 }),
		]);
		expect((await at.harness.sent()).sort((a, b) => a.number.localeCompare(b.number))).toEqual([
			{ number: jean, text: 'Hello Jean, we look forward to seeing you tomorrow at 9:15.' },
			{ number: aline, text: 'Hello Aline, we look forward to seeing you tomorrow at 10:40.' },
		]);
	});

	it('sends to the others if a number has a missing digit, and ends with an error', async () => {
		const { error } = await at.fail({ '+33 6 00 12 34 57': '+33 6 00 12 34' });
		expect(error?.message).toMatch(/^Rows with an error: 1, .*To: /);
		expect(await at.harness.recipients()).toEqual([jean]);
	});

	it('sends to the others if SMSBOX rejects a row, and shows that row', async () => {
		const phones = Array.from({ length: 30 }, (_, index) => `+336001235${String(index).padStart(2, '0')}`);
		const rows = phones.map((phone) => ({ phone, name: 'Jean', time: '9:15' }));
		const jsonOutput = JSON.stringify({ rows });
		const [, , rejected = ''] = phones;
		await at.harness.break(rejecting(rejected));
		const listed = withParameters(at.read(), ['Sample list'], { mode: 'raw', jsonOutput });
		const result = await at.harness.run(listed, 'Run by hand');
		expect(result.error?.message).toMatch(/^Rows with an error: 1, .*Rejected/);
		expect((await at.harness.recipients()).sort()).toEqual(phones.filter((phone) => phone !== rejected));
		expect(jsonOf(result, 'Send an SMS', 1)).toMatchObject([{ phone: rejected }]);
	});
});
