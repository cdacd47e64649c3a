import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../playground/src/support/json';
import { nodeTypesOf } from '../support/nodeTypes';
import { smsboxNodes } from '../support/smsbox';
import { examplesFolder } from './exampleHarness';
import { optionLists } from '../../nodes/engine/operations/optionLists';

/** The account's, that of a sub-account where an example needs both, and those of other services. */
const placeholders = [
	'smsboxApi: smsbox-account: SMSBOX account',
	'smsboxApi: smsbox-sub-account: SMSBOX sub-account',
	'postgres: postgres-account: Postgres account',
	'openAiApi: openai-account: OpenAI account',
];

const exportedNode = z.strictObject({
	// No webhookId above all: n8n makes one on import, and the URL is a secret.
	id: z.string().uuid(),
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	parameters: z.custom<INodeParameters>(isObject),
	onError: z.string().optional(),
	alwaysOutputData: z.literal(true).optional(),
	executeOnce: z.literal(true).optional(),
	retryOnFail: z.boolean().optional(),
	maxTries: z.number().optional(),
	waitBetweenTries: z.number().optional(),
	credentials: z.record(z.object({ id: z.string(), name: z.string() })).optional(),
});
type Node = z.infer<typeof exportedNode>;
const linked = z.array(z.array(z.object({ node: z.string() }).passthrough()));
const links = z.record(z.enum(['main', 'ai_tool', 'ai_languageModel', 'ai_memory']), linked);
const exported = z.strictObject({
	name: z.string().startsWith('SMSBOX: '),
	nodes: z.array(exportedNode),
	connections: z.record(links),
	active: z.literal(false),
	settings: z.record(z.unknown()),
	pinData: z.strictObject({}),
	tags: z.array(z.string()),
});

const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
const read = (file: string) =>
	exported.parse(JSON.parse(readFileSync(path.join(examplesFolder, file), 'utf8')));
const types = nodeTypesOf(smsboxNodes);
/** Its name without what n8n adds where it stands below an AI agent. */
const ownType = ({ type }: Node) => type.replace(/(Hitl)?Tool$/, '');
const ours = (node: Node) => ownType(node) in smsboxNodes;
/** n8n's nodes for AI are not part of the test harness. */
const isKnown = ({ type }: Node) => !type.startsWith('@n8n/n8n-nodes-langchain.');
/** What n8n sets itself in a review of a tool. */
const inReview: INodeParameters = { resource: 'message', operation: 'sendAndWait', responseType: 'approval' };
const isNote = ({ type }: Node) => type === 'n8n-nodes-base.stickyNote';

/** Names of parameters, collections' members included as `deliveryOptions.scheduleAt`, that a node's description has. */
const known = (properties: INodeProperties[], prefix = ''): string[] =>
	properties.flatMap(({ name, type, options = [] }) => [
		`${prefix}${name}`,
		...(type === 'collection'
			? known(
					options.filter((option): option is INodeProperties => 'type' in option),
					`${prefix}${name}.`,
				)
			: []),
	]);

/** Phone numbers, and the IDs of the simulator's agent. */
const sampleNumbers = /^(336001234\d\d|999\d0123456|100100100100100|200200200200200)$/;

/** The types of the credentials that the editor asks for, as the parameters are. */
function neededBy(node: Node): string[] {
	const { type, typeVersion, parameters: given } = node;
	const { description } = types.getByNameAndVersion(ownType(node), typeVersion);
	const parameters = type.endsWith('HitlTool') ? { ...inReview, ...given } : given;
	return (description.credentials ?? [])
		.filter((credential) =>
			NodeHelpers.displayParameter(parameters, credential, { typeVersion }, description),
		)
		.map(({ name }) => name);
}

const used = ({ parameters }: Node): string[] =>
	Object.entries(parameters).flatMap(([name, value]) => [
		name,
		...([...optionLists, 'filters'].includes(name) && isObject(value)
			? Object.keys(value).map((member) => `${name}.${member}`)
			: []),
	]);

/** What a node covers on the canvas, its name below it included. */
function box(node: Node): { left: number; top: number; right: number; bottom: number } {
	const [left, top] = node.position;
	const width = Number(node.parameters['width'] ?? 96);
	const height = Number(node.parameters['height'] ?? 128);
	return { left, top, right: left + width, bottom: top + height };
}

/** Pairs of nodes that cover each other. */
const overlapping = (nodes: readonly Node[]): string[][] =>
	nodes.flatMap((a, index) =>
		nodes.slice(index + 1).flatMap((b) => {
			const [one, other] = [box(a), box(b)];
			const isBeside = one.left >= other.right || other.left >= one.right;
			return isBeside || one.top >= other.bottom || other.top >= one.bottom ? [] : [[a.name, b.name]];
		}),
	);

describe.each(files)('the example %s', (file) => {
	const workflow = read(file);
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const notes = workflow.nodes.filter(isNote);

	it('is run by a test of its own', () => {
		const name = file.replace('.json', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
		expect(existsSync(path.join(__dirname, `${name}.test.ts`))).toBe(true);
	});

	it('has no condition that n8n ends after some time: on a busy machine, it would fail', () => {
		expect(JSON.stringify(nodes)).not.toMatch(/"operation":"(notRegex|regex)"/);
	});

	it('has unique names and ids, and leads only to nodes that are there', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length);
		const { connections } = workflow;
		const targets = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		const connected = [...Object.keys(connections), ...targets.map(({ node }) => node)];
		expect(connected.filter((name) => !names.includes(name))).toEqual([]);
	});

	it('uses node versions and parameters that exist', () => {
		for (const node of nodes.filter(isKnown)) {
			const { description } = types.getByNameAndVersion(ownType(node), node.typeVersion);
			expect([description.version].flat()).toContain(node.typeVersion);
			if (ours(node)) {
				// n8n itself asks when to poll.
				const names = [...known(description.properties), ...(description.polling ? ['pollTimes'] : [])];
				const unknown = used(node).filter((name) => !names.includes(name));
				expect([node.name, ...unknown]).toEqual([node.name]);
			}
		}
	});

	it('names messages by one bare expression: beside it a missing value would make a name for everybody', () => {
		const names = nodes.flatMap(({ parameters: { safetyOptions } }) =>
			isObject(safetyOptions) && 'deduplicationKey' in safetyOptions
				? [safetyOptions['deduplicationKey']]
				: [],
		);
		expect(names.filter((name) => !/^=\{\{ [^{}]+ \}\}$/.test(z.string().parse(name)))).toEqual([]);
	});

	it('names a credential only as a placeholder, where one is needed', () => {
		const named = nodes.flatMap(({ credentials = {} }) =>
			Object.entries(credentials).map(([type, { id, name }]) => `${type}: ${id}: ${name}`),
		);
		expect(named.filter((credential) => !placeholders.includes(credential))).toEqual([]);
		for (const node of nodes.filter(isKnown)) {
			const credentials = neededBy(node);
			expect({ ...node, credentials: Object.keys(node.credentials ?? {}) }).toEqual({ ...node, credentials });
		}
	});

	it('uses numbers from the samples only', () => {
		const numbers =
			JSON.stringify(workflow.nodes.map(({ parameters }) => parameters)).match(/\+?\d[\d ]{8,}\d/g) ?? [];
		const bare = numbers.map((number) => number.replace(/\D/g, ''));
		expect(bare.filter((number) => !sampleNumbers.test(number))).toEqual([]);
	});

	it('explains itself in notes', () => {
		expect(notes.length).toBeGreaterThanOrEqual(2);
		expect(JSON.stringify(notes.map(({ parameters }) => parameters))).toContain('**To set it up**');
	});

	it('is laid out without overlaps, every node on the grid', () => {
		expect([...overlapping(nodes), ...overlapping(notes)]).toEqual([]);
		expect(workflow.nodes.filter(({ position }) => position.some((at) => at % 16 !== 0))).toEqual([]);
	});
});

/** With several triggers, n8n prefers another one to its manual trigger. */
const startedByHand = files.filter((file) => {
	const triggers = read(file).nodes.filter(({ type }) => /trigger$/i.test(type));
	return triggers.length > 1 && triggers.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
});

it.each(startedByHand)('%s says how to start it by hand', (file) => {
	const { nodes } = read(file);
	const byHand = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	const texts = JSON.stringify(nodes.filter(isNote).map(({ parameters }) => parameters));
	expect(texts).toContain('With the arrow beside *Execute workflow*');
	expect(texts).toContain(`choose **${byHand?.name}**, then select **Execute workflow**`);
});
