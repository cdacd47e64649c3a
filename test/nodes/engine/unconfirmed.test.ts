/** Of several recipients, SMSBOX takes one and doesn't mention the other: that one may have got the message, and gets no more. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import type { RunResult } from '../../support/engine';
import { acceptedAnswer, recipientsOf } from '../../support/jsonAnswers';
import { runLoop } from '../../support/loopBack';
import { goOn, number, outputOf } from '../../support/runNode';
import { agent as wabaAgent, wabaPerItem } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';

const [anna, ben] = [number(0), number(1)];
const server = serviceForEachTest((request, index) =>
	acceptedAnswer(index === 0 ? [anna] : recipientsOf(request)),
);

const parameters = { ...wabaPerItem, text: 'Hi' };
const settings = { type: 'n8n-nodes-smsbox.smsboxWaba' };
const both = { to: `${anna}, ${ben}` };
const messagesTo = (person: string): number =>
	server.requests.filter((request) => recipientsOf(request).includes(person)).length;

it('in a later round of a loop', async () => {
	await runLoop(server.url, [both], parameters, {
		settings,
		fromBoth: true,
		again: `={{ { to: '${ben}' } }}`,
	});
	expect(messagesTo(ben)).toBe(1);
});

const run = async (more: INodeParameters, items: IDataObject[]): Promise<RunResult> =>
	await server.run({ node: 'smsboxWaba', parameters: { ...parameters, ...more }, items, settings: goOn });

it('in another item of the run', async () => {
	await run({ options: { maxConcurrentRequests: 1 } }, [both, { to: ben }]);
	expect(messagesTo(ben)).toBe(1);
});

it('in another execution, with a deduplication key', async () => {
	const keyed = { safetyOptions: { deduplicationKey: 'order 7' } };
	expect(outputOf(await run(keyed, [both]))).toMatchObject([{ accepted: true, unconfirmed: [`+${ben}`] }]);
	const [again] = outputOf(await run(keyed, [both]));
	expect(again?.error).toContain('May have been sent');
	expect(server.requests).toHaveLength(1);
});

it.each(agentKinds)('by a call of an agent (%s), and the other one gets another message', async (agent) => {
	const script = [
		[{ to: both.to, text: 'Hello' }],
		[{ to: ben, text: 'Hello' }],
		[{ to: anna, text: 'Bye' }],
	];
	await toolOf(server)(agent, script, { ...wabaAgent, operation: 'sendText' }, { node: 'smsboxWaba' });
	expect([messagesTo(anna), messagesTo(ben)]).toEqual([2, 1]);
});
