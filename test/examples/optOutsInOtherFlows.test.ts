import { z } from 'zod';
import { jsonOf, type WorkflowJson } from '../support/engine';
import { readWorkflow } from '../support/workflowJson';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const table = 'smsbox_opt_outs';
const from = '+33600123456';
const stranger = '+33600123470';
const [one, two, three] = ['+33600123461', '+33600123462', '+33600123463'];
const text = 'The club is closed on Friday. Reply STOP to get no more messages.';
/** As the recipe has it, for the copy with the number. */
const excludedFrom = (copy: string): string =>
	`"excludedRecipients": "={{ $('${copy}').all().filter((row) => row.json.id).map((row) => row.json.phone) }}"`;

const to = (node: string, index = 0) => ({ node, type: 'main', index });
const main = (...targets: Array<ReturnType<typeof to>>) => ({ main: [targets] });

const optOutList = (edits: Record<string, string> = {}) => readWorkflow(readExample('opt-out-list', edits));

/** Copies the two nodes of the recipe to in front of a node. n8n numbers what it has already. */
function withOptOuts(workflow: WorkflowJson, sends: string, number = ''): WorkflowJson {
	const [optOuts, onlyTheList] = [`Opt-outs${number}`, `Only the list${number}`];
	const copies = optOutList()
		.nodes.filter(({ name }) => ['Opt-outs', 'Only the list'].includes(name))
		.map((node) => ({ ...node, name: `${node.name}${number}` }));
	const both = [to(optOuts), to(onlyTheList)].map((target) => JSON.stringify(target)).join();
	const connections = z
		.record(z.unknown())
		.parse(JSON.parse(JSON.stringify(workflow.connections).replaceAll(JSON.stringify(to(sends)), both)));
	const added = { [optOuts]: main(to(onlyTheList, 1)), [onlyTheList]: main(to(sends)) };
	return { ...workflow, nodes: [...workflow.nodes, ...copies], connections: { ...connections, ...added } };
}

/** An example, and the opt-out list in the same n8n. */
function setUp(name: string) {
	const at = setUpExample(name);
	let before: number;

	return {
		at,
		/** Creates the table by the first run of the opt-out list, and lets people opt out. */
		optOut: async (...rows: Array<Record<string, unknown>>): Promise<void> => {
			await at.harness.run(optOutList(), 'Run by hand');
			for (const row of rows) at.tables.restore(table, row);
			before = (await at.harness.sent()).length;
		},
		/** What was sent since then. */
		sent: async () => (await at.harness.sent()).slice(before),
	};
}

describe('opt-outs in front of a node that sends', () => {
	const { at, optOut, sent } = setUp('opt-out-list');
	/** Somebody else has opted out with more than a word. */
	const optedOut = { phone: stranger, channel: 'sms', text: 'STOP, my wife is in hospital' };

	/** A trigger and the node that sends, with the recipe between them. */
	function behindTrigger(edits: Record<string, string>): WorkflowJson {
		const sends = 'Send to the others';
		const example = optOutList(edits);
		const trigger = { name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' };
		const nodes = [trigger, ...example.nodes.filter(({ name }) => name === sends)];
		return withOptOuts({ ...example, nodes, connections: { Trigger: main(to(sends)) } }, sends);
	}

	it('leave what the trigger returns as it is', async () => {
		await optOut(optedOut);
		const items = [one, two, stranger, three].map((phone) => ({ json: { phone, text: `For ${phone}` } }));
		const workflow = behindTrigger({ [text]: '={{ $json.text }}' });
		const { status } = await at.harness.run(workflow, 'Trigger', items);
		expect(status).toBe('success');
		expect(await sent()).toEqual([one, two, three].map((number) => ({ number, text: `For ${number}` })));
	});

	it('leave the order number that is the deduplication key', async () => {
		await optOut(optedOut);
		const options = '"excludedRecipients"';
		const workflow = behindTrigger({ [options]: `"deduplicationKey": "={{ $json.id }}", ${options}` });
		await at.harness.run(workflow, 'Trigger', [{ json: { phone: one, id: 77 } }]);
		await at.harness.run(workflow, 'Trigger', [{ json: { phone: two, id: 78 } }]);
		expect((await sent()).map(({ number }) => number)).toEqual([one, two]);
	});

	it.each(['Phone', 'telephone'])('end the run where the column is called %s', async (column) => {
		await at.attempt({ '"name": "phone"': `"name": "${column}"` });
		await optOut({ [column]: from });
		await at.fail();
		expect(await sent()).toEqual([]);
	});
});

describe('opt-outs in front of an answer', () => {
	const { at, optOut, sent } = setUp('answer-incoming-sms');
	const answer = { number: from, text: expect.stringContaining('We are open') };

	it.each([
		['somebody else has opted out', [{ phone: stranger }], [answer]],
		['nobody has opted out', [], [answer]],
		['the person has opted out', [{ phone: from }], []],
	])('let it go to the person while %s', async (_what, rows, answers) => {
		await optOut(...rows);
		const once = '"blockDuplicatesFor": 1';
		const example = at.read({ [once]: `${once}, ${excludedFrom('Opt-outs')}` });
		await at.publish('sms', withOptOuts(example, 'Answer'));
		await at.receive({ from, text: 'When are you open?' });
		expect(await sent()).toEqual(answers);
	});
});

describe('opt-outs in a workflow with two flows', () => {
	const { at, optOut, sent } = setUp('otp-with-sms-fallback');

	it('are read in each', async () => {
		await optOut();
		const example = at.read({
			'+33600123456': '+99910123456',
			'"options": {}': `"safetyOptions": { ${excludedFrom('Opt-outs')} }`,
			'"blockDuplicatesFor": 1': `"blockDuplicatesFor": 1, ${excludedFrom('Opt-outs1')}`,
			'"amount": 5': '"amount": 0',
		});
		const workflow = withOptOuts(withOptOuts(example, 'Send by WhatsApp'), 'Send by SMS', '1');
		await at.publish('waba', workflow);
		await at.harness.run(workflow, 'Run by hand');
		await at.pass(60);
		expect(jsonOf(await at.started(), 'Not sent by SMS')).toEqual([]);
		expect(await sent()).toHaveLength(1);
	});
});
