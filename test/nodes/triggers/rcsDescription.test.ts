import { isExpression, NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { SmsboxRcsTrigger } from '../../../nodes/SmsboxRcsTrigger/SmsboxRcsTrigger.node';
import { rcsStatuses } from '../../../protocol/rcs/statuses';

const { description, methods } = new SmsboxRcsTrigger();

/** "RCS webhooks", as they stand in its table. */
const requestTypes = [
	'incoming_message_text',
	'incoming_event',
	'incoming_message_reply',
	'incoming_message_action',
	'status_update',
	'incoming_message_file',
	'incoming_message_location',
];
const messages = requestTypes.filter((type) => type.startsWith('incoming_message'));

/** The node as n8n builds it from what was saved: with its defaults, without what is not shown. */
function nodeWith(saved: INodeParameters): INode {
	const node: INode = {
		id: '1',
		name: 'Trigger',
		type: description.name,
		typeVersion: 2,
		position: [0, 0],
		parameters: saved,
	};
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		saved,
		true,
		false,
		node,
		description,
	);
	return { ...node, parameters: parameters ?? {} };
}

const field = (name: string) => {
	const found = description.properties.find((property) => property.name === name);
	if (!found) throw new Error(`There is no field ${name}`);
	return found;
};

const isShown = (node: INode, part: Parameters<typeof NodeHelpers.displayParameter>[1]): boolean =>
	NodeHelpers.displayParameter(node.parameters, part, node, description);

const valuesOf = (name: string): unknown[] =>
	(field(name).options ?? []).map((option) => ('value' in option ? option.value : undefined));

test('it has a version for which n8n evaluates nothing on each call, from its first release', () => {
	expect(description.version).toBe(2);
	expect(description.webhooks).toEqual([
		{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived', responseData: 'OK' },
	]);
	expect(Object.values(description.webhooks?.[0] ?? {}).filter(isExpression)).toEqual([]);
});

test('it takes no expression in its parameters, so that no call has to evaluate one', () => {
	const inCollections = description.properties.flatMap(({ options = [] }) =>
		options.filter((option) => 'type' in option),
	);
	const settings = [...description.properties, ...inCollections].filter(
		(property) => 'type' in property && !['notice', 'collection'].includes(property.type),
	);
	expect(settings.map(({ name }) => name)).toEqual([
		'requestTypes',
		'statuses',
		'atOnce',
		'output',
		'sourceAddresses',
		'ignoreRepeated',
		'ownAddresses',
	]);
	for (const setting of settings) expect(setting).toMatchObject({ noDataExpression: true });
});

test('it says in its panel which URL goes where, that there is one, and what is lost when nobody listens', () => {
	const notices = description.properties
		.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => displayName)
		.join(' ');
	for (const words of [
		'Production URL',
		'Test URL',
		'RCS agent',
		'customer area',
		'one URL',
		'for good',
		'Execute Sub-workflow',
	]) {
		expect(notices).toContain(words);
	}
});

test('as it is, whatever a person sends starts the workflow, and nothing is missing', () => {
	const node = nodeWith({});
	expect([node.parameters.requestTypes].flat().sort()).toEqual([...messages].sort());
	expect(node.parameters).toMatchObject({ atOnce: [] });
	expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
});

test('it offers every documented request type and status', () => {
	expect(valuesOf('requestTypes').sort()).toEqual([...requestTypes].sort());
	expect(valuesOf('statuses')).toEqual(rcsStatuses.map(({ code }) => code));
});

test.each<[string[], { statuses: boolean; atOnce: boolean }]>([
	[[], { statuses: true, atOnce: true }],
	[messages, { statuses: false, atOnce: true }],
	[['incoming_message_file'], { statuses: false, atOnce: true }],
	[['incoming_message_text'], { statuses: false, atOnce: false }],
	[['incoming_message_text', 'incoming_message_file'], { statuses: false, atOnce: true }],
	[['status_update'], { statuses: true, atOnce: false }],
	[['status_update', 'incoming_event'], { statuses: true, atOnce: false }],
	[['incoming_event'], { statuses: false, atOnce: false }],
	[requestTypes, { statuses: true, atOnce: true }],
])('for the events %j it shows only what applies', (chosen, shown) => {
	const node = nodeWith({ requestTypes: chosen });
	for (const [name, expected] of Object.entries(shown)) {
		expect([name, isShown(node, field(name))]).toEqual([name, expected]);
	}
});

describe('the credential', () => {
	const [credential, ...others] = description.credentials ?? [];
	const asksFor = (saved: INodeParameters): boolean => {
		if (!credential) throw new Error('There is no credential');
		return isShown(nodeWith(saved), credential);
	};

	test('is one, never required, and can be tested', () => {
		expect(others).toEqual([]);
		expect(credential).toMatchObject({ name: 'smsboxApi', testedBy: 'smsboxApiTest' });
		expect(credential?.required).toBeUndefined();
		expect(Object.keys(methods.credentialTest)).toEqual(['smsboxApiTest']);
	});

	test.each<[INodeParameters, boolean]>([
		[{}, false],
		[{ atOnce: ['downloadFiles'] }, true],
		[{ requestTypes: ['incoming_message_file'], atOnce: ['downloadFiles'] }, true],
		[{ requestTypes: ['status_update'], atOnce: ['downloadFiles'] }, false],
	])('for %j is asked for: %p', (saved, asked) => {
		expect(asksFor(saved)).toBe(asked);
	});
});
