import { z } from 'zod';
import { jsonOf, type WorkflowJson } from '../support/engine';
import { readWorkflow } from '../support/workflowJson';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const table = 'smsbox_opt_outs';
const from = '+33600123456';
const stranger = '+33600123470';
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
	return {
		...workflow,
		nodes: [...workflow.nodes, ...copies],
		connections: {
			...connections,
			[optOuts]: main(to(onlyTheList, 1)),
			[onlyTheList]: main(to(sends)),
		},
	};
}

describe('opt-outs in front of a node that sends', () => {
	const at = setUpExample('opt-out-list');

	/** A trigger and the node that sends, with the recipe between them. */
	function behindTrigger(edits: Record<string, string> = {}): WorkflowJson {
		const example = optOutList(edits);
		const trigger = {
			id: 't',
			name: 'Trigger',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const sends = example.nodes.filter(({ name }) => name === 'Send to the others');
		return withOptOuts(
			{
				...example,
				nodes: [trigger, ...sends],
				connections: { Trigger: main(to('Send to the others')) },
			},
			'Send to the others',
		);
	}

	/** Creates the table, and lets somebody else opt out with more than a word. */
	async function optOut(): Promise<void> {
		await at.run();
		at.tables.restore(table, { phone: stranger, channel: 'sms', text: 'STOP, my wife is in hospital' });
	}
	const sentSince = async (count: number) => (await at.harness.sent()).slice(count);

	it('leave what the trigger returns as it is', async () => {
		await optOut();
		const { length } = await at.harness.sent();
		const people = ['+33600123461', '+33600123462', stranger, '+33600123463'];
		const { status } = await at.harness.run(
			behindTrigger({ [text]: '={{ $json.text }}' }),
			'Trigger',
			people.map((phone) => ({ json: { phone, text: `For ${phone}` } })),
		);
		expect({ status, sent: await sentSince(length) }).toEqual({
			status: 'success',
			sent: people.filter((phone) => phone !== stranger).map((number) => ({ number, text: `For ${number}` })),
		});
	});

	it('leave the order number that is the deduplication key', async () => {
		await optOut();
		const { length } = await at.harness.sent();
		const workflow = behindTrigger({
			'"excludedRecipients"': '"deduplicationKey": "={{ $json.id }}", "excludedRecipients"',
		});
		await at.harness.run(workflow, 'Trigger', [{ json: { phone: '+33600123461', id: 77 } }]);
		await at.harness.run(workflow, 'Trigger', [{ json: { phone: '+33600123462', id: 78 } }]);
		expect((await sentSince(length)).map(({ number }) => number)).toEqual(['+33600123461', '+33600123462']);
	});

	it.each(['Phone', 'telephone'])('end the run where the column is called %s', async (column) => {
		await at.harness.run(
			readExample('opt-out-list', { '"name": "phone"': `"name": "${column}"` }),
			'Run by hand',
		);
		at.tables.restore(table, { [column]: from });
		const { length } = await at.harness.sent();
		const { status } = await at.harness.run(readExample('opt-out-list'), 'Run by hand');
		expect({ status, sent: await sentSince(length) }).toEqual({ status: 'error', sent: [] });
	});
});

describe('opt-outs in front of an answer', () => {
	const at = setUpExample('answer-incoming-sms');

	it.each([
		['somebody else has opted out', [stranger], 1],
		['nobody has opted out', [], 1],
		['the person has opted out', [from], 0],
	])('let it go to the person while %s', async (_, optedOut, sent) => {
		await at.harness.run(readExample('opt-out-list'), 'Run by hand');
		for (const phone of optedOut) at.tables.restore(table, { phone });
		const { length } = await at.harness.sent();
		const example = readExample('answer-incoming-sms', {
			'"blockDuplicatesFor": 1': `"blockDuplicatesFor": 1, ${excludedFrom('Opt-outs')}`,
		});
		await at.publish(withOptOuts(example, 'Answer'), 'sms');
		await at.harness.receive({ from, text: 'When are you open?' });
		const { status } = await at.harness.execution(at.served, 0);
		expect({ status, sent: (await at.harness.sent()).slice(length) }).toEqual({
			status: 'success',
			sent: [{ number: from, text: expect.stringContaining('We are open') }].slice(0, sent),
		});
	});
});

describe('opt-outs in a workflow with two flows', () => {
	const at = setUpExample('otp-with-sms-fallback');

	it('are read in each', async () => {
		await at.harness.run(readExample('opt-out-list'), 'Run by hand');
		const { length } = await at.harness.sent();
		const example = readExample('otp-with-sms-fallback', {
			'+33600123456': '+99910123456',
			'"options": {}': `"safetyOptions": { ${excludedFrom('Opt-outs')} }`,
			'"blockDuplicatesFor": 1': `"blockDuplicatesFor": 1, ${excludedFrom('Opt-outs1')}`,
			'"amount": 5': '"amount": 0',
		});
		const workflow = withOptOuts(withOptOuts(example, 'Send by WhatsApp'), 'Send by SMS', '1');
		await at.publish(workflow, 'waba');
		await at.harness.run(workflow, 'Run by hand');
		await at.pass(60);
		const lower = await at.harness.execution(at.served, 0);
		expect({
			status: lower.status,
			sent: (await at.harness.sent()).slice(length).length,
			notSent: jsonOf(lower, 'Not sent by SMS'),
		}).toEqual({ status: 'success', sent: 1, notSent: [] });
	});
});
