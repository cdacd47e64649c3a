/** What errors and hints say of one round is true of the whole execution. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Reaction } from '../../support/httpServer';
import { inLists } from '../../support/inLists';
import { runLoop } from '../../support/loopBack';
import {
	hintsOf,
	number,
	people,
	plain,
	retrying,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const { run } = server;

const stop = { settings: { onError: 'stopWorkflow' }, fromBoth: true };
const first = { to: number(0), text: 'Hello' };

it('a round that ends at a wrong number does not say that no items were sent', async () => {
	const again = "={{ { to: $runIndex === 1 ? '12' : '33600000009', text: 'Hello' } }}";
	const { error } = await runLoop(server.url, [first], sendPerItem, { ...stop, again });
	expect(server.requests).toHaveLength(2);
	expect(error?.message).toContain('To');
	expect(JSON.stringify(error)).not.toContain('No items were sent');
});

it('a round that exceeds Max Messages says only of its message that it was not sent', async () => {
	const limited = { ...sendPerItem, safetyOptions: { maxMessages: 1 } };
	const again = "={{ { to: '33600000009', text: 'Hello' } }}";
	const { error } = await runLoop(server.url, [first], limited, { ...stop, again });
	expect(server.requests).toHaveLength(1);
	expect(JSON.stringify(error)).toContain('This message was not sent.');
	expect(JSON.stringify(error)).not.toContain('No items were sent');
});

it('where all other items were carried out, none is to be run in a new execution', async () => {
	server.script = [plain('OK 1'), plain('OK 2'), 'cut'];
	const parameters = { ...sendPerItem, options: { maxConcurrentRequests: 1 } };
	const { error } = await run({ parameters, items: people(3) });
	expect(JSON.stringify(error)).toContain('A retry stops at this item again.');
	expect(JSON.stringify(error)).not.toContain('new execution');
});

it.each([
	['excluded', { safetyOptions: { excludedRecipients: number(1) } }],
	['sent before', { safetyOptions: { deduplicationKey: '={{ $json.order }}' } }],
])('nor where one was %s', async (_what, more) => {
	const settings = { id: 'a1b2c3d4' };
	const parameters = { ...sendPerItem, ...more, options: { maxConcurrentRequests: 1 } };
	await run({ parameters, items: people(1), settings });
	server.script = ['cut'];
	const { error } = await run({ parameters, items: people(3).slice(1), settings });
	expect(JSON.stringify(error)).not.toContain('new execution');
});

it.each<[string, INodeParameters, IDataObject, Reaction[]]>([
	['may have got the message', sendPerItem, { to: [number(0), number(1)], text: 'Hello' }, ['cut']],
	[
		'got the first part',
		sendPersonalized,
		{ list: twoRequests },
		[plain('OK 1'), ...Array.from({ length: 3 }, () => plain('ERROR 03'))],
	],
])(
	'those who %s in an earlier round are not said to have got none, if they are excluded now',
	async (_what, parameters, item, script) => {
		server.script = script;
		const options = inLists({ excludedRecipients: `={{ $runIndex > 0 ? ["+${number(0)}"] : [] }}` });
		const result = await runLoop(server.url, [item], { ...parameters, ...options });
		expect(server.sentTo()[0]).toContain(number(0));
		expect(hintsOf(result).join()).not.toContain('got no message');
	},
);

it('a retry of deletions does not speak of messages that were sent', async () => {
	server.script = [plain('OK'), plain('ERREUR'), plain('OK')];
	const parameters = { resource: 'scheduledMessage', operation: 'delete', reference: '={{ $json.ref }}' };
	const result = await run({ parameters, items: [{ ref: '101' }, { ref: '102' }], settings: retrying });
	expect(hintsOf(result).join()).toMatch(/^Items of an earlier attempt were not repeated/);
});
