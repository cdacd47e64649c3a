/** What n8n's editor makes of a node's expressions: the line under its name, and the hints beside its output. */
import { type INode, type INodeParameters, type INodeType, NodeHelpers, Workflow } from 'n8n-workflow';
import { nodeTypesOf } from '../support/nodeTypes';
import { operationsOf } from '../support/registry';
import { actionNodes, PACKAGE, packageNodes, smsboxNode, smsboxNodes } from '../support/smsbox';

const nodeTypes = nodeTypesOf(smsboxNodes);

/** A node on the canvas with what was filled in, and the workflow that it stands in. */
function placed({ description }: INodeType, given: INodeParameters): { node: INode; workflow: Workflow } {
	const node: INode = {
		id: '1',
		name: description.displayName,
		type: `${PACKAGE}.${description.name}`,
		typeVersion: typeof description.version === 'number' ? description.version : 1,
		position: [0, 0],
		parameters: given,
	};
	const complete = NodeHelpers.getNodeParameters(
		description.properties,
		given,
		true,
		false,
		node,
		description,
	);
	const whole = { ...node, parameters: complete ?? {} };
	const workflow = new Workflow({ nodes: [whole], connections: {}, active: false, nodeTypes });
	return { node: whole, workflow };
}

/** As the editor evaluates it; undefined where that fails. */
function evaluated(type: INodeType, given: INodeParameters, expression: string): unknown {
	const { node, workflow } = placed(type, given);
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {}, undefined, '');
}

const subtitleOf = (name: string, given: INodeParameters): unknown => {
	const type = smsboxNode(name);
	return evaluated(type, given, type.description.subtitle ?? '');
};

/** The hints that are shown before the node has run. */
function hintsOf(name: string, given: INodeParameters): string[] {
	const type = smsboxNode(name);
	return (type.description.hints ?? [])
		.filter(({ displayCondition = '' }) => evaluated(type, given, displayCondition) === true)
		.map(({ message }) => message);
}

const types = packageNodes.map(({ node }) => node);
const statesOf = (type: INodeType): INodeParameters[] =>
	type.execute === undefined
		? [{}]
		: operationsOf(type).map(({ resource, operation }) => ({ resource, operation }));

const sms = { resource: 'message', operation: 'send' };
const group = { ...sms, operation: 'sendToGroup' };
const rcs = { ...sms, agentId: 'a' };

describe('the line under the name of a node', () => {
	it.each(actionNodes)(
		'of $description.displayName is another one for each operation, in the words of its menus',
		(type) => {
			const lines = statesOf(type).map((state) => subtitleOf(type.description.name, state));
			expect(new Set(lines).size).toBe(lines.length);
			expect(lines.filter((line) => !/^[a-z]+( [a-zA-Z]+)*: [a-z]/.test(String(line)))).toEqual([]);
			expect(lines.filter((line) => /undefined|[a-z][A-Z]/.test(String(line)))).toEqual([]);
		},
	);

	it.each<[string, INodeParameters, string]>([
		['smsboxSms', sms, 'send: message'],
		['smsboxSms', { ...sms, category: 'marketing' }, 'send: message, marketing'],
		['smsboxSms', { ...sms, category: 'alert' }, 'send: message, alert'],
		['smsboxSms', { ...group, category: 'nonMarketingGroup' }, 'send to group: message, non marketing group'],
		['smsboxSms', { resource: 'history', operation: 'getAll' }, 'get many: history'],
		['smsboxWaba', { resource: 'message', operation: 'sendOtp' }, 'send OTP: message'],
		['smsboxWaba', { resource: 'message', operation: 'markAsRead' }, 'send read receipt: message'],
		['smsboxRcs', rcs, 'send: message, text'],
		['smsboxRcs', { ...rcs, messageType: 'carousel' }, 'send: message, carousel'],
		['smsboxRcs', { ...rcs, specifyContent: 'json' }, 'send: message'],
		['smsboxAccount', { resource: 'credit', operation: 'getBalance' }, 'get balance: credit'],
		[
			'smsboxAccount',
			{ resource: 'credit', operation: 'transfer', direction: 'fromSubAccount' },
			'transfer: credit, from sub account',
		],
		['smsboxDeliveryReportTrigger', {}, 'every status'],
		['smsboxDeliveryReportTrigger', { finalOnly: true }, 'final statuses'],
		['smsboxDeliveryReportTrigger', { statuses: ['0', '7'] }, 'Received, Unknown number'],
		['smsboxHistoryTrigger', {}, 'final status'],
		['smsboxHistoryTrigger', { events: ['newMessage', 'statusUnknown'] }, 'new message, status unknown'],
		['smsboxIncomingSmsTrigger', {}, 'incoming SMS'],
		['smsboxIncomingSmsTrigger', { filters: { optOuts: 'only' } }, 'opt-outs only'],
		[
			'smsboxIncomingSmsTrigger',
			{ filters: { optOuts: 'without', keywords: 'PIZZA' } },
			'without opt-outs, PIZZA',
		],
		['smsboxIncomingSmsTrigger', { filters: { calledNumbers: '36180' } }, '36180'],
		['smsboxWabaTrigger', {}, 'incoming message'],
		['smsboxWabaTrigger', { requestTypes: [] }, 'every event'],
		['smsboxWabaTrigger', { messageTypes: ['image', 'video'] }, 'incoming message, image, video'],
		['smsboxWabaTrigger', { requestTypes: ['status_update'], statuses: ['failed'] }, 'status update, failed'],
		['smsboxRcsTrigger', {}, 'action, file, location, reply, text'],
		['smsboxRcsTrigger', { requestTypes: ['status_update'], statuses: ['READ'] }, 'status update, read'],
	])('of %s with %j is %j', (name, given, line) => {
		expect(subtitleOf(name, given)).toBe(line);
	});

	it('says less where a choice comes from an item that nobody knows yet', () => {
		expect(subtitleOf('smsboxSms', { ...sms, category: '={{ $json.category }}' })).toBe('send: message');
	});
});

describe('what the canvas shows while a node waits', () => {
	const ask = { resource: 'message', operation: 'sendAndWait' };
	const page = 'Waiting for the answer on the web page';
	const tooltipOf = (name: string, given: INodeParameters): unknown => {
		const type = smsboxNode(name);
		return evaluated(type, given, type.description.waitingNodeTooltip ?? '');
	};

	it.each<[string, INodeParameters, string]>([
		['smsboxWaba', ask, 'SMSBOX WhatsApp (WABA) Trigger'],
		['smsboxWaba', { ...ask, answerWith: 'page' }, page],
		['smsboxWaba', { ...ask, responseType: 'freeText' }, page],
		['smsboxRcs', ask, 'SMSBOX RCS Trigger'],
		['smsboxRcs', { ...ask, answerWith: 'page' }, page],
		['smsboxSms', ask, page],
		['smsboxSms', { ...ask, responseType: 'deliveryStatus' }, 'SMSBOX Delivery Report Trigger'],
	])('of %s with %j names %j', (name, given, text) => {
		expect(tooltipOf(name, given)).toContain(text);
	});

	it('is nothing for the other operations', () => {
		const shown = actionNodes.flatMap((type) =>
			statesOf(type)
				.filter(({ operation }) => operation !== 'sendAndWait')
				.map((state) => tooltipOf(type.description.name, state)),
		);
		expect(new Set(shown)).toEqual(new Set(['']));
	});
});

describe('a hint before the first run', () => {
	it('has a condition that the editor can evaluate, whatever the operation', () => {
		const unclear = types.flatMap((type) =>
			statesOf(type).flatMap((state) =>
				(type.description.hints ?? [])
					.filter(
						({ displayCondition = '' }) => typeof evaluated(type, state, displayCondition) !== 'boolean',
					)
					.map(({ message }) => ({ state, message })),
			),
		);
		expect(unclear).toEqual([]);
	});

	it('goes when the node has run: what came of it is told by other hints', () => {
		const hints = types.flatMap(({ description }) => description.hints ?? []);
		expect(hints.length).toBeGreaterThan(4);
		expect(hints.filter(({ whenToDisplay }) => whenToDisplay !== 'beforeExecution')).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp[]]>([
		['smsboxSms', sms, []],
		['smsboxSms', { ...sms, category: 'marketing' }, [/8:00 to 20:00.*STOP/]],
		['smsboxSms', { ...group, category: 'marketing' }, [/8:00 to 20:00.*STOP/]],
		['smsboxSms', { ...sms, category: 'alert' }, []],
		['smsboxSms', { ...sms, category: '={{ $json.category }}' }, []],
		['smsboxSms', { ...sms, category: 'alert', text: 'x'.repeat(161) }, [/160 characters/]],
		['smsboxSms', { ...sms, category: 'alert', text: 'x'.repeat(160) }, []],
		['smsboxSms', { resource: 'history', operation: 'getAll' }, []],
		['smsboxWaba', { resource: 'message', operation: 'sendText' }, [/within 24 hours.*Send Template/]],
		['smsboxWaba', { resource: 'message', operation: 'sendTemplate' }, []],
		['smsboxWaba', { resource: 'message', operation: 'sendOtp' }, []],
		['smsboxWaba', { resource: 'message', operation: 'markAsRead' }, []],
		['smsboxWaba', { resource: 'template', operation: 'getAll' }, []],
		['smsboxDeliveryReportTrigger', {}, [/several reports/]],
		['smsboxDeliveryReportTrigger', { finalOnly: true }, []],
		['smsboxDeliveryReportTrigger', { statuses: ['0'] }, []],
		['smsboxWabaTrigger', {}, []],
		['smsboxWabaTrigger', { requestTypes: [] }, [/up to four times/]],
		['smsboxWabaTrigger', { requestTypes: ['status_update'] }, [/up to four times/]],
		['smsboxWabaTrigger', { requestTypes: ['status_update'], statuses: ['failed'] }, []],
		['smsboxRcsTrigger', {}, []],
		['smsboxRcsTrigger', { requestTypes: ['status_update'] }, [/up to three times/]],
	])('%s with %j: %j', (name, given, expected) => {
		const shown = hintsOf(name, given);
		expect(shown).toHaveLength(expected.length);
		for (const [index, words] of expected.entries()) expect(shown[index]).toMatch(words);
	});
});
