/** Light versioning as docs/contributing/versions.md describes it: a node with two versions, of which saved workflows keep theirs. */
import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';
import { defineOperation, type Registry } from '../../nodes/engine/operations/operation';
import { propertiesOf } from '../../nodes/engine/operations/properties';
import { runItems } from '../../nodes/engine/execution/runItems';
import { jsonOf, runWorkflow } from '../support/engine';
import { smsboxAccess, smsboxNode } from '../support/smsbox';
import { description } from '../support/tinyNodes';
import { chain } from '../support/workflowJson';

const category = { displayName: 'Category', name: 'category', type: 'string' } as const;

const greet = defineOperation({
	name: 'Greet',
	value: 'greet',
	action: 'Greet',
	description: 'Says what it was given',
	fields: [
		{ ...category, default: 'marketing', displayOptions: { show: { '@version': [1] } } },
		{ ...category, default: 'alert', displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } } },
		{
			displayName: 'Nested',
			name: 'nested',
			type: 'hidden',
			default: true,
			displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } },
		},
	],
	readParams: (reader) => ({ category: reader.text('category'), nested: reader.has('nested') }),
	run: async (params) =>
		params.nested ? { status: { category: params.category } } : { category: params.category },
});
const registry: Registry = {
	resources: [{ name: 'Person', value: 'person', description: 'People to greet', operations: [greet] }],
};

const type: INodeType = {
	description: description({
		version: [1, 1.1],
		credentials: [{ name: 'smsboxApi', required: true }],
		properties: propertiesOf(registry),
	}),
	async execute() {
		return await runItems(this, registry);
	},
};

/** What a saved workflow with a node of that version gives. */
async function outputOf(typeVersion: number, parameters: INodeParameters): Promise<unknown> {
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Versioned', type: 'test.versioned', typeVersion, parameters },
			],
			connections: chain('Start', 'Versioned'),
		},
		{ nodeTypes: { 'test.versioned': type }, ...smsboxAccess('http://127.0.0.1:9') },
	);
	expect(result.error).toBeUndefined();
	return jsonOf(result, 'Versioned');
}

const untouched = { resource: 'person', operation: 'greet' };

describe('a node with two versions', () => {
	it('does in a workflow of the first what it always did: default and output', async () => {
		expect(await outputOf(1, untouched)).toEqual([{ category: 'marketing' }]);
	});

	it('does the new in a workflow of the second, without being asked for its version', async () => {
		expect(await outputOf(1.1, untouched)).toEqual([{ status: { category: 'alert' } }]);
	});

	it('keeps what was entered, in both', async () => {
		expect(await outputOf(1, { ...untouched, category: 'private' })).toEqual([{ category: 'private' }]);
		expect(await outputOf(1.1, { ...untouched, category: 'private' })).toEqual([
			{ status: { category: 'private' } },
		]);
	});
});

it('a saved workflow has no parameter that was left at its default: to change the default is to change the workflow', () => {
	const sms = smsboxNode('smsboxSms').description;
	const saved = NodeHelpers.getNodeParameters(
		sms.properties,
		{ resource: 'message', operation: 'send', to: '33600123456', text: 'Hello', category: 'marketing' },
		false,
		false,
		{ typeVersion: 1 },
		sms,
	);
	expect(saved).toEqual({ to: '33600123456', text: 'Hello', category: 'marketing' });
});
