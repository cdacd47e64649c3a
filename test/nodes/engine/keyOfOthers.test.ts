/** One deduplication key for messages to different people in one execution: the second is no message that was already sent. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import { runWorkflow } from '../../support/engine';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { goOn, sendPerItem, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

const [ana, ben, anaAtHome] = ['+33600123456', '+33600123457', '0600123456'];
const sameKey = 'Another message of this execution has this key.';

it.each(agentKinds)('a model learns it (%s)', async (agent) => {
	const script = [
		[{ to: ana, text: 'Your order has left' }],
		[{ to: ben, text: 'Please pick up order A-1001 at 10' }],
		[{ to: anaAtHome, text: 'Order A-1001 has left' }],
	];
	const key = inLists({ deduplicationKey: "={{ $('Start').first().json.order }}" });
	const told = await toolOf(server)(agent, script, key, { input: [{ json: { order: 'A-1001' } }] });
	expect(server.sentTo()).toEqual(['33600123456']);
	expect(told).toEqual([
		expect.stringContaining('"accepted":true'),
		expect.stringContaining(sameKey),
		expect.stringContaining('"alreadySent":true'),
	]);
});

const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];

/** Sends each item in a round of its own, with its order number as the key. @returns what came of each */
async function loop(parameters: INodeParameters, items: IDataObject[]): Promise<unknown[]> {
	const keyed = { ...parameters, ...inLists({ deduplicationKey: '={{ $json.order }}' }) };
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
				{ name: 'SMSBOX', type: `${PACKAGE}.smsboxSms`, id: 'a1b2c3d4', parameters: keyed, ...goOn },
			],
			connections: {
				Start: { main: [main('Loop')] },
				Loop: { main: [[], main('SMSBOX')] },
				SMSBOX: { main: [main('Loop')] },
			},
		},
		{
			nodeTypes: smsboxNodes,
			...smsboxAccess(server.url),
			input: items.map((json) => ({ json: { text: 'Hi', order: 'A', ...json } })),
		},
	);
	return (result.runData['SMSBOX'] ?? []).map(({ data }) => {
		const { error, accepted, alreadySent } = data?.['main']?.[0]?.[0]?.json ?? {};
		return error ?? (alreadySent === true ? 'already sent' : accepted === true ? 'accepted' : 'unclear');
	});
}

const failed = `Deduplication Key: ${sameKey}`;

describe('in Loop Over Items', () => {
	it('a second person is an error, the first one again is not', async () => {
		const outcomes = await loop(sendPerItem, [{ to: ana }, { to: ben }, { to: ana }]);
		expect(outcomes).toEqual(['accepted', failed, 'already sent']);
		expect(server.sentTo()).toEqual(['33600123456']);
	});

	it('after an unknown outcome, nobody else is told that a message may have been sent', async () => {
		server.script = ['cut'];
		const [first, second] = await loop(sendPerItem, [{ to: ana }, { to: ben }]);
		expect(first).toContain('May have been sent');
		expect(second).toBe(failed);
	});

	it('another group is an error', async () => {
		const items = [{ group: '11' }, { group: '12' }, { group: '11' }];
		expect(await loop(sendToGroup('={{ $json.group }}'), items)).toEqual([
			'accepted',
			failed,
			'already sent',
		]);
	});

	it.each([
		['of Mexico without its optional digit', '+5215512345678', '+525512345678'],
		['of Argentina without its optional digit', '+5491123456789', '+541123456789'],
		['of Brazil without its optional digit', '+5511987654321', '+551187654321'],
		['in national form', ana, anaAtHome],
		['in a list in national form', `${anaAtHome},0600123457`, `${ana},${ben}`],
		['of a list in another order', `${ana},${ben}`, `${ben},${ana}`],
		['twice in a list', `${ana},${ana}`, ana],
	])('the same person is none: a number %s', async (_what, to, again) => {
		expect(await loop(sendPerItem, [{ to }, { to: again }])).toEqual(['accepted', 'already sent']);
	});

	it('what is an error takes no place of Max Messages', async () => {
		const items = [{ to: ana }, { to: ben }, { to: ben, order: 'B' }];
		const outcomes = await loop({ ...sendPerItem, ...inLists({ maxMessages: 2 }) }, items);
		expect(outcomes).toEqual(['accepted', failed, 'accepted']);
	});
});
