/** What a model is told, and that it can talk the node into nothing: as n8n's engine runs a tool, and as agents call one. */
import { agentKinds, runAgent, toolOf } from '../../support/agentHarness';
import { serviceForEachTest } from '../../support/service';
import { goOn, plain, retrying, sendParameters, sendToGroup } from '../../support/runNode';
import { smsboxAccess } from '../../support/smsbox';

const accepted = plain('OK 123456789012');
const open = /^.*May have been sent.*Do not send it again.*[Tt]ell the user/s;

const server = serviceForEachTest();

const ask = toolOf(server);
const { sentTo } = server;

const input = [{ json: { phone: '33600123456' } }];
const ana = { to: '+33600123456', text: 'Your table is ready' };
const ben = { to: '+33600123457', text: 'Your table is ready' };

describe.each(agentKinds)('a tool, as run by the %s', (agent) => {
	it.each([{}, goOn])('after a lost answer, says to send nothing and tell the user: %j', async (settings) => {
		server.script = ['cut'];
		const [told] = await ask(agent, [[ana]], {}, { settings });
		expect(told).toMatch(open);
		expect(told).not.toMatch(/retry the request|ECONNRESET/i);
	});

	it('lets through no code from a foreign answer that n8n would take for an advice to repeat', async () => {
		server.script = [plain('502: upstream ETIMEDOUT')];
		const [told] = await ask(agent, [[ana]]);
		expect(told).toMatch(open);
		expect(told).not.toContain('ETIMEDOUT');
	});

	it.each([
		['in the same words', ana],
		['in other words', { ...ana, text: 'The table is ready for you' }],
		['to a number written differently', { ...ana, to: '0033 6 00 12 34 56' }],
		['to more people', { ...ana, to: '33600123457, 33600123456' }],
	])('sends nothing when the model calls again all the same, %s', async (_, again) => {
		server.script = ['cut'];
		const told = await ask(agent, [[ana], [again]]);
		expect(sentTo()).toEqual(['33600123456']);
		expect(told[1]).toMatch(open);
	});

	it('does not send a message twice that was accepted, and says so as an error', async () => {
		const told = await ask(agent, [[ana], [ana]]);
		expect(sentTo()).toEqual(['33600123456']);
		expect(told[0]).toContain('"accepted":true');
		expect(told[1]).toMatch(/Not sent again: this tool has sent the same message/);
	});

	it.each([
		['with a country code', { countryCode: '33' }, '33600123456'],
		['without one, where it may be the same person', {}, '0600123456'],
	])('compares a national number with an international one %s', async (_what, defaults, sent) => {
		// The text differs each time: the model's input tells that it is the same message.
		const parameters = { text: "={{ $fromAI('text') + Math.random().toFixed(9) }}" };
		const access = smsboxAccess(server.url, defaults);
		const national = { ...ana, to: '06 00 12 34 56' };
		const told = await ask(agent, [[national], [ana]], parameters, access);
		expect(sentTo()).toEqual([sent]);
		expect(told[0]).toContain('"accepted":true');
		expect(told[1]).toContain('Not sent again');
	});

	it('sends again, when asked, what was refused or never left', async () => {
		server.script = [plain('ERROR 03')];
		const told = await ask(agent, [[ana], [ana]]);
		expect(sentTo()).toHaveLength(2);
		expect(told[0]).toMatch(/Rejected by SMSBOX \(ERROR 03\).*credit/s);
		expect(told[1]).toContain('"accepted":true');
	});

	it('tells the model how to fix what it got wrong', async () => {
		const [told] = await ask(agent, [[{ ...ana, to: 'Ana' }]]);
		expect(told).toMatch(/To: The phone number contains letters.*international format/s);
		expect(server.requests).toHaveLength(0);
	});

	it('with Retry On Fail sends what was refused for now, and never what may have been sent', async () => {
		server.script = [plain('ERROR 04'), accepted, 'cut'];
		const told = await ask(agent, [[ana], [ben]], {}, { settings: retrying });
		expect(sentTo()).toEqual(['33600123456', '33600123456', '33600123457']);
		expect(told[0]).toContain('"accepted":true');
		expect(told[1]).toMatch(open);
	});

	it('after a group may have been written to, writes to none any more', async () => {
		const toGroup = { ...sendToGroup('7'), text: "={{ $fromAI('text') }}" };
		server.script = ['cut'];
		const told = await ask(agent, [[{ text: 'Closed today' }], [{ text: 'We are closed today' }]], toGroup);
		expect(server.requests).toHaveLength(1);
		expect(told[1]).toMatch(open);
	});

	it('can be asked twice for what is no message: A, then B, then A again', async () => {
		server.script = ['Shop', 'Clinic', 'Shop'].map((sender) => plain(sender));
		const setDefault = {
			resource: 'senderId',
			operation: 'setDefault',
			senderId: "={{ $fromAI('sender') }}",
		};
		const calls = ['Shop', 'Clinic', 'Shop'].map((sender) => [{ sender }]);
		await ask(agent, calls, setDefault);
		expect(server.requests).toHaveLength(3);
	});

	it('does not ask the model for its input where an expression points at the item', async () => {
		await ask(agent, [[{ text: 'Hello' }]], { to: '={{ $json.phone }}' }, { input });
		expect(sentTo()).toEqual(['33600123456']);
	});
});

describe.each(agentKinds)('a tool whose model repeats itself, run by the agent %s', (agent) => {
	const [anaNumber, benNumber] = [ana.to, ben.to];

	it('who may have got a message gets no other one under the other form of the number', async () => {
		server.script = ['cut'];
		await ask(agent, [
			[{ to: '+5511961234567', text: 'Hello' }],
			[{ to: '+551161234567', text: 'Good morning' }],
		]);
		expect(server.sentTo()).toHaveLength(1);
	});

	it('who was excluded from a message that may be out is excluded from the next one, too', async () => {
		server.script = ['cut'];
		const parameters = { safetyOptions: { excludedRecipients: benNumber } };
		const told = await ask(
			agent,
			[[{ to: `${anaNumber}, ${benNumber}`, text: 'Hello' }], [{ to: benNumber, text: 'Hello' }]],
			parameters,
		);
		expect(told).toEqual([
			expect.stringContaining('May have been sent'),
			expect.stringContaining('"outcome":"excluded"'),
		]);
		expect(server.sentTo()).toEqual(['33600123456']);
	});

	it('a transfer that may have been made is not made again, as text or as a number', async () => {
		server.script = ['cut'];
		const parameters = {
			resource: 'credit',
			operation: 'transfer',
			subAccount: "={{ $fromAI('subAccount') }}",
			amount: "={{ $fromAI('amount') }}",
		};
		const script = [[{ subAccount: 'shop', amount: 5 }], [{ subAccount: 'shop ', amount: '5' }]];
		await ask(agent, script, parameters, { node: 'smsboxAccount' });
		expect(server.requests).toHaveLength(1);
	});
});

it('two equal calls at the same time send one message', async () => {
	const told = await ask('direct', [[ana, ana]]);
	expect(sentTo()).toEqual(['33600123456']);
	expect(told.filter((one) => one.includes('"accepted":true'))).toHaveLength(1);
});

it('two equal transfers at the same time are one, and the error is not about a message', async () => {
	server.react = () => plain('OK');
	const parameters = {
		...{ resource: 'credit', operation: 'transfer', amount: 5 },
		subAccount: "={{ $fromAI('subAccount') }}",
	};
	const toShop = { subAccount: 'shop' };
	const told = await ask('direct', [[toShop, toShop]], parameters, { node: 'smsboxAccount' });
	expect(server.requests).toHaveLength(1);
	expect(told.join()).toContain('Not repeated: another call of this tool is making the same change');
	expect(told.join()).not.toMatch(/recipients|same message/);
});

it('two different messages to a person at the same time are both sent', async () => {
	await ask('direct', [[ana, { ...ana, text: 'The kitchen closes at ten' }]]);
	expect(sentTo()).toHaveLength(2);
});

it('the model cannot set what the author takes from the item where an agent calls the tool itself', async () => {
	const call = { text: 'Hello', phone: '33600123457' };
	await ask('direct', [[call]], { to: '={{ $json.phone }}' }, { input });
	expect(sentTo()).toEqual(['33600123456']);
});

it.each(agentKinds)('a tool asks nobody, as it could not wait (%s)', async (agent) => {
	const { result, told } = await runAgent({
		url: server.url,
		agent,
		parameters: { ...sendParameters, operation: 'sendAndWait', message: 'Ship order 7?' },
		script: [[{}]],
		settings: goOn,
	});
	expect(told).toEqual([expect.stringContaining('A tool of an agent cannot wait for a response')]);
	expect(result.status).toBe('success');
	expect(server.requests).toEqual([]);
});
