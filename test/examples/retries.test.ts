/** n8n runs a node with Retry On Fail again while its first item has an `error`, even one that only passed through it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { examplesFolder } from './exampleHarness';

const workflow = z.object({
	nodes: z.array(
		z.object({
			name: z.string(),
			type: z.string(),
			parameters: z.record(z.unknown()),
			onError: z.string().optional(),
			retryOnFail: z.boolean().optional(),
		}),
	),
	connections: z.record(z.object({ main: z.array(z.array(z.object({ node: z.string() }))).optional() })),
});
type Workflow = z.infer<typeof workflow>;
type Node = Workflow['nodes'][number];

const root = path.join(examplesFolder, '..');
const files = ['examples', 'playground/workflows'].flatMap((folder) =>
	readdirSync(path.join(root, folder))
		.filter((file) => file.endsWith('.json'))
		.map((file) => path.join(folder, file)),
);
const read = (file: string): Workflow =>
	workflow.parse(JSON.parse(readFileSync(path.join(root, file), 'utf8')));

const passing = /\.(if|filter|switch|removeDuplicates|wait|noOp|merge|sort|limit)$/;

/** Whether a node puts out the items that it is given. */
function passesItems({ type, parameters }: Node): boolean {
	if (type.endsWith('.dataTable')) return /^row(Not)?Exists$/.test(String(parameters['operation']));
	return type.endsWith('.set') ? parameters['includeOtherFields'] === true : passing.test(type);
}

/** The nodes that lead to one, each with whether it does so by the output for errors. */
function before({ nodes, connections }: Workflow, { name }: Node): { node: Node; byError: boolean }[] {
	return nodes.flatMap((node) => {
		const outputs = connections[node.name]?.main ?? [];
		return outputs.flatMap((targets, output) =>
			targets.some((target) => target.node === name)
				? { node, byError: node.onError === 'continueErrorOutput' && output === outputs.length - 1 }
				: [],
		);
	});
}

/** The nodes whose items with an `error` come to one, through nodes that pass them on. */
function errorsFor(from: Workflow, to: Node, seen = new Set<Node>()): string[] {
	if (seen.has(to) || !passesItems(to)) return [];
	seen.add(to);
	return before(from, to).flatMap(({ node, byError }) => [
		...(byError || node.onError === 'continueRegularOutput' ? [node.name] : []),
		...errorsFor(from, node, seen),
	]);
}

/** The nodes that n8n runs again because of an item that another one has put out. */
const repeated = (from: Workflow): Record<string, string[]> =>
	Object.fromEntries(
		from.nodes
			.filter(({ retryOnFail }) => retryOnFail)
			.map((node) => [node.name, errorsFor(from, node)] as const)
			.filter(([, errors]) => errors.length > 0),
	);

describe('nodes with Retry On Fail in the workflows that we hand out', () => {
	it.each(files)('pass no item with an error on: %s', (file) => {
		expect(repeated(read(file))).toEqual({});
	});

	it('are found where a failed node leads to one through another', () => {
		const node = (name: string, type: string, more: Partial<Node> = {}): Node => ({
			...{ name, type: `n8n-nodes-base.${type}`, parameters: {} },
			...more,
		});
		const to = (name: string) => [{ node: name }];
		const parameters = { operation: 'rowNotExists' };
		expect(
			repeated({
				nodes: [
					node('Create', 'dataTable', { onError: 'continueRegularOutput' }),
					node('Send', 'x', { onError: 'continueErrorOutput' }),
					node('STOP?', 'if'),
					node('New?', 'dataTable', { parameters, retryOnFail: true }),
					node('Store', 'dataTable', { retryOnFail: true }),
				],
				connections: {
					Create: { main: [to('STOP?')] },
					Send: { main: [to('Store'), to('New?')] },
					'STOP?': { main: [to('New?')] },
					'New?': { main: [to('Store')] },
				},
			}),
		).toEqual({ 'New?': ['Send', 'Create'] });
	});
});
