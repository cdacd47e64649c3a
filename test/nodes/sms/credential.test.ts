import { runWorkflow } from '../../support/engine';
import { nodeName, sendParameters } from '../../support/runNode';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';

it.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
])('a missing credential never passes the input on as success (%s)', async (onError, output) => {
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters: sendParameters, onError },
			],
			connections: chain('Start', nodeName),
		},
		{
			nodeTypes: smsboxNodes,
			credentialTypes: smsboxAccess('http://127.0.0.1:1').credentialTypes,
			input: [{ json: { order: 1 } }, { json: { order: 2 } }],
		},
	);
	const items = result.data[nodeName]?.[output] ?? [];
	expect(items).toHaveLength(2);
	for (const { json } of items) expect(json.error).toMatch(/^Not sent: the credential cannot be used/);
});
