import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'one-sms-per-row';

describe('the example "one SMS per row"', () => {
	const at = setUpExample(name);

	it('sends each row its own text, in a request of its own', async () => {
		const result = await at.run();
		expect(jsonOf(result, 'Send an SMS')).toEqual([
			expect.objectContaining({ accepted: true, to: ['+33600123456'], requests: 1 }),
			expect.objectContaining({ accepted: true, to: ['+33600123457'], requests: 1 }),
		]);
		expect((await at.harness.sent()).sort((a, b) => a.number.localeCompare(b.number))).toEqual([
			{ number: '+33600123456', text: 'Hello Jean, we look forward to seeing you tomorrow at 9:15.' },
			{ number: '+33600123457', text: 'Hello Aline, we look forward to seeing you tomorrow at 10:40.' },
		]);
	});

	it('sends nothing if a number has a missing digit', async () => {
		const bad = readExample(name, { '+33 6 00 12 34 57': '+33 6 00 12 34' });
		const result = await at.harness.run(bad, 'Run by hand');
		expect(result.status).toBe('error');
		expect(await at.harness.sent()).toEqual([]);
	});
});
