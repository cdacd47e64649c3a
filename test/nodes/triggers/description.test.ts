import { isExpression, NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';

import { SmsboxDeliveryReportTrigger } from '../../../nodes/SmsboxDeliveryReportTrigger/SmsboxDeliveryReportTrigger.node';
import { SmsboxIncomingSmsTrigger } from '../../../nodes/SmsboxIncomingSmsTrigger/SmsboxIncomingSmsTrigger.node';
import { SmsboxRcsTrigger } from '../../../nodes/SmsboxRcsTrigger/SmsboxRcsTrigger.node';
import { SmsboxWabaTrigger } from '../../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import { nodeWith } from './nodeWith';

interface Trigger {
	events: string;
	description: INodeTypeDescription;
	/** The first is shown. */
	httpMethods: readonly string[];
	/** All that can be set, those in collections last. */
	settings: readonly string[];
	/** Said in the panel, beside what all of them say. */
	says: readonly string[];
}

const options = ['ipAllowlist', 'ignoreDuplicates', 'customIps'];
const answerOptions = [...options, 'resumeWaiting'];
const sms: readonly Trigger[] = [
	{
		events: 'delivery reports',
		description: new SmsboxDeliveryReportTrigger().description,
		httpMethods: ['GET', 'POST'],
		settings: ['statuses', 'finalOnly', 'output', ...answerOptions],
		says: ['Callback URLs &gt; Delivery reports (API)', 'docs/nodes/delivery-report-trigger.md'],
	},
	{
		events: 'incoming SMS',
		description: new SmsboxIncomingSmsTrigger().description,
		httpMethods: ['GET', 'POST'],
		settings: ['output', 'calledNumbers', 'keywords', 'optOuts', ...options],
		says: ['Callback URLs &gt; SMS-MO / STOP', 'docs/nodes/incoming-sms-trigger.md'],
	},
];
const webhooks: readonly Trigger[] = [
	{
		events: 'WABA',
		description: new SmsboxWabaTrigger().description,
		httpMethods: ['POST'],
		settings: [
			'requestTypes',
			'messageTypes',
			'statuses',
			'onReceipt',
			'wabaId',
			'phoneId',
			'output',
			...answerOptions,
		],
		says: ['WhatsApp agent', 'docs/nodes/waba-trigger.md'],
	},
	{
		events: 'RCS',
		description: new SmsboxRcsTrigger().description,
		httpMethods: ['POST'],
		settings: ['requestTypes', 'statuses', 'output', ...answerOptions],
		says: ['RCS agent', 'docs/nodes/rcs-trigger.md'],
	},
];

describe.each([...sms, ...webhooks])('the trigger for $events', (trigger) => {
	const { description } = trigger;

	test('has a version for which n8n evaluates nothing on each call, from its first release', () =>
		expect(description.version).toBe(2));

	test('has one URL without an expression, answered after the execution is stored', () => {
		expect(description.webhooks).toEqual(
			trigger.httpMethods.map((httpMethod, index) => ({
				name: 'default',
				httpMethod,
				path: 'smsbox',
				responseMode: 'onReceived',
				responseData: 'OK',
				...(index > 0 && { ndvHideUrl: true }),
			})),
		);
		const values = (description.webhooks ?? []).flatMap((webhook) => Object.values(webhook));
		expect(values.filter(isExpression)).toEqual([]);
	});

	test('takes no expression in its parameters, so that no call has to evaluate one', () => {
		const inCollections = description.properties.flatMap((property) =>
			(property.options ?? []).filter((option) => 'type' in option),
		);
		const settings = [...description.properties, ...inCollections].filter(
			(property) => 'type' in property && !['notice', 'collection'].includes(property.type),
		);
		expect(settings.map(({ name }) => name)).toEqual(trigger.settings);
		for (const setting of settings) expect(setting).toMatchObject({ noDataExpression: true });
	});

	test('says in its panel which URL goes where, that there is one, and what is lost when nobody listens', () => {
		const notices = description.properties
			.filter(({ type }) => type === 'notice')
			.map(({ displayName }) => displayName)
			.join(' ');
		for (const words of [
			'Webhook URLs',
			'Production URL',
			'customer area',
			'one URL',
			'are lost',
			...trigger.says,
		])
			expect(notices).toContain(words);
	});

	test('can be published as it is: nothing that it needs is missing', () => {
		const node = nodeWith(description, {});
		expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
	});

	test('is no tool', () => expect(description.usableAsTool).toBeUndefined());
});

const withoutCredential = [...sms, ...webhooks].filter(({ events }) => events !== 'WABA');
test.each(withoutCredential)('the trigger for $events needs no credential', ({ description }) => {
	expect(description.credentials).toBeUndefined();
});
