/** n8n's own nodes (Set, If, Schedule Trigger …), one file each, from the n8n of the playground. */
import { dirname, join, relative } from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { at, textAt } from '../../playground/src/support/json';
import { requireAsN8n } from './internals';

const PREFIX = 'n8n-nodes-base.';

type NodeClass = new () => INodeType | IVersionedNodeType;

function isNodeClass(value: unknown): value is NodeClass {
	return typeof value === 'function';
}

/** Returns a file of the package that has n8n's own nodes, by its path in `dist`. */
export function coreModule(file: string): unknown {
	const n8n = requireAsN8n();
	return n8n(join(dirname(n8n.resolve('n8n-nodes-base/package.json')), 'dist', file));
}

const loaded = new Map<string, INodeType | IVersionedNodeType>();

/** @param type the full type (`n8n-nodes-base.set`); undefined when it is not one of n8n's own */
export function coreNode(type: string): INodeType | IVersionedNodeType | undefined {
	if (!type.startsWith(PREFIX)) return undefined;
	const known = loaded.get(type);
	if (known) return known;
	const entry = at(coreModule('known/nodes.json'), type.slice(PREFIX.length));
	if (entry === undefined) return undefined;
	const [file, className] = [textAt(entry, 'sourcePath'), textAt(entry, 'className')];
	const NodeClass = at(coreModule(relative('dist', file)), className);
	if (!isNodeClass(NodeClass)) throw new Error(`${file} has no class ${className}`);
	const node = new NodeClass();
	loaded.set(type, node);
	return node;
}
