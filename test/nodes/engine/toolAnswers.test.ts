/** What a model is told of a call, where it would otherwise send again, or give somebody up. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, type Script, toolOf } from '../../support/agentHarness';
import { inLists } from '../../support/inLists';
import { acceptedAnswer } from '../../support/jsonAnswers';
import { clearProcessedData } from '../../support/processedData';
import { agent as wabaAgent, agentId, wabaPerItem } from '../../support/runChannels';
import { outputOf } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const ask = toolOf(server);
beforeEach(clearProcessedData);

const ana = { to: '+33600123456', text: 'Your table is ready' };
const ben = { to: '+33600123457', text: 'Your table is ready' };
const both = { ...ana, to: `${ana.to}, ${ben.to}` };

describe.each(agentKinds)('run by the agent %s', (agent) => {
	const askByWaba = async (script: Script): Promise<string[]> =>
		await ask(agent, script, { operation: 'sendText', ...wabaAgent }, { node: 'smsboxWaba' });

	it('a repeated call is not told how to send twice, nor that SMSBOX accepted what it may have rejected', async () => {
		const rejectsBen = (number: string): string => (number.endsWith('7') ? 'REJECTED' : 'ACCEPTED');
		server.script = [acceptedAnswer(['33600123456', '33600123457'], '7', rejectsBen)];
		const [, told] = await askByWaba([[both], [both]]);
		expect(told).toContain('The result of the first call counts. Do not send it again, not even reworded.');
		expect(told).not.toMatch(/to send it twice|accepted it/i);
	});

	it.each([
		['nobody, by an undocumented word', ana, () => acceptedAnswer(['33600123456'], '7', () => 'QUEUED')],
		['one of two people', both, () => acceptedAnswer(['33600123456'])],
	])('it must not send again what SMSBOX says nothing clear of: %s', async (_, call, answer) => {
		server.script = [answer()];
		const [told] = await askByWaba([[call]]);
		expect(told).toContain('Do not send it again, not even reworded.');
	});

	it('is not told of a revocation that it was a message', async () => {
		server.script = [acceptedAnswer(['33600123456'], '7', () => 'QUEUED')];
		const revoke = { operation: 'revoke', agentId, reference: '123456789012' };
		const [told] = await ask(agent, [[{ to: '+33600123456' }]], revoke, { node: 'smsboxRcs' });
		expect(told).toContain('"accepted":null');
		expect(told).not.toContain('instruction');
	});

	it('of what SMSBOX says of everybody, it is told nothing more', async () => {
		server.script = [acceptedAnswer(['33600123456'])];
		expect((await askByWaba([[ana]]))[0]).not.toContain('instruction');
	});

	it.each<[string, IDataObject, INodeParameters, string]>([
		['how to fix it', { ...ben, to: '+3360012345a' }, {}, 'international format'],
		['that it was not sent', ben, inLists({ allowedRecipients: ana.to }), 'This message was not sent'],
	])('after an unknown outcome, a message to somebody else says %s', async (_, call, options, said) => {
		server.script = ['cut'];
		const [, told] = await ask(agent, [[ana], [call]], options);
		expect(told).toContain(said);
		expect(told).toContain('An earlier message may have been sent: do not send that one again.');
	});

	it('the problem of a dry run says once what to do', async () => {
		const [told] = await ask(agent, [[{ ...ana, to: 'Ana' }]], inLists({ dryRun: true }));
		expect(told?.split('Use the international format')).toHaveLength(2);
	});
});

it('outside of tools, an unclear outcome has no instruction', async () => {
	server.script = [acceptedAnswer(['33600123456'], '7', () => 'QUEUED')];
	const result = await server.run({ node: 'smsboxWaba', parameters: wabaPerItem, items: [ana] });
	expect(outputOf(result)).toEqual([expect.not.objectContaining({ instruction: expect.anything() })]);
});
