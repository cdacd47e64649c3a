import type { JsonObject } from '../../playground/dist/support/json';
import { benchNode, type N8nStage } from './n8nStage';
import type { ChainNode } from './workflow';

/** The node whose time is measured has this name in every chain. */
export const measured = 'Measured';

const path = '/1.1/api.php';

/** n8n answers the call once the last node is done. */
const start = (name: string): ChainNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: {
		httpMethod: 'GET',
		path: `bench/${name}`,
		responseMode: 'lastNode',
		responseData: 'noData',
		options: {},
	},
});

const items: ChainNode = {
	name: 'Items',
	type: benchNode('benchItems'),
	typeVersion: 1,
	parameters: { count: '={{ Number($json.query.count) }}' },
};

/** A chain that makes as many items as its call says (`?count=`), and gives them to the node if there is one. */
export function chainTo(name: string, node?: ChainNode): ChainNode[] {
	return [start(name), items, ...(node === undefined ? [] : [node])];
}

/** What a user of n8n has without a node for the service. */
export function httpRequest({ service, headerCredential }: N8nStage, text: string): ChainNode {
	const fields = {
		dest: '={{ $json.to }}',
		msg: text,
		strategy: '3',
		charset: 'utf-8',
		id: '1',
	};
	return {
		name: measured,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: `${service.url}${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			contentType: 'form-urlencoded',
			bodyParameters: {
				parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
			},
			options: {},
		},
		credentials: headerCredential,
	};
}

/** Our node, a message to each item. Each option is in the list that the panel has it in: n8n removes it from any other. */
export function sendSms(
	{ ownCredential }: N8nStage,
	text: string,
	lists: { contentOptions?: JsonObject; safetyOptions?: JsonObject; options?: JsonObject },
): ChainNode {
	return {
		name: measured,
		type: 'n8n-nodes-smsbox.smsboxSms',
		typeVersion: 1,
		parameters: {
			resource: 'message',
			operation: 'send',
			to: '={{ $json.to }}',
			text,
			senderType: 'senderId',
			senderId: { __rl: true, mode: 'name', value: '' },
			category: 'nonMarketingGroup',
			...lists,
		},
		credentials: ownCredential,
	};
}

/** n8n's Edit Fields node, evaluating an expression for each of these fields. */
export function editFields(expressions: readonly string[]): ChainNode {
	const assignments = expressions.map((value, index) => ({
		id: `field-${index}`,
		name: `field${index}`,
		value,
		type: 'string',
	}));
	return {
		name: measured,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'manual', assignments: { assignments }, includeOtherFields: false, options: {} },
	};
}

/** A node that only calls n8n's request helper for each item, so many at the same time. */
export const benchRequests = ({ ownCredential }: N8nStage, concurrency: number): ChainNode => ({
	name: measured,
	type: benchNode('benchRequests'),
	typeVersion: 1,
	parameters: { concurrency },
	credentials: ownCredential,
});
