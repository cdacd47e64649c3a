/** Workflows that ask a question, in n8n's engine: what was sent, and how executions go on that wait. */
import type { IDataObject } from 'n8n-workflow';
import { type RunOptions, type RunResult, runWorkflow } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { formOf } from '../../support/runNode';
import { smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { WaitingExecutions } from '../../support/waitingExecutions';

/** A service on loopback and an n8n that serves waiting executions, started anew for each test. */
export function questionsForEachTest() {
	const server = serviceForEachTest();
	let waiting: WaitingExecutions;
	beforeEach(async () => {
		waiting = await WaitingExecutions.start();
	});
	afterEach(async () => {
		await waiting.close();
	});

	/** What was asked by SMS so far: the texts without their links, and the links. */
	const asked = (): Array<{ text: string; page: string }> =>
		server.requests.map((request) => {
			const [text = '', page = ''] = (formOf(request).get('msg') ?? '').split('\n\n');
			return { text, page };
		});

	return {
		server,
		asked,
		/** Runs a workflow of the node "Start" and others. */
		async start(nodes: object[], connections: object, options: Partial<RunOptions> = {}): Promise<RunResult> {
			const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
			return await runWorkflow(
				{ nodes: [trigger, ...nodes], connections },
				{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), ...waiting.options, ...options },
			);
		},
		/** Answers a question on its page, the first one unless it says which. @returns the status */
		async answer(choice: 'approve' | 'decline', index = 0): Promise<number> {
			const body = new URLSearchParams({ button: choice === 'approve' ? '1' : '2' });
			const reply = await fetch(asked()[index]?.page ?? '', { method: 'POST', body });
			await reply.arrayBuffer();
			return reply.status;
		},
		outcome: async (started: RunResult) => await waiting.outcome(started),
		expire: async (started: RunResult) => await waiting.expire(started),
	};
}

/** What passed on to the node "Done", in all of its runs. */
export const passed = ({ runData }: RunResult): IDataObject[] =>
	(runData['Done'] ?? []).flatMap(({ data }) => data?.['main']?.[0] ?? []).map(({ json }) => json);
