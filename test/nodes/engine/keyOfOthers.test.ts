/** One deduplication key for messages to different people in one execution: the second is no message that was already sent. */
import { agentKinds, runAgent, sendByModel } from '../../support/agentHarness';
import { runWorkflow } from '../../support/engine';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { goOn, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

const [ana, ben, anaAtHome] = ['+33600123456', '+33600123457', '0600123456'];
const sameKey = 'The earlier message of this execution to other recipients has the same key.';

it.each(agentKinds)('a model learns it (%s)', async (agent) => {
	const { told } = await runAgent({
		url: server.url,
		agent,
		parameters: { ...sendByModel, ...inLists({ deduplicationKey: "={{ $('Start').first().json.order }}" }) },
		input: [{ json: { order: 'A-1001' } }],
		script: [
			[{ to: ana, text: 'Your order has left' }],
			[{ to: ben, text: 'Please pick up order A-1001 at 10' }],
			[{ to: anaAtHome, text: 'Order A-1001 has left' }],
		],
	});
	expect(server.sentTo()).toEqual(['33600123456']);
	expect(told).toEqual([
		expect.stringContaining('"accepted":true'),
		expect.stringContaining(sameKey),
		expect.stringContaining('"alreadySent":true'),
	]);
});

it('two rows with one order number in Loop Over Items: the second is an error', async () => {
	const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const parameters = { ...sendPerItem, ...inLists({ deduplicationKey: '={{ $json.order }}' }) };
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
				{ name: 'SMSBOX', type: `${PACKAGE}.smsboxSms`, id: 'a1b2c3d4', parameters, ...goOn },
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
			input: [ana, ben, ana].map((to) => ({ json: { to, text: `Hi ${to}`, order: 'A-1001' } })),
		},
	);
	const outputs = result.runData['SMSBOX']?.map(({ data }) => data?.['main']?.[0]?.[0]?.json);
	expect(server.sentTo()).toEqual(['33600123456']);
	expect(outputs).toEqual([
		expect.objectContaining({ accepted: true }),
		expect.objectContaining({ error: `Deduplication Key: ${sameKey}` }),
		expect.objectContaining({ alreadySent: true }),
	]);
});
