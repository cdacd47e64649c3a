import type { INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../playground/src/n8n/workflows';
import type { JsonObject } from '../../playground/src/support/json';
import { pollingEvery } from '../e2e/history/historyStage';
import { questions } from '../e2e/waiting/questions';
import { askingParameters } from '../e2e/waiting/workflows';
import {
	lines,
	sendEach,
	splitMessages,
	trigger,
	webhook,
	workflowOf,
	type NodeInChain,
} from '../e2e/support/workflow';
import { pollSeconds } from './traffic';
import { inLists } from '../support/inLists';

/** The question that is asked. */
export const question = (() => {
	const found = questions.find(({ name }) => name === 'WABA Approval in the chat');
	if (found === undefined) throw new Error('There is no such question');
	return found;
})();

/** The text that answers a person. */
export const answerText = 'Merci';

const withUrl = (node: NodeInChain): NodeInChain & { webhookId: string } => ({
	...node,
	webhookId: randomUUID(),
});
const start = (path: string): NodeInChain => withUrl({ ...webhook(path), name: 'Start' });
const called = (type: string, parameters: JsonObject): NodeInChain =>
	withUrl(trigger(type, { output: 'simplified', options: {}, ...parameters }));

const send = (options: INodeParameters): NodeInChain => {
	const callbackData = { entry: [{ name: 'mark', value: '={{ $json.mark }}' }] };
	return sendEach({ category: 'nonMarketingGroup', deliveryOptions: { callbackData }, ...inLists(options) });
};
const answerTo = (to: string): NodeInChain =>
	sendEach({ to, text: answerText, deliveryOptions: { requestDeliveryReport: false } });
const ask: NodeInChain = {
	name: 'Ask',
	type: 'n8n-nodes-smsbox.smsboxWaba',
	typeVersion: 1,
	parameters: askingParameters(question),
	credentials: { smsboxApi: {} },
};

const tapParameters = {
	requestTypes: ['incoming_message'],
	messageTypes: [],
	statuses: [],
	onReceipt: [],
};

/** All workflows, by their names. The triggers of some get callbacks: `setting` is the simulator's for their URL. */
const chains: Record<string, { nodes: readonly NodeInChain[]; setting?: string }> = {
	send: { nodes: [start('send'), splitMessages, send({})] },
	batch: { nodes: [start('batch'), splitMessages, send({ batchItems: true })] },
	ask: { nodes: [start('ask'), ask, answerTo('={{ $json.to }}')] },
	reports: {
		nodes: [called('smsboxDeliveryReportTrigger', { statuses: [], finalOnly: true })],
		setting: 'deliveryReportUrl',
	},
	incoming: {
		nodes: [called('smsboxIncomingSmsTrigger', { filters: {} }), answerTo('={{ $json.from }}')],
		setting: 'incomingSmsUrl',
	},
	taps: { nodes: [called('smsboxWabaTrigger', tapParameters)], setting: 'wabaWebhookUrl' },
	history: {
		nodes: [
			{
				...trigger('smsboxHistoryTrigger', pollingEvery(pollSeconds)),
				credentials: { smsboxApi: {} },
			},
		],
	},
};

export const soakWorkflows: ReadonlyArray<{ file: WorkflowFile; setting: string | undefined }> =
	Object.entries(chains).map(([name, { nodes, setting }]) => ({
		file: workflowOf(name, nodes, lines(...nodes.map((node) => node.name))),
		setting,
	}));
