import { readExecution, type Execution } from '../../../playground/src/n8n/executions';
import { waitFor } from '../../../playground/src/support/waitFor';
import { textAt } from '../../../playground/src/support/json';
import { rawGet } from '../support/rawGet';
import { exampleWorkflow } from '../faults/workflows';
import { everyFiveSeconds, historyNode, historyRequests } from '../history/historyStage';
import { deliveryReport } from '../support/deliveryReport';
import { allEnded } from '../support/runs';
import { figure, isLong } from '../support/report';
import { sendSms } from '../support/sendToSimulator';
import type { Fleet, Stage } from './fleet';
import { publishFile, type Served } from './workflows';

const messages = isLong ? 300 : 90;
const lostReports = messages / 3;
const numbers = Array.from({ length: messages }, (_, index) => `9990${String(8_000_000 + index)}`);

/**
 * All executions of a workflow, once none is under way.
 * @param known those that were read before; hundreds take a busy n8n a while
 */
async function executionsOf(
	{ api, postgres }: Fleet,
	id: string,
	known: Map<string, Execution>,
): Promise<Execution[] | undefined> {
	const rows = await postgres.query(`select id, status from execution_entity where "workflowId" = '${id}'`);
	if (rows.some(([, status]) => status === 'new' || status === 'running')) return undefined;
	const read: Execution[] = [];
	for (const [execution = ''] of rows) {
		const one = known.get(execution) ?? (await readExecution(api, execution));
		known.set(execution, one);
		read.push(one);
	}
	return read;
}

const referencesIn = (executions: readonly Execution[], ...nodes: string[]): string[] =>
	executions.flatMap(({ output }) =>
		nodes.flatMap((node) => (output[node] ?? []).map((item) => textAt(item, 'reference'))),
	);

/** What ended the executions that failed: what they had found has reached nobody. */
const failuresOf = (executions: readonly Execution[]): string[] =>
	executions.filter(({ status }) => status !== 'success').map(({ status, error }) => error || status);

/** Waits for the first poll, from which on the trigger finds what is sent; n8n serves the webhook before it. */
async function untilPolled({ simulator }: Fleet, before: number): Promise<void> {
	await waitFor(
		'the first poll',
		async () => ((await historyRequests(simulator)) > before ? true : undefined),
		{ seconds: 180, everyMs: 50 },
	);
}

/** The main process polls, workers run what it finds, and webhook processors get the reports that are not lost. */
export function historyChecks(name: string, { fleet }: Stage): void {
	describe('final statuses by report and by history', () => {
		let served: Served;

		beforeAll(async () => {
			const polls = await historyRequests(fleet().simulator);
			served = await publishFile(
				fleet(),
				exampleWorkflow('reconcile-delivery-reports', { [historyNode]: everyFiveSeconds }),
			);
			await untilPolled(fleet(), polls);
		});

		afterAll(async () => {
			await fleet().simulator.configure({ deliveryReportUrl: null });
			await fleet().api.post(`/workflows/${served.id}/deactivate`, {});
		});

		// Of several that find no list yet, n8n lets one create it.
		it('pass, though they are the first and come at the same moment', async () => {
			const references = Array.from({ length: 20 }, (_, index) => String(870_000_000_000 + index));
			const replies = await Promise.all(
				references.map(
					async (reference, index) =>
						await rawGet(served.urls[index % 2 === 0 ? 0 : 1], deliveryReport(reference)),
				),
			);
			expect(replies.map(({ body }) => body)).toEqual(references.map(() => 'OK'));
			const executions = await allEnded(fleet(), served.id, references.length);
			expect(failuresOf(executions)).toEqual([]);
			expect(referencesIn(executions, 'Not seen before').sort()).toEqual(references);
		});

		it('start an execution each, though a third of the reports is lost', async () => {
			const { simulator } = fleet();
			await simulator.configure({ deliveryReportUrl: served.urls[0] });
			const off = numbers.slice(0, lostReports);
			await simulator.put('/faults', {
				faults: off.map((numero) => ({ on: 'callback', kind: 'off', times: 0, match: { numero } })),
			});
			const references: string[] = [];
			for (const number of numbers) references.push(await sendSms(simulator, number, 'Votre colis est là'));

			const known = new Map<string, Execution>();
			let missing = messages;
			const executions = await waitFor(
				'every final status starting an execution',
				async () => {
					const ended = await executionsOf(fleet(), served.id, known);
					if (ended === undefined) return undefined;
					const started = new Set(referencesIn(ended, historyNode, 'Delivery report'));
					missing = references.filter((reference) => !started.has(reference)).length;
					return missing === 0 ? ended : undefined;
				},
				{ seconds: 480, everyMs: 3000, seen: () => `${missing} are missing` },
			);
			expect(failuresOf(executions)).toEqual([]);
			const sent = new Set(references);
			const passed = referencesIn(executions, 'Not seen before').filter((reference) => sent.has(reference));
			const section = `History, queue mode, n8n ${name}`;
			figure(section, 'Messages, and those whose reports were lost', `${messages}, ${lostReports}`);
			figure(section, 'Final statuses that started an execution', messages - missing);
			figure(section, 'Passed Remove Duplicates twice', passed.length - new Set(passed).size);
			expect([...new Set(passed)].sort()).toEqual([...references].sort());
		});
	});
}
