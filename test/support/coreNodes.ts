/** n8n's own nodes (Set, If, Schedule Trigger …), one file each, from the n8n of the playground. */
import { dirname, join } from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { requireAsN8n } from './internals';

const PREFIX = 'n8n-nodes-base.';

interface KnownNode {
	className: string;
	sourcePath: string;
}

function isKnownNode(value: unknown): value is KnownNode {
	return typeof value === 'object' && value !== null && 'className' in value && 'sourcePath' in value;
}

function property(holder: unknown, name: string): unknown {
	return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

type NodeClass = new () => INodeType | IVersionedNodeType;

function isNodeClass(value: unknown): value is NodeClass {
	return typeof value === 'function';
}

const loaded = new Map<string, INodeType | IVersionedNodeType>();

/** @param type the full type (`n8n-nodes-base.set`); undefined when it is not one of n8n's own */
export function coreNode(type: string): INodeType | IVersionedNodeType | undefined {
	if (!type.startsWith(PREFIX)) return undefined;
	const known = loaded.get(type);
	if (known) return known;
	const n8n = requireAsN8n();
	const root = dirname(n8n.resolve('n8n-nodes-base/package.json'));
	const entry = property(n8n(join(root, 'dist', 'known', 'nodes.json')), type.slice(PREFIX.length));
	if (!isKnownNode(entry)) return undefined;
	const NodeClass = property(n8n(join(root, entry.sourcePath)), entry.className);
	if (!isNodeClass(NodeClass)) throw new Error(`${entry.sourcePath} has no class ${entry.className}`);
	const node = new NodeClass();
	loaded.set(type, node);
	return node;
}
