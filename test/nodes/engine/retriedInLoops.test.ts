/** An execution is retried after something was edited, and its item comes back in a loop. */
import type { INodeParameters } from 'n8n-workflow';
import { type RunResult, runWorkflow } from '../../support/engine';
import { apiKey, nodeName, number, plain, sendPerItem, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

interface Edit {
	type?: string;
	parameters: INodeParameters;
	key?: string;
}

async function execute(
	{ type = 'smsboxSms', parameters, key = apiKey }: Edit,
	jsonOutput: string,
	retryOf?: RunResult,
): Promise<RunResult> {
	const node = { type: `${PACKAGE}.${type}`, id: 'a1', onError: 'continueErrorOutput' };
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: nodeName, ...node, parameters },
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
			...{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url, { apiKey: key }) },
			input: [{ json: { to: number(0), name: 'Anna' } }],
			...(retryOf && { retryOf }),
		},
	);
}

/** The first request gets no answer, and the execution fails behind the node. Returns how many requests both tries took. */
async function requestsOf(before: Edit, after: Edit): Promise<number> {
	server.script = ['cut'];
	server.react = () => plain('OK 123');
	const failed = await execute(before, "={{ 'not json' }}");
	expect(failed.status).toBe('error');
	await execute(after, "={{ $runIndex > 0 ? 'stop' : { ...$('Start').first().json } }}", failed);
	return server.requests.length;
}

it.each([
	['a time is added', '=Hello {{ $json.name }}', '=Hello {{ $json.name }}, it is {{ $now.toISO() }}'],
	['a time is removed', '=Hello {{ $json.name }}, it is {{ $now.toISO() }}', '=Hello {{ $json.name }}'],
	['nothing is edited', '=Hello {{ $json.name }}', '=Hello {{ $json.name }}'],
	['words are edited beside a time', '=Hello {{ $now.toISO() }}', '=Hello {{ $now.toISO() }}!'],
])('who may have got the message gets no other one: %s', async (_what, before, after) => {
	const withText = (text: string): Edit => ({ parameters: { ...sendPerItem, text } });
	expect(await requestsOf(withText(before), withText(after))).toBe(1);
});

it.each<[string, string, INodeParameters]>([
	['a message', 'smsboxSms', { ...sendPerItem, text: 'News' }],
	['a message to a group', 'smsboxSms', sendToGroup('1')],
	[
		'a transfer',
		'smsboxAccount',
		{
			resource: 'credit',
			operation: 'transfer',
			subAccount: 'shop',
			direction: 'toSubAccount',
			credits: 100,
		},
	],
])('%s is the same with a new key of the account', async (_what, type, parameters) => {
	expect(await requestsOf({ type, parameters }, { type, parameters, key: 'another key' })).toBe(1);
});
