import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { SmsboxRcsTrigger } from '../../../nodes/SmsboxRcsTrigger/SmsboxRcsTrigger.node';
import { SmsboxWabaTrigger } from '../../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import { rcsStatuses } from '../../../protocol/rcs/statuses';
import { wabaStatuses } from '../../../protocol/waba/statuses';
import { nodeWith } from './nodeWith';

/** service.md#rcs-webhooks. */
const rcsRequestTypes = [
	'incoming_message_text',
	'incoming_event',
	'incoming_message_reply',
	'incoming_message_action',
	'status_update',
	'incoming_message_file',
	'incoming_message_location',
];
const rcsMessages = rcsRequestTypes.filter((type) => type.startsWith('incoming_message'));

interface Channel {
	channel: string;
	trigger: SmsboxWabaTrigger | SmsboxRcsTrigger;
	requestTypes: readonly string[];
	statuses: ReadonlyArray<{ code: string }>;
	/** What starts the workflow as the trigger is. */
	startsWith: readonly string[];
	/** By the events that are chosen: which of the fields below them are shown. */
	shown: ReadonlyArray<[chosen: string[], shown: string[]]>;
}

const channels: readonly Channel[] = [
	{
		channel: 'WABA',
		trigger: new SmsboxWabaTrigger(),
		requestTypes: ['incoming_message', 'status_update', 'incoming_error'],
		statuses: wabaStatuses,
		startsWith: ['incoming_message'],
		shown: [
			[[], ['messageTypes', 'statuses', 'onReceipt']],
			[['incoming_message'], ['messageTypes', 'onReceipt']],
			[['status_update'], ['statuses']],
			[
				['incoming_message', 'status_update'],
				['messageTypes', 'statuses', 'onReceipt'],
			],
			[['status_update', 'incoming_error'], ['statuses']],
			[['incoming_error'], []],
		],
	},
	{
		channel: 'RCS',
		trigger: new SmsboxRcsTrigger(),
		requestTypes: rcsRequestTypes,
		statuses: rcsStatuses,
		startsWith: rcsMessages,
		shown: [
			[[], ['statuses']],
			[rcsMessages, []],
			[['status_update'], ['statuses']],
			[['status_update', 'incoming_event'], ['statuses']],
			[['incoming_event'], []],
			[rcsRequestTypes, ['statuses']],
		],
	},
];

describe.each(channels)('the trigger of $channel', (channel) => {
	const { description } = channel.trigger;

	test('as it is starts the workflow with whatever a person sends', () => {
		const { parameters } = nodeWith(description, {});
		expect([parameters.requestTypes].flat().sort()).toEqual([...channel.startsWith].sort());
	});

	test.each(channel.shown)('for the events %j shows only what applies: %j', (requestTypes, shown) => {
		const node = nodeWith(description, { requestTypes });
		const fields = description.properties
			.filter(({ name }) => ['messageTypes', 'statuses', 'onReceipt'].includes(name))
			.filter((field) => NodeHelpers.displayParameter(node.parameters, field, node, description));
		expect(fields.map(({ name }) => name)).toEqual(shown);
	});
});

describe('the trigger of WABA', () => {
	const { description, methods } = new SmsboxWabaTrigger();
	const [credential, ...others] = description.credentials ?? [];

	test('as it is does nothing at once', () =>
		expect(nodeWith(description, {}).parameters).toMatchObject({ onReceipt: [] }));

	test('has one credential, which can be tested', () => {
		expect(others).toEqual([]);
		expect(credential).toMatchObject({ name: 'smsboxApi', testedBy: 'smsboxApiTest', required: true });
		expect(Object.keys(methods.credentialTest)).toEqual(['smsboxApiTest']);
	});

	test.each<[INodeParameters, boolean]>([
		[{ onReceipt: ['downloadFiles'] }, true],
		[{ onReceipt: ['markAsRead'] }, true],
		[{ onReceipt: ['downloadFiles', 'markAsRead'] }, true],
		[{}, false],
		[{ requestTypes: ['status_update'], onReceipt: ['markAsRead'] }, false],
	])('for what was set as %j asks for its credential and its agent: %j', (saved, asked) => {
		if (!credential) throw new Error('There is no credential');
		const node = nodeWith(description, saved);
		const fields = description.properties.filter(({ name }) => ['wabaId', 'phoneId'].includes(name));
		expect(
			[credential, ...fields].map((field) =>
				NodeHelpers.displayParameter(node.parameters, field, node, description),
			),
		).toEqual([asked, asked, asked]);
	});

	test('offers every documented message type, and leaves none out as it is', () => {
		const messageTypes = description.properties.find(({ name }) => name === 'messageTypes');
		expect(nodeWith(description, {}).parameters).toMatchObject({ messageTypes: [] });
		for (const value of ['text', 'document', 'image', 'video', 'reaction', 'location'])
			expect(messageTypes?.options).toContainEqual(expect.objectContaining({ value }));
	});
});
