import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const [delivered, failed] = ['+99900123456', '+99930123456'];
const order = 'A-1001';

describe('the example "send and branch on delivery"', () => {
	const at = setUpExample('send-and-branch-on-delivery', { published: 'report' });

	it('sends one SMS with the number of the order beside it', async () => {
		expect(jsonOf(await at.run(), 'Send the SMS')).toEqual([
			expect.objectContaining({ accepted: true, recipientCount: 1, to: [delivered] }),
		]);
		expect(await at.harness.sent()).toEqual([
			{ number: delivered, text: 'Hello Camille, your order A-1001 is on its way.' },
		]);
		const [fields] = await at.harness.sendFields();
		expect(fields).toMatchObject({ callback: '1', cvar: 'order=A-1001', strategy: '2' });
	});

	const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
	const why: unknown = expect.stringMatching(/^Inactive/);
	it.each([
		['Delivered', delivered, { order, customerTold: true, at: time }],
		['Failed', failed, { order, customerTold: false, why, todo: `Call ${failed}` }],
	])('goes to the branch "%s" for %s, in one execution', async (branch, number, row) => {
		await at.run({ [delivered]: number });
		await at.harness.pass(60);
		const result = await at.started();
		expect(jsonOf(result, branch)).toEqual([row]);
		expect(Object.keys(result.data).sort()).toEqual(['Delivery report', 'Which status?', branch].sort());
		expect(at.served.executions).toHaveLength(1);
	});

	const report = 'numero=33600123456&reference=123456789&ts=1705326600';
	it('takes a status that nobody knows to the branch "Status unknown"', async () => {
		await at.call(`${report}&accuse=42&order=A-7`);
		expect(jsonOf(await at.started(), 'Status unknown')).toEqual([
			{ order: 'A-7', why: expect.stringContaining('42'), reference: '123456789' },
		]);
	});

	it('starts nothing for a report on the way there', async () => {
		await at.call(`${report}&accuse=9`);
		expect(at.served.executions).toEqual([]);
	});
});
