import type { JsonObject } from '../../../playground/src/support/json';
import { sendEach, splitMessages, webhook, type NodeInChain } from '../support/workflow';
import { timeoutSeconds } from './faults';

/** What n8n keeps beside a node's parameters. */
export interface NodeSettings {
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	onError?: 'continueRegularOutput';
}

/** A channel over which people are written to. */
export interface Channel {
	name: 'SMS' | 'WABA' | 'RCS';
	/** What the simulated service calls it. */
	wireName: string;
	/** By which a fault knows a request for one person. */
	matching: (number: string) => JsonObject;
	/** The node that sends each item. */
	node: NodeInChain;
}

/** The simulated service's own agents. */
const agent = { wabaId: '100100100100100', phoneId: '200200200200200' };
const rcsAgent = { agentId: 'smsbox-demo-agent' };

/** What everybody is sent; it must stand in no log. */
export const text = 'Votre colis est arrivé\u00a0: 5 € 🙂';

export const sms: Channel = {
	name: 'SMS',
	wireName: 'sms',
	matching: (number) => ({ dest: number }),
	node: sendEach(),
};

export const waba: Channel = {
	name: 'WABA',
	wireName: 'waba',
	matching: (number) => ({ recipients: `+${number}` }),
	node: {
		...sendEach(),
		type: 'n8n-nodes-smsbox.smsboxWaba',
		parameters: {
			resource: 'message',
			operation: 'sendText',
			...agent,
			to: '={{ $json.to }}',
			text: '={{ $json.text }}',
		},
	},
};

export const rcs: Channel = {
	name: 'RCS',
	wireName: 'rcs',
	matching: (number) => ({ recipients: `+${number}` }),
	node: {
		...sendEach(),
		type: 'n8n-nodes-smsbox.smsboxRcs',
		parameters: {
			resource: 'message',
			operation: 'send',
			...rcsAgent,
			to: '={{ $json.to }}',
			specifyContent: 'fields',
			messageType: 'text',
			text: '={{ $json.text }}',
			suggestions: {},
		},
	},
};

/** One message as the workflows take it. */
export const messageTo = (number: string, seconds: number = timeoutSeconds): JsonObject => ({
	to: `+${number}`,
	text,
	id: `order-${number}`,
	timeout: seconds,
});

/** A webhook that takes messages, and the node that sends each. */
export function sendingChain(
	channel: Channel,
	path: string,
	isOnce: boolean,
	settings: NodeSettings,
): NodeInChain[] {
	const options = {
		options: { timeout: '={{ $json.timeout }}' },
		...(isOnce ? { safetyOptions: { deduplicationKey: '={{ $json.id }}' } } : {}),
	};
	const node: NodeInChain & NodeSettings = {
		...channel.node,
		...settings,
		parameters: { ...channel.node.parameters, ...options },
	};
	return [webhook(path), splitMessages, node];
}
