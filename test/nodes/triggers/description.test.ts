import { isExpression, NodeHelpers } from 'n8n-workflow';

import { SmsboxDeliveryReportTrigger } from '../../../nodes/SmsboxDeliveryReportTrigger/SmsboxDeliveryReportTrigger.node';
import { SmsboxIncomingSmsTrigger } from '../../../nodes/SmsboxIncomingSmsTrigger/SmsboxIncomingSmsTrigger.node';

describe.each([
	['delivery reports', 'Delivery reports (API)', new SmsboxDeliveryReportTrigger().description],
	['incoming SMS', 'SMS-MO / STOP', new SmsboxIncomingSmsTrigger().description],
])('the trigger for %s', (_events, field, description) => {
	test('has a version for which n8n evaluates nothing on each call, from its first release', () => {
		expect(description.version).toBe(2);
	});

	test('has one webhook without an expression, answered after the execution is stored', () => {
		expect(description.webhooks).toEqual([
			{ name: 'default', httpMethod: 'GET', path: 'webhook', responseMode: 'onReceived', responseData: 'OK' },
		]);
		expect(Object.values(description.webhooks?.[0] ?? {}).filter(isExpression)).toEqual([]);
	});

	test('takes no expression in its parameters, so that no call has to evaluate one', () => {
		const inCollections = description.properties.flatMap(({ options = [] }) =>
			options.filter((option) => 'type' in option),
		);
		const settings = [...description.properties, ...inCollections].filter(
			(property) => 'type' in property && !['notice', 'collection'].includes(property.type),
		);
		expect(settings.length).toBeGreaterThan(5);
		for (const setting of settings) expect(setting).toMatchObject({ noDataExpression: true });
	});

	test('says in its panel which URL goes into which field, and what is lost when nobody listens', () => {
		const notices = description.properties
			.filter(({ type }) => type === 'notice')
			.map(({ displayName }) => displayName);
		expect(notices.join(' ')).toContain('My settings &gt; My preferences &gt; Callback URLs');
		expect(notices.join(' ')).toContain(`field <b>${field}</b>`);
		expect(notices.join(' ')).toContain('Production URL');
		expect(notices.join(' ')).toContain('one URL');
		expect(notices.join(' ')).toContain('for good');
	});

	test('has defaults with which it can be published as it is', () => {
		const node = {
			id: '1',
			name: 'Trigger',
			type: description.name,
			typeVersion: 2,
			position: [0, 0] satisfies [number, number],
			parameters: {},
		};
		expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
	});

	test('needs no credential and is no tool', () => {
		expect(description.credentials).toBeUndefined();
		expect(description.usableAsTool).toBeUndefined();
	});
});
