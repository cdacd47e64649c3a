/** Behind an error output, n8n adds the fields of the input. Nothing of them may say of this message what is true of another. */
import { z } from 'zod';
import { jsonOf, runWorkflow } from '../../support/engine';
import { failure } from '../../support/jsonAnswers';
import { filesIn, readJson } from '../../support/repository';
import { nodeName, plain, sendPerItem } from '../../support/runNode';
import { runRcs } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';

const server = serviceForEachTest();
const settings = { onError: 'continueErrorOutput' };

it.each([
	['rejected', plain('ERROR 04')],
	['of unknown outcome', plain('?', 500)],
])('behind an error output, a message that is %s has no acceptance of another one', async (_what, answer) => {
	server.react = () => answer;
	const message = { to: '33600123456', text: 'Hello' };
	for (const [before, kept] of [
		[{ accepted: true, reference: '7001' }, undefined],
		[{ accepted: null }, undefined],
		[{ alreadySent: true, deduplicationKey: 'A-1' }, undefined],
		[{ outcome: 'excluded', excluded: ['+33600123457'] }, undefined],
		[{ outcome: 'excluded' }, undefined],
		[{ accepted: false, excluded: ['+33600123457'] }, undefined],
		[{ dryRun: true }, undefined],
		[{ outcome: 'approved' }, message.to],
		[{ excluded: 'no', dryRun: 'no' }, message.to],
		[{ excluded: [], alreadySent: false }, message.to],
		[{ accepted: false }, message.to],
	] as const) {
		const items = [{ ...message, ...before }];
		const result = await server.run({ parameters: sendPerItem, items, settings });
		const [sent = [], failed = []] = result.data[nodeName] ?? [];
		expect(sent).toEqual([]);
		expect(failed.map(({ json }) => [json.accepted ?? false, json.reference, json.to])).toEqual([
			[false, undefined, kept],
		]);
	}
});

/** What operations put out that is true without saying that something was done. */
const facts = new Set(['rescheduled', 'useMainBalance']);
const properties = z.object({ properties: z.record(z.object({ type: z.unknown() })) });
const successes = filesIn('nodes')
	.filter((file) => file.includes('/__schema__/v1'))
	.flatMap((file) => Object.entries(readJson(file, properties).properties))
	.filter(([name, { type }]) => type === 'boolean' && !facts.has(name))
	.map(([name]) => name);

it('behind an error output, nothing that any operation has done is in the item of another one', async () => {
	server.react = () => plain('ERREUR');
	const credit = { resource: 'credit', operation: 'transfer', direction: 'toSubAccount', subAccount: 'shop' };
	for (const [before, kept] of [
		...[...new Set(successes)].map((name) => [{ [name]: true }, undefined] as const),
		[{ added: 3 }, undefined],
		[{ created: '2026-06-15', updated: 1_781_517_600, deleted: false, added: 'now' }, 25],
	] as const) {
		const parameters = { ...credit, amount: '={{ $json.amount }}' };
		const items = [{ amount: 25, ...before }];
		const result = await server.run({ node: 'smsboxAccount', parameters, items, settings });
		const failed = jsonOf(result, nodeName, 1);
		expect([before, failed.map(({ amount }) => amount)]).toEqual([before, [kept]]);
	}
});

it('behind an error output, a message that was not revoked is not accepted', async () => {
	server.react = () => failure(404, 'Not found', 'No agent');
	const items = [{ accepted: true, reference: '123456789012', to: ['+33600123456'] }];
	const parameters = { operation: 'revoke', to: '={{ $json.to }}', reference: '={{ $json.reference }}' };
	const failed = jsonOf(await runRcs(server.url, parameters, { items, settings }), nodeName, 1);
	expect(failed).toEqual([expect.not.objectContaining({ accepted: true })]);
	expect(server.requests).toHaveLength(1);
});

it.each([
	['rejected', 'create', 'shop'],
	['invalid', 'create', ' '],
	['of an unknown operation', 'createAll', 'shop'],
])('behind an error output, a sub-account that is %s has no password', async (_what, operation, username) => {
	server.react = () => plain('ERREUR');
	const fromItem = { username: '={{ $json.username }}', password: '={{ $json.secret }}' };
	const parameters = { resource: 'subAccount', operation, ...fromItem };
	const items = [{ username, secret: 'pa55word-secret' }];
	const result = await server.run({ node: 'smsboxAccount', parameters, items, settings });
	const failed = jsonOf(result, nodeName, 1);
	expect(failed).toEqual([{ error: expect.any(String), message: expect.any(String) }]);
});

const set = (name: string, jsonOutput: string): object => ({
	...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: { mode: 'raw', jsonOutput, options: {} },
});

it.each([
	['a question', 'an earlier answer', 'sendAndWait', { outcome: 'approved', data: { approved: true } }],
	['a question', 'an earlier message', 'sendAndWait', { accepted: true, reference: '1' }],
	['a message', 'an earlier message', 'send', { accepted: true, reference: '1' }],
	['a message', 'nothing else', 'send', {}],
])('behind an error output, %s with %s leads to its input', async (_what, _before, operation, before) => {
	server.react = () => plain('ERROR 04');
	const message = { to: '33600123456', message: 'Ship?', text: 'Hello', category: 'alert' };
	const parameters = { resource: 'message', operation, ...message };
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		set('Order', JSON.stringify({ order: 7, ...before })),
		{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters, ...settings },
		set('Fallback', "={{ JSON.stringify({ order: $('Order').item.json.order }) }}"),
	];
	const connections = {
		...chain('Start', 'Order', nodeName),
		[nodeName]: { main: [[], [{ node: 'Fallback', type: 'main', index: 0 }]] },
	};
	const options = { nodeTypes: smsboxNodes, ...smsboxAccess(server.url) };
	const result = await runWorkflow({ nodes, connections }, options);
	expect(jsonOf(result, 'Fallback')).toEqual([{ order: 7 }]);
	const isMerged = Object.keys(before).length === 0;
	expect(jsonOf(result, nodeName, 1).map((json) => 'order' in json)).toEqual([isMerged]);
});
