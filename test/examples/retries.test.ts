/** n8n runs a node with Retry On Fail again while its first item has an `error`, even one that only passed through it. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { chain, readWorkflow, type ReadWorkflow } from '../support/workflowJson';
import { examplesFolder, readExample } from './exampleHarness';

const names = ['.', '../playground/workflows'].flatMap((folder) =>
	readdirSync(path.join(examplesFolder, folder))
		.filter((file) => file.endsWith('.json'))
		.map((file) => path.join(folder, path.parse(file).name)),
);

const passing = /\.(if|filter|switch|removeDuplicates|wait|noOp|merge|sort|limit)$/;

/** Whether a node puts out the items that it is given. */
function passesItems({ type, parameters }: INode): boolean {
	const { operation } = parameters;
	if (type.endsWith('.dataTable')) return operation === 'rowExists' || operation === 'rowNotExists';
	return type.endsWith('.set') ? parameters['includeOtherFields'] === true : passing.test(type);
}

/** The nodes that lead to one, each with whether it does so by the output for errors. */
function before({ nodes, connections }: ReadWorkflow, { name }: INode) {
	return nodes.flatMap((node) => {
		const outputs = connections[node.name]?.['main'] ?? [];
		return outputs.flatMap((targets, output) =>
			targets?.some((target) => target.node === name)
				? { node, byError: node.onError === 'continueErrorOutput' && output === outputs.length - 1 }
				: [],
		);
	});
}

/** The nodes whose items with an `error` come to one, through nodes that pass them on. */
function errorsFor(from: ReadWorkflow, to: INode, seen = new Set<INode>()): string[] {
	if (seen.has(to) || !passesItems(to)) return [];
	seen.add(to);
	return before(from, to).flatMap(({ node, byError }) => [
		...(byError || node.onError === 'continueRegularOutput' ? [node.name] : []),
		...errorsFor(from, node, seen),
	]);
}

/** The nodes that n8n runs again because of an item that another one has put out. */
const repeated = (from: ReadWorkflow): Record<string, string[]> =>
	Object.fromEntries(
		from.nodes
			.filter(({ retryOnFail }) => retryOnFail)
			.map((node) => [node.name, errorsFor(from, node)] as const)
			.filter(([, errors]) => errors.length > 0),
	);

describe('nodes with Retry On Fail in the workflows that we hand out', () => {
	it.each(names)('pass no item with an error on: %s', (name) => {
		expect(repeated(readWorkflow(readExample(name)))).toEqual({});
	});

	it('are found where a failed node leads to one through another', () => {
		const node = (name: string, of: string, more: Partial<INode> = {}) => {
			return { name, type: `n8n-nodes-base.${of}`, ...more };
		};
		const parameters = { operation: 'rowNotExists' };
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		const workflow = readWorkflow({
			nodes: [
				node('Create', 'dataTable', { onError: 'continueRegularOutput' }),
				node('Send', 'noSuchNode', { onError: 'continueErrorOutput' }),
				node('STOP?', 'if'),
				node('New?', 'dataTable', { parameters, retryOnFail: true }),
				node('Store', 'dataTable', { retryOnFail: true }),
			],
			connections: {
				...chain('Create', 'STOP?', 'New?', 'Store'),
				Send: { main: [to('Store'), to('New?')] },
			},
		});
		expect(repeated(workflow)).toEqual({ 'New?': ['Send', 'Create'] });
	});
});
