/** The package as n8n loads it: its nodes by full type, and its credential. */
import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { SmsboxAccount } from '../../nodes/SmsboxAccount/SmsboxAccount.node';
import { SmsboxDeliveryReportTrigger } from '../../nodes/SmsboxDeliveryReportTrigger/SmsboxDeliveryReportTrigger.node';
import { SmsboxHistoryTrigger } from '../../nodes/SmsboxHistoryTrigger/SmsboxHistoryTrigger.node';
import { SmsboxIncomingSmsTrigger } from '../../nodes/SmsboxIncomingSmsTrigger/SmsboxIncomingSmsTrigger.node';
import { SmsboxRcs } from '../../nodes/SmsboxRcs/SmsboxRcs.node';
import { SmsboxRcsTrigger } from '../../nodes/SmsboxRcsTrigger/SmsboxRcsTrigger.node';
import { SmsboxSms } from '../../nodes/SmsboxSms/SmsboxSms.node';
import { SmsboxWaba } from '../../nodes/SmsboxWaba/SmsboxWaba.node';
import { SmsboxWabaTrigger } from '../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import type { GivenAccess } from './additionalData';
import { nodeInstance, type GivenNode } from './nodeTypes';

export const PACKAGE = 'n8n-nodes-smsbox';

/** By class: what package.json lists under `n8n.nodes`. */
export const nodeClasses = {
	SmsboxAccount,
	SmsboxSms,
	SmsboxWaba,
	SmsboxRcs,
	SmsboxDeliveryReportTrigger,
	SmsboxHistoryTrigger,
	SmsboxIncomingSmsTrigger,
	SmsboxWabaTrigger,
	SmsboxRcsTrigger,
} satisfies Record<string, GivenNode>;

function typeOf(node: GivenNode): INodeType {
	return NodeHelpers.getVersionedNodeType(nodeInstance(node));
}

/** All nodes, each with the name of its class, which its folder has, too. */
export const packageNodes = Object.entries(nodeClasses).map(([className, NodeClass]) => {
	const node: INodeType = new NodeClass();
	return { className, node, description: node.description };
});

/** The nodes that are no triggers. */
export const actionNodes = packageNodes
	.map(({ node }) => node)
	.filter(({ execute }) => execute !== undefined);

/** By full type (`n8n-nodes-smsbox.smsboxSms`): for `nodeTypes` of a run. */
export const smsboxNodes: Readonly<Record<string, GivenNode>> = Object.fromEntries(
	Object.values(nodeClasses).map((node) => [`${PACKAGE}.${typeOf(node).description.name}`, node]),
);

/** The node whose description has this name (`smsboxSms`). */
export function smsboxNode(name: string): INodeType {
	const node = smsboxNodes[`${PACKAGE}.${name}`];
	if (!node) throw new Error(`The package has no node ${name}`);
	return typeOf(node);
}

/** Access to a service, or a stand-in, at one address. */
export function smsboxAccess(
	url: string,
	data: INodeParameters = {},
): Required<Pick<GivenAccess, 'credentials' | 'credentialTypes'>> {
	const addresses = { smsBaseUrl: url, wabaBaseUrl: url, rcsBaseUrl: url };
	return {
		credentials: { smsboxApi: { apiKey: 'demo', ...addresses, ...data } },
		credentialTypes: [new SmsboxApi()],
	};
}
