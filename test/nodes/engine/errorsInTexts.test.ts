/** What went wrong with one message is told by another one: the texts of errors must be such that a node sends them. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../support/engine';
import { sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';

const server = serviceForEachTest();
const type = `${PACKAGE}.smsboxSms`;
const missingKey = { safetyOptions: { deduplicationKey: '={{ $json.order }}' } };

it.each<[string, IDataObject, IDataObject]>([
	['a missing field', { text: '=Bonjour {{ $json.name }}' }, {}],
	['an undefined value', { text: "={{ 'Bonjour ' + $json.name }}" }, {}],
	['an object', { text: '=Bonjour {{ $json.name }}' }, { name: { a: 1 } }],
	['a date', { text: '=Bonjour {{ $now }}' }, {}],
	['a number with too many digits', { text: '={{ $json.price * 1.2 }} €' }, { price: 19.99 }],
	['a key without a value', missingKey, { order: 'undefined' }],
])('the error about %s can be texted', async (_what, parameters, item) => {
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{
			name: 'Send',
			type,
			onError: 'continueErrorOutput',
			parameters: { ...sendParameters, ...parameters },
		},
		{
			name: 'Alert',
			type,
			parameters: { ...sendParameters, text: '=Not sent: {{ $json.error }} {{ $json.message }}' },
		},
	];
	const connections = {
		...chain('Start', 'Send'),
		Send: { main: [[], [{ node: 'Alert', type: 'main', index: 0 }]] },
	};
	await runWorkflow(
		{ nodes, connections },
		{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), input: [{ json: item }] },
	);
	expect(server.sent('msg')).toEqual([expect.stringMatching(/^Not sent: .{40}/)]);
});
