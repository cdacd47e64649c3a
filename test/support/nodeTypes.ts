/** The node types of a run: those given by the test, and n8n's own beside them. */
import { NodeHelpers, type INodeType, type INodeTypes, type IVersionedNodeType } from 'n8n-workflow';
import { coreNode } from './coreNodes';

type NodeInstance = INodeType | IVersionedNodeType;
/** A node as a test names it: an instance or its class. */
export type GivenNode = NodeInstance | (new () => NodeInstance);
/** By full type: `{ 'n8n-nodes-smsbox.smsboxSms': SmsboxSms }`. */
export type GivenNodes = Readonly<Record<string, GivenNode>>;

const made = new WeakMap<GivenNode, NodeInstance>();

/** The only instance of a class, as n8n has it: nodes keep nothing between executions. */
export function nodeInstance(given: GivenNode): NodeInstance {
	if (typeof given !== 'function') return given;
	const instance = made.get(given) ?? new given();
	made.set(given, instance);
	return instance;
}

/** @throws a plain error naming the type when neither the test nor n8n has it */
export function nodeTypesOf(given: GivenNodes): INodeTypes {
	const instances = new Map(Object.entries(given).map(([type, node]) => [type, nodeInstance(node)]));
	const byName = (type: string): NodeInstance => {
		const node = instances.get(type) ?? coreNode(type);
		if (!node) throw new Error(`Unrecognized node type: ${type}`);
		return node;
	};
	return {
		getByName: byName,
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(byName(type), version),
		getKnownTypes: () => ({}),
	};
}
