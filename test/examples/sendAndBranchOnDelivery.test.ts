import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'send-and-branch-on-delivery';
const trigger = 'n8n-nodes-smsbox.smsboxDeliveryReportTrigger';
const delivered = '+99900123456';

describe('the example "send and branch on delivery"', () => {
	const at = setUpExample(name);

	it('sends one SMS with the number of the order beside it', async () => {
		const result = await at.run();
		expect(jsonOf(result, 'Send the SMS')).toEqual([
			expect.objectContaining({ accepted: true, recipientCount: 1, to: ['+99900123456'] }),
		]);
		expect(await at.harness.sent()).toEqual([
			{ number: '+99900123456', text: 'Hello Camille, your order A-1001 is on its way.' },
		]);
		const [fields] = await at.harness.sendFields();
		expect(fields).toMatchObject({ callback: '1', cvar: 'order=A-1001', strategy: '2' });
	});

	const ends = [
		{
			number: delivered,
			branch: 'Delivered',
			row: { order: 'A-1001', customerTold: true, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
		},
		{
			number: '+99930123456',
			branch: 'Failed',
			row: {
				order: 'A-1001',
				customerTold: false,
				why: expect.stringMatching(/^Inactive/),
				todo: 'Call +99930123456',
			},
		},
	];

	it.each(ends)(
		'takes $number to the branch "$branch", in one execution',
		async ({ number, branch, row }) => {
			const workflow = readExample(name, { [delivered]: number });
			const served = await at.harness.serve(workflow, trigger);
			await at.harness.configure({ deliveryReportUrl: served.url });
			await at.harness.run(workflow, 'Run by hand');
			await at.harness.pass(60);
			const result = await at.harness.execution(served);
			expect(result.status).toBe('success');
			expect(jsonOf(result, branch)).toEqual([row]);
			expect(Object.keys(result.data).sort()).toEqual(['Delivery report', 'Which status?', branch].sort());
			expect(served.executions).toHaveLength(1);
			expect(served.errors).toEqual([]);
		},
	);

	it('takes a status that nobody knows to the branch "Status unknown"', async () => {
		const served = await at.harness.serve(readExample(name), trigger);
		const query = 'numero=33600123456&reference=123456789&accuse=42&ts=1705326600&order=A-7';
		const answer = await fetch(`${served.url}?${query}`);
		expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
		const result = await at.harness.execution(served);
		expect(jsonOf(result, 'Status unknown')).toEqual([
			{ order: 'A-7', why: expect.stringContaining('42'), reference: '123456789' },
		]);
	});

	it('starts nothing for a report on the way there', async () => {
		const served = await at.harness.serve(readExample(name), trigger);
		const query = 'numero=33600123456&reference=123456789&accuse=9&ts=1705326600';
		const answer = await fetch(`${served.url}?${query}`);
		expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
		expect(served.executions).toEqual([]);
	});
});
