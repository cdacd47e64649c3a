/** An execution is retried with an edited text, and its item comes back in a loop. */
import { type RunResult, runWorkflow } from '../../support/engine';
import { clearProcessedData } from '../../support/processedData';
import { apiKey, nodeName, number, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

async function execute(text: string, jsonOutput: string, retryOf?: RunResult): Promise<RunResult> {
	const node = { type: `${PACKAGE}.smsboxSms`, id: 'a1', onError: 'continueErrorOutput' };
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: nodeName, ...node, parameters: { ...sendPerItem, text } },
				{
					name: 'Note',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: { mode: 'raw', jsonOutput },
				},
			],
			connections: {
				Start: { main: [to(nodeName)] },
				[nodeName]: { main: [[], to('Note')] },
				Note: { main: [to(nodeName)] },
			},
		},
		{
			...{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url, { apiKey }) },
			input: [{ json: { to: number(0), name: 'Anna' } }],
			...(retryOf && { retryOf }),
		},
	);
}

it.each([
	['a time is added', '=Hello {{ $json.name }}', '=Hello {{ $json.name }}, it is {{ $now.toISO() }}'],
	['a time is removed', '=Hello {{ $json.name }}, it is {{ $now.toISO() }}', '=Hello {{ $json.name }}'],
	['nothing is edited', '=Hello {{ $json.name }}', '=Hello {{ $json.name }}'],
	['words are edited beside a time', '=Hello {{ $now.toISO() }}', '=Hello {{ $now.toISO() }}!'],
])('who may have got the message gets no other one: %s', async (_what, before, after) => {
	server.script = ['cut'];
	const failed = await execute(before, "={{ 'not json' }}");
	expect(failed.status).toBe('error');
	await execute(after, "={{ $runIndex > 0 ? 'stop' : { ...$('Start').first().json } }}", failed);
	expect(server.requests).toHaveLength(1);
});
