import type { WorkflowFile } from '../../../playground/src/n8n/workflows';

interface Agent {
	wabaId: string;
	phoneId: string;
}

const smsbox = 'n8n-nodes-smsbox.smsboxWaba';
const credentials = { smsboxApi: { id: 'smsbox-account', name: 'SMSBOX account' } };

/** A workflow that asks a person before it places an order, drawn so narrow that a small picture shows all of it. */
export function approval(agent: Agent, to: string): WorkflowFile {
	const says = (text: string): object => ({ ...agent, operation: 'sendText', to, text });
	const approved = {
		id: 'approved',
		leftValue: '={{ $json.data?.approved }}',
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const nodes = [
		['New order', 'n8n-nodes-base.manualTrigger', 1, [0, 96], {}],
		[
			'Ask',
			smsbox,
			1,
			[168, 96],
			{
				...agent,
				operation: 'sendAndWait',
				to,
				title: 'Order 1042',
				message: 'One table for the café, 80 €. Do you approve?',
				responseType: 'approval',
				answerWith: 'buttons',
				options: {},
			},
		],
		[
			'Approved?',
			'n8n-nodes-base.if',
			2.2,
			[336, 96],
			{ conditions: { options, conditions: [approved], combinator: 'and' }, options: {} },
		],
		['Confirm', smsbox, 1, [516, 0], says('Thank you! Order 1042 is placed.')],
		['Cancel', smsbox, 1, [516, 192], says('Order 1042 is canceled.')],
	] as const;
	const into = (node: string): object[] => [{ node, type: 'main', index: 0 }];
	return {
		id: 'smsboxFilm',
		name: 'Approve an order',
		nodes: nodes.map(([name, type, typeVersion, position, parameters]) => ({
			id: name,
			name,
			type,
			typeVersion,
			position,
			parameters,
			...(type === smsbox ? { credentials } : {}),
		})),
		connections: {
			'New order': { main: [into('Ask')] },
			Ask: { main: [into('Approved?')] },
			'Approved?': { main: [into('Confirm'), into('Cancel')] },
		},
		settings: { executionOrder: 'v1' },
	};
}
