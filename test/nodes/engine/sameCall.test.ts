/** The same message to the same people is one message, however a model writes it; a different one goes out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, runAgent } from '../../support/agentHarness';
import { freezeDate } from '../../support/fixtureServer';
import { acceptedAnswer, bodyOf, recipientsOf } from '../../support/jsonAnswers';
import { clearProcessedData } from '../../support/processedData';
import { inLists } from '../../support/inLists';
import { formOf } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => {
	jest.useRealTimers();
});
const smsParameters: INodeParameters = {
	resource: 'message',
	operation: 'send',
	to: "={{ $fromAI('to') }}",
	text: "={{ $fromAI('text') }}",
	category: 'alert',
};
/** An RCS message that the model gives whole. */
const rcsParameters: INodeParameters = {
	resource: 'message',
	operation: 'send',
	agentId: 'a',
	to: '33600123456',
	specifyContent: 'json',
	contentMessage: "={{ $fromAI('content', '', 'json') }}",
};
/** The clock stands still until the first message leaves, and is a minute later then. */
function freezeUntilSent(): void {
	freezeDate('2026-01-05T12:00:30+01:00');
	server.onRequest = () => {
		jest.setSystemTime(new Date('2026-01-05T12:01:30+01:00'));
	};
}
const first: IDataObject = { to: '+33600123456, +33600123457', text: 'Your table is ready' };

describe.each(agentKinds)('the same message goes out once: run by the agent %s', (agent) => {
	it.each<[string, IDataObject]>([
		['reordered', { ...first, to: '+33600123457, +33600123456' }],
		['with an argument of its own', { ...first, reason: 'the guest asked' }],
		[
			'reordered, with an argument of its own',
			{ ...first, to: '+33600123457, +33600123456', reason: 'asked' },
		],
		['members in another order', { text: first.text, to: first.to }],
		['padded, members in another order', { text: ' Your table is ready\n', to: first.to }],
		['reordered, members too', { text: first.text, to: '+33600123457, +33600123456' }],
	])('SMS, %s', async (_what, again) => {
		await runAgent({ url: server.url, agent, parameters: smsParameters, script: [[first], [again]] });
		expect(server.requests).toHaveLength(1);
	});
	const repeated: IDataObject = { ...first, reason: 'the guest asked' };
	it.each<[string, INodeParameters]>([
		['Send At', { scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' }],
		['Callback Data', { callbackData: { entry: [{ name: 'reason', value: '={{ $now.toISO() }}' }] } }],
		['Validity Period', { validityPeriod: '={{ 60 + $now.minute }}' }],
	])('with an argument of its own, though the author lets an option change: %s', async (_what, options) => {
		freezeUntilSent();
		const parameters = { ...smsParameters, ...inLists(options) };
		await runAgent({ url: server.url, agent, parameters, script: [[first], [repeated]] });
		expect(server.requests).toHaveLength(1);
	});
	it.each<[IDataObject, IDataObject]>([
		[{ to: '0600123456, 0600123457' }, { to: '+33600123456, +33600123457', reason: 'asked' }],
		[{ to: '+33600123457, +33600123456' }, { to: '0600123456, 0600123457', reason: 'asked' }],
		[{ to: '+36201234567' }, { to: '06201234567', reason: 'asked' }],
		[{ to: '06201234567' }, { to: '+36201234567', reason: 'asked' }],
	])('to %j, without a country code, then to %j', async (...calls) => {
		const script = calls.map((call) => [{ text: first.text, ...call }]);
		await runAgent({ url: server.url, agent, parameters: smsParameters, script });
		expect(server.requests).toHaveLength(1);
	});
	const validity =
		"={{ $fromAI('validity', 'Minutes. Shorter only for a good reason', 'number', 60) || 60 }}";
	it.each<[string, INodeParameters, IDataObject, IDataObject]>([
		['a made-up key', { deduplicationKey: "={{ $fromAI('key') }}" }, { key: 'a' }, { key: 'b' }],
		['a number as text', { validityPeriod: validity }, { validity: 60 }, { validity: '60' }],
		['an empty value for none', { validityPeriod: validity }, {}, { validity: '' }],
		['the default for none', { validityPeriod: validity }, {}, { validity: 60 }],
		[
			'a time in another zone',
			{ scheduleAt: "={{ $fromAI('at') }}" },
			{ at: '2026-01-05T13:00:00+01:00' },
			{ at: '2026-01-05T12:00:00Z' },
		],
		['a word of a description', { validityPeriod: validity }, { reason: 'a' }, { reason: 'b' }],
		['a time-out', { timeout: "={{ $fromAI('timeout', '', 'number') }}" }, { timeout: 60 }, { timeout: 90 }],
	])('with the same option in another form: %s', async (_what, options, ...calls) => {
		freezeDate('2026-01-05T11:00:30+01:00');
		const parameters = { ...smsParameters, ...inLists(options) };
		const script = calls.map((call) => [{ ...first, ...call }]);
		await runAgent({ url: server.url, agent, parameters, script });
		expect(server.requests).toHaveLength(1);
	});
	it('with an argument of its own, though the author lets the text change', async () => {
		const parameters = { ...smsParameters, text: "={{ $fromAI('text') + Math.random() }}" };
		await runAgent({ url: server.url, agent, parameters, script: [[first], [repeated]] });
		expect(server.requests).toHaveLength(1);
	});
	it('to people as objects, then as texts, while an option changes', async () => {
		freezeUntilSent();
		const scheduleAt = '={{ $now.plus({ hours: 1 }).toISO() }}';
		const parameters = {
			...smsParameters,
			to: "={{ $fromAI('to', '', 'json') }}",
			...inLists({ scheduleAt }),
		};
		const calls = [[{ to: '+33600123456' }], ['+33600123456']].map((to): IDataObject => ({ ...first, to }));
		await runAgent({ url: server.url, agent, parameters, script: calls.map((call) => [call]) });
		expect(server.requests).toHaveLength(1);
	});
	it('WhatsApp, reordered, members too', async () => {
		server.react = (request) => acceptedAnswer(recipientsOf(request));
		const waba = {
			...smsParameters,
			operation: 'sendText',
			wabaId: '104996122399160',
			phoneId: '106540352242922',
		};
		const again = { text: first.text, to: '+33600123457, +33600123456' };
		await runAgent({
			url: server.url,
			agent,
			node: 'smsboxWaba',
			parameters: waba,
			script: [[first], [again]],
		});
		expect(server.requests).toHaveLength(1);
	});
	it('an RCS message as JSON, its members in another order', async () => {
		server.react = (request) => acceptedAnswer(recipientsOf(request));
		const suggestions = [{ reply: { text: 'Yes', postbackData: 'y' } }];
		const script = [[{ content: { text: 'Hi', suggestions } }], [{ content: { suggestions, text: 'Hi' } }]];
		await runAgent({ url: server.url, agent, node: 'smsboxRcs', parameters: rcsParameters, script });
		expect(server.requests).toHaveLength(1);
	});
	it('variables of two people, who are in another order', async () => {
		const to = [
			{ to: '+33600123456', variables: ['Ana'] },
			{ to: '+33600123457', variables: ['Ben'] },
		];
		const personal = { ...smsParameters, to: "={{ $fromAI('to', '', 'json') }}", text: 'Hello %1%' };
		const script = [[{ to }], [{ to: [...to].reverse() }]];
		await runAgent({ url: server.url, agent, parameters: personal, script });
		expect(server.requests).toHaveLength(1);
	});
});

const carousel = (...titles: string[]) => ({
	richCard: {
		carouselCard: { cardWidth: 'MEDIUM', cardContents: titles.map((title) => ({ title })) },
	},
});

describe.each(agentKinds)('another message goes out: run by the agent %s', (agent) => {
	it('an SMS at another time of the model', async () => {
		const scheduleAt = "={{ $fromAI('when') }}";
		const script = ['2027-01-05T10:00:00Z', '2027-01-05T11:00:00Z'].map((when) => [{ ...first, when }]);
		freezeDate('2026-12-05T12:00:30+01:00');
		const parameters = { ...smsParameters, ...inLists({ scheduleAt }) };
		await runAgent({ url: server.url, agent, parameters, script });
		expect(server.requests).toHaveLength(2);
	});
	it.each([
		['0600123456', '0700123456'],
		['+33600123456', '+33600123456, +33700123456'],
		['+33600123456, +33700123456', '+33600123456, +34600123456'],
	])('an SMS to %s, then to %s, whose numbers end alike', async (...lists) => {
		const script = lists.map((to) => [{ ...first, to }]);
		await runAgent({ url: server.url, agent, parameters: smsParameters, script });
		expect(server.requests).toHaveLength(2);
	});
	it("an SMS at another time, which is read from all of the model's arguments", async () => {
		const code =
			"(({ to, text, ...others }) => Object.values(others).find((value) => /^2027/.test(value)) ?? '2027-01-05T10:00:00Z')($json)";
		const script = [{}, { when: '2027-01-05T11:00:00Z' }].map((call) => [{ ...first, ...call }]);
		const parameters = { ...smsParameters, ...inLists({ scheduleAt: `={{ ${code} }}` }) };
		await runAgent({ url: server.url, agent, parameters, script });
		expect(server.requests).toHaveLength(agent === 'direct' ? 1 : 2);
	});
	it('an RCS message about another order, by postback data that the model writes', async () => {
		server.react = (request) => acceptedAnswer(recipientsOf(request));
		const script = ['order 1', 'order 2'].map((postbackData) => [
			{ content: { text: 'Hi', suggestions: [{ reply: { text: 'Yes', postbackData } }] } },
		]);
		await runAgent({ url: server.url, agent, node: 'smsboxRcs', parameters: rcsParameters, script });
		expect(server.requests).toHaveLength(2);
	});
	it('a group with somebody whose number ends alike', async () => {
		const parameters = {
			...{ resource: 'group', operation: 'create', name: 'Guests' },
			numbers: "={{ $fromAI('numbers') }}",
		};
		const script = ['+33600123456', '+33700123456'].map((numbers) => [{ numbers }]);
		await runAgent({ url: server.url, agent, parameters, script });
		expect(server.requests).toHaveLength(2);
	});
	it('an RCS carousel of other cards is another message', async () => {
		server.react = (request) => acceptedAnswer(recipientsOf(request));
		const script = [[{ content: carousel('Shoes', 'Boots') }], [{ content: carousel('Hats', 'Caps') }]];
		const { told } = await runAgent({
			url: server.url,
			agent,
			node: 'smsboxRcs',
			parameters: rcsParameters,
			script,
		});
		expect(told[1]).not.toContain('Not sent again');
		expect(server.requests.map((request) => JSON.stringify(bodyOf(request)).includes('Hats'))).toEqual([
			false,
			true,
		]);
	});

	it('an SMS with other variables of its recipient is another message', async () => {
		const parameters: INodeParameters = {
			resource: 'message',
			operation: 'send',
			to: "={{ $fromAI('to', '', 'json') }}",
			text: 'Your code is %1%',
			category: 'alert',
		};
		const entry = (code: string) => ({ to: [{ to: '+33600123456', variables: [code] }] });
		const script = [[entry('A1')], [entry('B2')]];
		const { told } = await runAgent({ url: server.url, agent, parameters, script });
		expect(told[1]).not.toContain('Not sent again');
		expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([
			'33600123456;A1',
			'33600123456;B2',
		]);
	});

	it('two variables are not one that has a comma', async () => {
		const parameters: INodeParameters = {
			resource: 'message',
			operation: 'sendTemplate',
			wabaId: '104996122399160',
			phoneId: '106540352242922',
			to: '33600123456',
			template: { mode: 'name', value: 'offer' },
			language: 'fr',
			specifyContent: 'json',
			variablesJson: "={{ $fromAI('variables', '', 'json') }}",
		};
		server.react = (request) => acceptedAnswer(recipientsOf(request));
		const script = [[{ variables: ['20261224', '20261231'] }], [{ variables: ['20261231', '20261224'] }]];
		const { told } = await runAgent({ url: server.url, agent, node: 'smsboxWaba', parameters, script });
		expect(told[0]).toContain('"accepted":true');
		expect(told[1]).not.toContain('Not sent again');
		expect(server.requests).toHaveLength(2);
	});
});
