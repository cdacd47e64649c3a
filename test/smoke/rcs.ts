import { textAt, type JsonObject } from '../../playground/src/support/json';
import { rcsAgent, type Stage } from './realN8n';
import { starterOn } from './starter';
import type { NodeInChain } from './workflow';

/** The node, speaking for the agent. */
const rcs = (parameters: JsonObject): NodeInChain => ({
	name: 'RCS',
	type: 'n8n-nodes-smsbox.smsboxRcs',
	typeVersion: 1,
	parameters: { agentId: rcsAgent.agentId, to: '={{ $json.body.to }}', ...parameters },
	credentials: { smsboxApi: {} },
});

const reply = (text: string, postbackData: string) => ({
	suggestion: [{ type: 'reply', text, postbackData }],
});

const sendCarousel = rcs({
	resource: 'message',
	operation: 'send',
	messageType: 'carousel',
	width: 'small',
	cards: {
		card: [
			{ title: 'Aujourd’hui', description: '={{ $json.body.text }}', cardSuggestions: reply('À 18 h', '18') },
			{ title: 'Tomorrow 📦', cardSuggestions: reply('At noon', '{"when":12}') },
		],
	},
	suggestions: { suggestion: [{ type: 'shareLocation', text: 'Here', postbackData: 'here' }] },
});

const revoke = rcs({
	resource: 'message',
	operation: 'revoke',
	reference: '={{ $json.body.reference }}',
});

/** What the RCS node sends and asks in stored executions. */
export function rcsChecks(stage: Stage): void {
	describe('the RCS node', () => {
		const { real } = stage;
		const { publish, start, retry } = starterOn(stage);

		it('sends a carousel that arrives as it was filled in, with a reference in the output', async () => {
			const offering = await publish('carousel', sendCarousel);
			const execution = await start(offering, { to: '+33 6 00 12 34 71', text: 'Livré dès 18 h, 2 €' });
			expect(execution.status).toBe('success');
			const [message, ...others] = await real().simulator.messages('33600123471');
			expect(others).toEqual([]);
			expect(message).toMatchObject({ channel: 'rcs', kind: 'carousel' });
			expect(message?.content).toEqual({
				richCard: {
					carouselCard: {
						cardWidth: 'SMALL',
						cardContents: [
							{
								title: 'Aujourd’hui',
								description: 'Livré dès 18 h, 2 €',
								suggestions: [{ reply: { text: 'À 18 h', postbackData: '18' } }],
							},
							{
								title: 'Tomorrow 📦',
								suggestions: [{ reply: { text: 'At noon', postbackData: '{"when":12}' } }],
							},
						],
					},
				},
				suggestions: [{ action: { text: 'Here', postbackData: 'here', shareLocationAction: {} } }],
			});
			expect(execution.output.RCS).toEqual([
				expect.objectContaining({ reference: message?.references[0], rejected: [], to: ['+33600123471'] }),
			]);
			expect(await real().simulator.undeclared()).toEqual([]);
		});

		it('never repeats a send whose answer was lost, not even when the execution is retried', async () => {
			const offering = await publish('lost-carousel', sendCarousel);
			await real().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'cut-after', match: { recipients: '+33600123472' } }],
			});
			const failed = await start(offering, { to: '33600123472', text: 'Once' });
			expect(failed.error).toMatch(/may have been sent/i);
			expect(await retry(offering, failed.id)).toMatchObject({ status: 'error' });
			expect(await real().simulator.messages('33600123472')).toHaveLength(1);
		});

		it('tells phones that can show RCS from those that cannot', async () => {
			const checking = await publish('check', rcs({ resource: 'capability', operation: 'check' }));
			const execution = await start(checking, { to: '33600123473, 9991123473' });
			expect(execution.output.RCS).toEqual([
				expect.objectContaining({ number: '+33600123473', reachable: true }),
				expect.objectContaining({ number: '+9991123473', reachable: false, capabilities: [] }),
			]);
		});

		it('takes a message back by the reference that its send gave', async () => {
			const [offering, revoking] = [await publish('offer', sendCarousel), await publish('revoke', revoke)];
			const sent = await start(offering, { to: '33600123474', text: 'Too soon' });
			const reference = textAt(sent.output.RCS, 0, 'reference');
			const revoked = await start(revoking, { to: '33600123474', reference });
			expect(revoked.output.RCS).toEqual([
				expect.objectContaining({ messageReference: reference, accepted: true, to: ['+33600123474'] }),
			]);
			const [message] = await real().simulator.messages('33600123474');
			expect(message).toMatchObject({ references: [reference], status: 'REVOKED' });
		});
	});
}
