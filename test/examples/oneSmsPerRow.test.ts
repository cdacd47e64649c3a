import { jsonOf } from '../support/engine';
import { readWorkflow } from '../support/workflowJson';
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

	/** Rows to `+33600123500` and following numbers. */
	const rowsOf = (count: number): string =>
		JSON.stringify({
			rows: Array.from({ length: count }, (_, index) => ({
				phone: `+336001235${String(index).padStart(2, '0')}`,
				name: 'Jean',
				time: '9:15',
			})),
		});

	it('sends to the others if a number has a missing digit, and ends with an error', async () => {
		const bad = readExample(name, { '+33 6 00 12 34 57': '+33 6 00 12 34' });
		const result = await at.harness.run(bad, 'Run by hand');
		expect(result.error?.message).toMatch(/^Rows with an error: 1, .*To: /);
		expect((await at.harness.sent()).map(({ number }) => number)).toEqual(['+33600123456']);
	});

	it('sends to the others if SMSBOX rejects a row, and shows that row', async () => {
		const { nodes, ...workflow } = readWorkflow(readExample(name));
		const listed = nodes.map((node) =>
			node.name === 'Sample list'
				? { ...node, parameters: { mode: 'raw', jsonOutput: rowsOf(30), options: {} } }
				: node,
		);
		const rejected = '+33600123502';
		await at.harness.break({
			on: 'request',
			kind: 'body',
			body: 'ERROR',
			times: 0,
			match: { dest: rejected.slice(1) },
		});
		const result = await at.harness.run({ ...workflow, nodes: listed }, 'Run by hand');
		expect(result.error?.message).toMatch(/^Rows with an error: 1, .*Rejected/);
		const numbers = (await at.harness.sent()).map(({ number }) => number);
		expect(numbers).toHaveLength(29);
		expect(numbers).not.toContain(rejected);
		expect(jsonOf(result, 'Send an SMS', 1)).toMatchObject([{ phone: rejected }]);
	});
});
