import { jsonOf } from '../support/engine';
import { DataTables } from './dataTables';
import { ExampleHarness, rcsTrigger, readExample, wabaTrigger } from './exampleHarness';

const name = 'opt-out-list';
const smsTrigger = 'n8n-nodes-smsbox.smsboxIncomingSmsTrigger';
const table = 'smsbox_opt_outs';
const start = 'Run by hand';
const from = '+33600123456';
const other = '+33600123457';
const text = 'The club is closed on Friday. Reply STOP to get no more messages.';

describe('the example "opt-out list"', () => {
	let harness: ExampleHarness;
	let tables: DataTables;
	beforeEach(async () => {
		tables = new DataTables();
		harness = await ExampleHarness.start({ nodes: tables.node });
	});
	afterEach(async () => {
		const undeclared = await harness.undeclared();
		await harness.close();
		expect(undeclared).toEqual([]);
	});

	const numbers = async (): Promise<string[]> => (await harness.sent()).map(({ number }) => number).sort();

	it('sends to everyone while the table is empty', async () => {
		const result = await harness.run(readExample(name), start);
		expect({ status: result.status, error: result.error }).toEqual({ status: 'success', error: undefined });
		expect(await harness.sent()).toEqual(
			expect.arrayContaining([
				{ number: from, text },
				{ number: other, text },
			]),
		);
	});

	it('stores a STOP by SMS once, and leaves the person out from then on', async () => {
		await harness.run(readExample(name), start);
		const served = await harness.serve(readExample(name), smsTrigger);
		await harness.configure({ incomingSmsUrl: served.url });
		await harness.receive({ from, text: 'STOP' });
		await harness.execution(served, 0);
		await harness.receive({ from, text: 'Stop svp' });
		await harness.execution(served, 1);
		await harness.receive({ from: other, text: 'Thank you' });
		expect(tables.rows(table)).toEqual([
			{ phone: from, channel: 'sms', text: 'Stop svp', since: expect.stringMatching(/^\d{4}-/) },
		]);
		const result = await harness.run(readExample(name), start);
		expect(jsonOf(result, 'Send to the others')).toEqual([
			expect.objectContaining({ outcome: 'excluded', excluded: [from] }),
			expect.objectContaining({ accepted: true, to: [other] }),
		]);
		expect(await numbers()).toEqual([from, other, other]);
	});

	it.each(['36180', 'AMAZON'])(
		'stores no STOP of %s, which no send could compare with its recipients',
		async (sender) => {
			await harness.run(readExample(name), start);
			const served = await harness.serve(readExample(name), smsTrigger);
			await fetch(`${served.url}?numero=${sender}&message=STOP&ts=1705326600&reference=1`);
			expect((await harness.execution(served, 0)).status).toBe('success');
			const { status } = await harness.run(readExample(name), start);
			expect({ status, rows: tables.rows(table) }).toEqual({ status: 'success', rows: [] });
		},
	);

	it('stores opt-outs by WhatsApp and by RCS, and nothing else', async () => {
		await harness.run(readExample(name), start);
		const whatsApp = await harness.serve(readExample(name), wabaTrigger);
		const rcs = await harness.serve(readExample(name), rcsTrigger);
		await harness.configure({ wabaWebhookUrl: whatsApp.url, rcsWebhookUrl: rcs.url });
		await harness.receiveByWhatsApp({ from, type: 'text', text: 'Arrêt' });
		await harness.receiveByWhatsApp({ from: other, type: 'text', text: "Don't stop" });
		await harness.receiveByRcs({ from: other, type: 'text', text: 'unsubscribe' });
		for (const result of [
			await harness.execution(whatsApp, 0),
			await harness.execution(whatsApp, 1),
			await harness.execution(rcs),
		])
			expect(result.status).toBe('success');
		expect(tables.rows(table)).toEqual([
			expect.objectContaining({ phone: from, channel: 'waba', text: 'Arrêt' }),
			expect.objectContaining({ phone: other, channel: 'rcs', text: 'unsubscribe' }),
		]);
	});
});
