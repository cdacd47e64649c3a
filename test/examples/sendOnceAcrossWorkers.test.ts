import { jsonOf, type RunResult } from '../support/engine';
import { withoutPauses } from '../support/withoutPauses';
import { readWorkflow } from '../support/workflowJson';
import { readExample, type Fault } from './exampleHarness';
import { PostgresTable } from './postgres';
import { setUpExample } from './setUpExample';

withoutPauses();

const name = 'send-once-across-workers';
const quickly = { '"waitBetweenTries": 1000': '"waitBetweenTries": 1' };
const [camille, jean] = ['+33600123456', '+33600123457'];
const [toCamille, toJean] = [
	{ number: camille, text: 'Hello Camille, your order A-1001 has shipped and arrives tomorrow.' },
	{ number: jean, text: 'Hello Jean, your order A-1002 has shipped and arrives tomorrow.' },
];

describe('the example "send once across workers"', () => {
	let table: PostgresTable;
	const at = setUpExample(name, {
		nodes: () => {
			table = new PostgresTable();
			return table.node;
		},
	});

	const submit = async (edits: Record<string, string> = {}): Promise<RunResult> =>
		await at.harness.run(readExample(name, { ...quickly, ...edits }), 'Run by hand');

	/** Key and outcome of each row. */
	const outcomes = () => [...table.rows].map(([key, { outcome }]) => [key, outcome ?? null]);

	it('sends each order and stores its reference', async () => {
		const result = await submit();
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
		expect([...table.rows.values()]).toEqual(
			jsonOf(result, 'Send the SMS').map(({ reference }, index) => ({
				key: `A-100${index + 1}`,
				execution: result.executionId,
				outcome: 'accepted',
				reference,
			})),
		);
		expect(result.data).not.toHaveProperty('Already submitted');
	});

	it('sends nothing that was submitted before, and shows its outcome', async () => {
		await submit({ 'A-1002': 'A-1000' });
		const result = await submit();
		expect((await at.harness.sent()).map(({ text }) => text)).toEqual([
			toCamille.text,
			toJean.text.replace('A-1002', 'A-1000'),
			toJean.text,
		]);
		expect(jsonOf(result, 'Already submitted')).toEqual([
			{ order: 'A-1001', outcome: 'accepted', reference: table.rows.get('A-1001')?.['reference'] },
		]);
	});

	it.each([
		['no number', '\\"order\\": \\"A-1002\\", ', ''],
		['a number of blanks', 'A-1002', '  '],
	])('sends nothing where an order has %s', async (_what, right, wrong) => {
		const result = await submit({ [right]: wrong });
		expect({ status: result.status, sent: await at.harness.sent() }).toEqual({ status: 'error', sent: [] });
	});

	it.each(['A-1001', ' A-1001 '])('sends an order once that is in the list twice, as "%s"', async (again) => {
		const result = await submit({ 'A-1002': again });
		expect(await at.harness.sent()).toEqual([toCamille]);
		expect(jsonOf(result, 'Already submitted')).toEqual([
			{ order: 'A-1001', outcome: 'unknown', reference: '' },
		]);
	});

	it.each<[string, string, Record<string, string>, Fault[]]>([
		[
			'was rejected',
			'not sent',
			{},
			[{ on: 'request', kind: 'body', body: 'ERROR 03', match: { dest: jean.slice(1) } }],
		],
		['has an invalid number', 'not sent', { '+33600123457': '12' }, []],
		['has no name', 'not sent', { '\\"name\\": \\"Jean\\"': '\\"nom\\": \\"Jean\\"' }, []],
		[
			'goes to a person who opted out',
			'not sent',
			{
				'"options": {}\n\t\t\t},\n\t\t\t"credentials"': `"safetyOptions": { "excludedRecipients": "${jean}" }\n\t\t\t},\n\t\t\t"credentials"`,
			},
			[],
		],
		[
			'may have been sent',
			'unknown',
			{},
			[{ on: 'request', kind: 'cut-after', match: { dest: jean.slice(1) } }],
		],
		[
			'had an answer that is not known',
			'unknown',
			{},
			[{ on: 'request', kind: 'body', body: '?', match: { dest: jean.slice(1) } }],
		],
	])(
		'stores that a message %s as "%s", and does not send it again by itself',
		async (_, outcome, edits, faults) => {
			await at.harness.break(...faults);
			await submit(edits);
			expect(outcomes()).toEqual([
				['A-1001', 'accepted'],
				['A-1002', outcome],
			]);
			const before = await at.harness.sent();
			await at.harness.break();
			expect(jsonOf(await submit(), 'Already submitted')).toMatchObject([
				{ order: 'A-1001', outcome: 'accepted' },
				{ order: 'A-1002', outcome },
			]);
			expect(await at.harness.sent()).toEqual(before);
			table.rows.delete('A-1002');
			expect(jsonOf(await submit(), 'Send the SMS')).toMatchObject([{ to: [jean] }]);
			expect(outcomes()).toContainEqual(['A-1002', 'accepted']);
		},
	);

	it('stores nothing of a dry run, and sends each order in the next run', async () => {
		const { nodes, ...workflow } = readWorkflow(readExample(name, quickly));
		const dry = nodes.map((node) =>
			node.name === 'Send the SMS'
				? { ...node, parameters: { ...node.parameters, safetyOptions: { dryRun: true } } }
				: node,
		);
		table.rows.set('A-1002', { key: 'A-1002', execution: '7' });
		const result = await at.harness.run({ ...workflow, nodes: dry }, 'Run by hand');
		expect(result.status).toBe('success');
		expect([outcomes(), await at.harness.sent()]).toEqual([[['A-1002', null]], []]);
		table.rows.clear();
		await submit();
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
	});

	it('treats an order as unknown whose execution ended before its outcome', async () => {
		table.rows.set('A-1001', { key: 'A-1001', execution: '7' });
		const result = await submit();
		expect(await at.harness.sent()).toEqual([toJean]);
		expect(jsonOf(result, 'Already submitted')).toEqual([
			{ order: 'A-1001', outcome: 'unknown', reference: '' },
		]);
		expect(outcomes()).toContainEqual(['A-1001', null]);
	});

	it('sends nothing where an order has no number, or where the database is away', async () => {
		expect((await submit({ 'A-1002': '' })).status).toBe('error');
		table.failAfter(0);
		expect((await submit()).status).toBe('error');
		expect(await at.harness.sent()).toEqual([]);
		expect(outcomes()).toEqual([]);
	});

	it('stores an outcome by a retry, without another message, if the database was away', async () => {
		table.failAfter(1);
		const failed = await submit();
		expect(failed.status).toBe('error');
		expect(outcomes()).toEqual([
			['A-1001', null],
			['A-1002', null],
		]);
		table.failAfter(Infinity);
		expect((await at.harness.retry(readExample(name), failed)).status).toBe('success');
		expect(outcomes()).toEqual([
			['A-1001', 'accepted'],
			['A-1002', 'accepted'],
		]);
		expect(await at.harness.sent()).toEqual([toCamille, toJean]);
	});

	it('never begins a retry at the message: n8n does not save how far it got', () => {
		expect(readExample(name).settings).toMatchObject({ saveExecutionProgress: false });
	});
});
