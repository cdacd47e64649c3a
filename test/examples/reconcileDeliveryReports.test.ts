import { jsonOf, type RunResult } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { DataTables } from './dataTables';
import { ExampleHarness, readExample } from './exampleHarness';

const name = 'reconcile-delivery-reports';
const trigger = 'n8n-nodes-smsbox.smsboxDeliveryReportTrigger';
const lowerFlow = 'Every hour';
const table = 'smsbox_reports';

const hours = (count: number) => count * 3_600_000;

describe('the example "reconcile delivery reports"', () => {
	let harness: ExampleHarness;
	let tables: DataTables;
	let served: ServedTrigger;

	/** The messages of a test were sent so long ago; the simulated clock stands until it is moved. */
	async function begin(ago = hours(3)): Promise<void> {
		tables = new DataTables();
		harness = await ExampleHarness.start({
			nodes: tables.node,
			startAt: new Date(Date.now() - ago),
			speed: 0,
		});
		served = await harness.serve(readExample(name), trigger);
	}
	afterEach(async () => await harness.close());

	/** Sends to each of these numbers with another example, which asks for a delivery report. */
	async function send(...numbers: string[]): Promise<void> {
		for (const number of numbers) {
			const sending = readExample('send-and-branch-on-delivery', { '99900123456': number });
			expect((await harness.run(sending, 'Run by hand')).status).toBe('success');
		}
	}

	async function reconcile(): Promise<RunResult> {
		const result = await harness.run(readExample(name), lowerFlow);
		expect(result.status).toBe('success');
		return result;
	}

	const rows = () => tables.rows(table);
	const phones = () => rows().map(({ phone, foundBy }) => `${String(phone)} ${String(foundBy)}`);

	it('makes its table, and finds nothing where nothing was sent', async () => {
		await begin();
		const result = await reconcile();
		expect(jsonOf(result, 'Get the history')).toEqual([]);
		expect(rows()).toEqual([]);
		expect(await harness.undeclared()).toEqual([]);
	});

	it('takes a report that comes through the branch, and keeps it', async () => {
		await begin();
		await reconcile();
		await harness.configure({ deliveryReportUrl: served.url });
		await send('99900123456');
		await harness.pass(60);
		const result = await harness.execution(served);
		expect(result.status).toBe('success');
		const [row] = rows();
		expect(row).toEqual({
			reference: expect.stringMatching(/^\d{12}$/),
			phone: '99900123456',
			status: 'Received',
			why: 'Delivered',
			delivered: true,
			foundBy: 'report',
		});
		expect(jsonOf(result, 'Delivered')).toEqual([
			{ reference: row?.['reference'], customerTold: true, foundBy: 'report' },
		]);
	});

	it('hands what was missed to the same branch, and only that', async () => {
		await begin();
		await reconcile();
		await harness.configure({ deliveryReportUrl: served.url });
		await send('99900123456');
		await harness.pass(60);
		await harness.execution(served);
		// Nobody listens any more.
		await harness.configure({ deliveryReportUrl: `${served.url}-gone` });
		await send('99930123456', '33600123456');
		await harness.pass(60);
		const result = await reconcile();
		expect(phones().sort()).toEqual(['33600123456 history', '99900123456 report', '99930123456 history']);
		expect(jsonOf(result, 'Delivered')).toEqual([expect.objectContaining({ foundBy: 'history' })]);
		expect(jsonOf(result, 'Failed')).toEqual([
			expect.objectContaining({
				customerTold: false,
				why: expect.stringMatching(/^Inactive: ./),
				todo: 'Call 99930123456',
			}),
		]);
		const again = await reconcile();
		expect(jsonOf(again, 'Is it new?')).toEqual([]);
		expect(rows()).toHaveLength(3);
	});

	it('does nothing for a report that comes after the history was faster', async () => {
		await begin();
		await send('99910123456');
		await harness.pass(60);
		await reconcile();
		expect(phones()).toEqual(['99910123456 history']);
		const reference = String(rows()[0]?.['reference']);
		const answer = await fetch(
			`${served.url}?numero=99910123456&reference=${reference}&accuse=1&ts=1705326600`,
		);
		expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
		const late = await harness.execution(served);
		expect(late.status).toBe('success');
		expect(jsonOf(late, 'Is it new?')).toEqual([]);
		expect(rows()).toHaveLength(1);
	});

	it('leaves out what is younger than an hour, on its way, or of unknown status', async () => {
		await begin(hours(0.5));
		await send('99900123456');
		await harness.pass(60);
		await reconcile();
		expect(rows()).toEqual([]);
		await harness.close();

		await begin();
		await send('99900123456', '99910123456');
		// The first report is that of the operator having it; nothing is known before.
		await harness.pass(0);
		await reconcile();
		await harness.pass(3);
		await reconcile();
		expect(rows()).toEqual([]);
		await harness.pass(60);
		await reconcile();
		expect(phones().sort()).toEqual(['99900123456 history', '99910123456 history']);
	});

	it('takes a status that nobody knows to the branch "Status unknown"', async () => {
		await begin();
		await reconcile();
		const answer = await fetch(
			`${served.url}?numero=33600123456&reference=123456789&accuse=42&ts=1705326600`,
		);
		expect(answer.status).toBe(200);
		const result = await harness.execution(served);
		expect(jsonOf(result, 'Status unknown')).toEqual([
			{ reference: '123456789', why: expect.stringContaining('42'), foundBy: 'report' },
		]);
	});

	it('forgets rows after 30 days', async () => {
		await begin();
		await reconcile();
		const report = `${served.url}?numero=33600123456&accuse=0&ts=1705326600&reference=`;
		tables.makeOld(31 * 24 * 60);
		await fetch(`${report}1001`);
		await harness.execution(served, 0);
		tables.makeOld(29 * 24 * 60);
		await fetch(`${report}1002`);
		await harness.execution(served, 1);
		await reconcile();
		expect(rows().map(({ reference }) => reference)).toEqual(['1002']);
	});
});
