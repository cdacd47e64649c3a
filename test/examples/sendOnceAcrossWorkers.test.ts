import { jsonOf } from '../support/engine';
import { withParameters, type Fault } from './exampleHarness';
import { PostgresTable } from './postgres';
import { setUpExample } from './setUpExample';

const [camille, jean] = ['+33600123456', '+33600123457'];
const [toCamille, toJean] = [
	{ number: camille, text: 'Hello Camille, your order A-1001 has shipped and arrives tomorrow.' },
	{ number: jean, text: 'Hello Jean, your order A-1002 has shipped and arrives tomorrow.' },
];
const known = 'Already submitted';

describe('the example "send once across workers"', () => {
	const table = new PostgresTable();
	const at = setUpExample('send-once-across-workers', {
		edits: { '"waitBetweenTries": 1000': '"waitBetweenTries": 1' },
		nodes: () => table.emptied,
	});

	/** Key and outcome of each row. */
	const outcomes = () => [...table.rows].map(([key, { outcome }]) => [key, outcome ?? null]);
	const stored = (...all: Array<string | null>) =>
		all.map((outcome, index) => [`A-100${index + 1}`, outcome]);

	it('sends each order and stores its reference', async () => {
		const result = await at.run();
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
		expect([...table.rows.values()]).toEqual(
			jsonOf(result, 'Send the SMS').map(({ reference }, index) => ({
				key: `A-100${index + 1}`,
				execution: result.executionId,
				outcome: 'accepted',
				reference,
			})),
		);
		expect(result.data).not.toHaveProperty(known);
	});

	it('sends the orders of any source with one item per order', async () => {
		const edits = { '"Run by hand"': '"My shop"', '"node": "Orders"': '"node": "Order"' };
		await at.run(edits, 'My shop', { order: 'A-1001', name: 'Camille', phone: camille });
		expect(await at.harness.sent()).toEqual([toCamille]);
	});

	it('sends nothing that was submitted before, and shows its outcome', async () => {
		await at.run({ 'A-1002': 'A-1000' });
		const result = await at.run();
		const ofBefore = { ...toJean, text: toJean.text.replace('A-1002', 'A-1000') };
		expect(await at.harness.sent()).toEqual([toCamille, ofBefore, toJean]);
		expect(jsonOf(result, known)).toEqual([
			{ order: 'A-1001', outcome: 'accepted', reference: table.rows.get('A-1001')?.['reference'] },
		]);
	});

	it.each([
		['no number', '\\"order\\": \\"A-1002\\", ', '', Infinity],
		['an empty number', 'A-1002', '', Infinity],
		['a number of blanks', 'A-1002', '  ', Infinity],
		['no database', 'A-1002', 'A-1002', 0],
	])('sends nothing where an order has %s', async (_what, right, wrong, transactions) => {
		table.failAfter(transactions);
		await at.fail({ [right]: wrong });
		expect([await at.harness.sent(), outcomes()]).toEqual([[], []]);
	});

	it.each(['A-1001', ' A-1001 '])('sends an order once that is in the list twice, as "%s"', async (again) => {
		const result = await at.run({ 'A-1002': again });
		expect(await at.harness.sent()).toEqual([toCamille]);
		expect(jsonOf(result, known)).toEqual([{ order: 'A-1001', outcome: 'unknown', reference: '' }]);
	});

	/** The request for Jean goes wrong. */
	const faulty = (fault: Fault): Fault => ({ on: 'request', match: { dest: jean.slice(1) }, ...fault });
	const options = '"options": {}\n\t\t\t},\n\t\t\t"credentials"';
	const excluded = options.replace('"options": {}', `"safetyOptions": { "excludedRecipients": "${jean}" }`);
	it.each<[string, string, Record<string, string>, Fault[]]>([
		['was rejected', 'not sent', {}, [faulty({ kind: 'body', body: 'ERROR 03' })]],
		['has an invalid number', 'not sent', { [jean]: '12' }, []],
		['has no name', 'not sent', { '\\"name\\": \\"Jean\\"': '\\"nom\\": \\"Jean\\"' }, []],
		['goes to a person who opted out', 'not sent', { [options]: excluded }, []],
		['may have been sent', 'unknown', {}, [faulty({ kind: 'cut-after' })]],
		['had an answer that is not known', 'unknown', {}, [faulty({ kind: 'body', body: '?' })]],
	])('stores that a message %s as "%s", and does not send it again by itself', async (_what, ...row) => {
		const [outcome, edits, faults] = row;
		await at.harness.break(...faults);
		await at.attempt(edits);
		expect(outcomes()).toEqual(stored('accepted', outcome));
		const before = await at.harness.sent();
		await at.harness.break();
		expect(jsonOf(await at.attempt({}), known)).toMatchObject([
			{ order: 'A-1001', outcome: 'accepted' },
			{ order: 'A-1002', outcome },
		]);
		expect(await at.harness.sent()).toEqual(before);
		table.rows.delete('A-1002');
		expect(jsonOf(await at.attempt({}), 'Send the SMS')).toMatchObject([{ to: [jean] }]);
		expect(outcomes()).toContainEqual(['A-1002', 'accepted']);
	});

	it('stores "unknown" where one of several numbers has no message', async () => {
		const waba = { resource: 'message', operation: 'sendText', previewUrl: false };
		const ids = { wabaId: '100100100100100', phoneId: '200200200200200' };
		const edits = { smsboxSms: 'smsboxWaba', [camille]: `${camille}, +99940000001` };
		const json = withParameters(at.read(edits), ['Send the SMS'], { ...waba, ...ids });
		expect((await at.harness.run(json, 'Run by hand')).status).toBe('success');
		expect(await at.harness.recipients('waba')).toEqual([camille, jean]);
		expect(outcomes()).toEqual(stored('unknown', 'accepted'));
	});

	it('stores nothing of a dry run, and sends each order in the next run', async () => {
		const dry = withParameters(at.read(), ['Send the SMS'], { safetyOptions: { dryRun: true } });
		table.rows.set('A-1002', { key: 'A-1002', execution: '7' });
		const result = await at.harness.run(dry, 'Run by hand');
		expect(result.status).toBe('success');
		expect([outcomes(), await at.harness.sent()]).toEqual([[['A-1002', null]], []]);
		table.rows.clear();
		await at.run();
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
	});

	it('treats an order as unknown whose execution ended before its outcome', async () => {
		table.rows.set('A-1001', { key: 'A-1001', execution: '7' });
		const result = await at.run();
		expect(await at.harness.sent()).toEqual([toJean]);
		expect(jsonOf(result, known)).toEqual([{ order: 'A-1001', outcome: 'unknown', reference: '' }]);
		expect(outcomes()).toContainEqual(['A-1001', null]);
	});

	it('stores an outcome by a retry, without another message, if the database was away', async () => {
		table.failAfter(1);
		const failed = await at.fail();
		expect(outcomes()).toEqual(stored(null, null));
		table.failAfter(Infinity);
		expect((await at.harness.retry(at.read(), failed)).status).toBe('success');
		expect(outcomes()).toEqual(stored('accepted', 'accepted'));
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
	});

	it('never begins a retry at the message: n8n does not save how far it got', () => {
		expect(at.read().settings).toMatchObject({ saveExecutionProgress: false });
	});
});
