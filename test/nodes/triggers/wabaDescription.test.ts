import { isExpression, NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { SmsboxWabaTrigger } from '../../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import { wabaStatuses } from '../../../protocol/waba/statuses';

const { description, methods } = new SmsboxWabaTrigger();

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
		'kinds',
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
		'customer area',
		'one URL',
		'for good',
		'Execute Sub-workflow',
	]) {
		expect(notices).toContain(words);
	}
});

test('as it is, only incoming messages start the workflow, and nothing is missing', () => {
	const node = nodeWith({});
	expect(node.parameters).toMatchObject({ requestTypes: ['incoming_message'], kinds: [], atOnce: [] });
	expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
});

test('it offers every documented request type and status', () => {
	expect(valuesOf('requestTypes')).toEqual(['incoming_message', 'status_update', 'incoming_error']);
	expect(valuesOf('statuses')).toEqual(wabaStatuses.map(({ code }) => code));
	expect(valuesOf('kinds')).toEqual(
		expect.arrayContaining(['text', 'document', 'image', 'video', 'reaction', 'location']),
	);
});

test.each<[string[], { kinds: boolean; statuses: boolean; atOnce: boolean }]>([
	[[], { kinds: true, statuses: true, atOnce: true }],
	[['incoming_message'], { kinds: true, statuses: false, atOnce: true }],
	[['status_update'], { kinds: false, statuses: true, atOnce: false }],
	[['incoming_message', 'status_update'], { kinds: true, statuses: true, atOnce: true }],
	[['status_update', 'incoming_error'], { kinds: false, statuses: true, atOnce: false }],
	[['incoming_error'], { kinds: false, statuses: false, atOnce: false }],
])('for the events %j it shows only what applies', (requestTypes, shown) => {
	const node = nodeWith({ requestTypes });
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

	test('is one, required where it is asked for, and can be tested', () => {
		expect(others).toEqual([]);
		expect(credential).toMatchObject({ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' });
		expect(Object.keys(methods.credentialTest)).toEqual(['smsboxApiTest']);
	});

	test.each<[INodeParameters, boolean]>([
		[{}, false],
		[{ atOnce: ['downloadFiles'] }, true],
		[{ atOnce: ['markAsRead'] }, true],
		[{ atOnce: ['downloadFiles', 'markAsRead'] }, true],
		[{ requestTypes: ['status_update'], atOnce: ['markAsRead'] }, false],
	])('for %j is asked for: %p', (saved, asked) => {
		expect(asksFor(saved)).toBe(asked);
	});
});
