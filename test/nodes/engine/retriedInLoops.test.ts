/** An execution is retried after something was edited, and its item comes back in a loop. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import { type LoopOptions, runLoop } from '../../support/loopBack';
import { apiKey, number, plain, sendPerItem, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE } from '../../support/smsbox';

const server = serviceForEachTest();

interface Edit {
	type?: string;
	parameters: INodeParameters;
	key?: string;
}

const execute = async (
	{ type = 'smsboxSms', parameters, key = apiKey }: Edit,
	again: string,
	retried: Pick<LoopOptions, 'retryOf'> = {},
): Promise<RunResult> =>
	await runLoop(server.url, [{ to: number(0), name: 'Anna' }], parameters, {
		...{ settings: { type: `${PACKAGE}.${type}` }, credential: { apiKey: key }, again },
		...retried,
	});

/** The first request gets no answer, and the execution fails behind the node. Returns how many requests both tries took. */
async function requestsOf(before: Edit, after: Edit): Promise<number> {
	server.script = ['cut'];
	server.react = () => plain('OK 123');
	const failed = await execute(before, "={{ 'not json' }}");
	expect(failed.status).toBe('error');
	await execute(after, "={{ $runIndex > 0 ? 'stop' : { ...$('Start').first().json } }}", { retryOf: failed });
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
			amount: 100,
		},
	],
])('%s is the same with a new key of the account', async (_what, type, parameters) => {
	expect(await requestsOf({ type, parameters }, { type, parameters, key: 'another key' })).toBe(1);
});
