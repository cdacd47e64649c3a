/** An agent in a loop: in each round, its author's expressions say something else, though its model says the same. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, type AgentKind } from '../../support/agentHarness';
import { runAgentRounds } from '../../support/agentRounds';
import { inLists } from '../../support/inLists';
import { bodyOf } from '../../support/jsonAnswers';
import { formOf, number as numberOf, sendParameters, sendToGroup } from '../../support/runNode';
import { wabaPerItem } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

const runRounds = async (
	agent: AgentKind,
	parameters: INodeParameters,
	orders: readonly IDataObject[],
	options: Parameters<typeof runAgentRounds>[1] = {},
): Promise<string[]> => await runAgentRounds({ url: server.url, agent, parameters, orders }, options);

const ofOrder = (field: string): string => `$('Order').first().json.${field}`;

describe.each(agentKinds)('run by the agent %s', (agent) => {
	it('each order of each customer is one message, however often and in whatever form it comes', async () => {
		const people = [
			['+33600123456', '0033 6 00 12 34 56', '33600123456'],
			['+33600123457', '33600123457'],
		].map((forms) => fc.constantFrom(...forms));
		const order = fc.record({ number: fc.constantFrom(1042, 1043), phone: fc.oneof(...people) });
		const parameters = {
			...sendParameters,
			to: `={{ ${ofOrder('phone')} }}`,
			text: `=Order {{ ${ofOrder('number')} }}: {{ $fromAI('text') }}`,
		};
		const property = fc.asyncProperty(fc.array(order, { minLength: 2, maxLength: 4 }), async (orders) => {
			server.requests.length = 0;
			await runRounds(agent, parameters, orders);
			const sent = server.requests.map(
				(request) => `${formOf(request).get('dest')} ${formOf(request).get('msg')}`,
			);
			const wanted = orders.map(
				({ number, phone }) => `${phone.replace(/\D/g, '').replace(/^00/, '')} Order ${number}: shipped`,
			);
			expect(sent).toEqual([...new Set(wanted)]);
		});
		await fc.assert(property, { numRuns: 20 });
	});

	const toGroup = sendToGroup(`={{ ${ofOrder('group')} }}`);
	const withTime = "={{ $fromAI('text') + ' ' + $now.toMillis() }}";

	it.each([
		['a message goes to each group', "={{ $fromAI('text') }}", ['11', '12'], ['11', '12']],
		['what the clock changes goes once to the same group', withTime, ['11', '11'], ['11']],
		['what the clock changes goes to each group', withTime, ['11', '12'], ['11', '12']],
	])('%s', async (_what, text, groups, sent) => {
		const orders = groups.map((id) => ({ group: id }));
		await runRounds(agent, { ...toGroup, text }, orders);
		expect(server.sent('groupe')).toEqual(sent);
	});

	const textsSent = () => server.sent('msg');
	const orderNumber = `{{ ${ofOrder('number')} }}`;

	it.each<[string, string, INodeParameters]>([
		['a field named date', `=Order of {{ ${ofOrder('date')} }}: {{ $fromAI('text') }}`, {}],
		['a field named uuid', `=https://x.example/{{ ${ofOrder('uuid')} }}: {{ $fromAI('text') }}`, {}],
		['a date', `={{ DateTime.fromISO(${ofOrder('date')}).toFormat('dd/MM') }} {{ $fromAI('text') }}`, {}],
		['a date of JavaScript', `={{ new Date(${ofOrder('date')}).getDate() }} {{ $fromAI('text') }}`, {}],
		['number and clock', `=${orderNumber} {{ $now.toFormat('HH:mm') }}: {{ $fromAI('text') }}`, {}],
		['an argument named date', `=Order ${orderNumber} arrives {{ $fromAI('date') }}`, {}],
		[
			'a time from now',
			`=Order ${orderNumber}: {{ $fromAI('text') }}`,
			{ scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' },
		],
		[
			'callback data',
			`=Order ${orderNumber}: {{ $fromAI('text') }}`,
			{ callbackData: { entry: [{ name: 'order', value: `={{ ${ofOrder('uuid')} }}` }] } },
		],
		['a key of its author', "={{ $fromAI('text') }}", { deduplicationKey: `={{ ${ofOrder('number')} }}` }],
	])('two orders of one customer are two messages, told apart by %s', async (_what, text, options) => {
		const orders = [
			{ number: 1042, uuid: 'a', date: '2026-01-05' },
			{ number: 1043, uuid: 'b', date: '2026-01-06' },
		];
		const parameters = { ...sendParameters, to: '+33600123456', text, ...inLists(options) };
		const told = await runRounds(agent, parameters, orders, {
			script: [[{ text: 'shipped', date: 'tomorrow' }]],
		});
		expect(textsSent()).toHaveLength(2);
		expect(told.join()).not.toContain('has sent the same message');
	});

	it('two orders of one customer are two WhatsApp messages, told apart by a formatted date', async () => {
		const parameters = {
			...wabaPerItem,
			to: '+33600123456',
			text: `=On {{ DateTime.fromISO(${ofOrder('date')}).toFormat('d LLL') }}. {{ $fromAI('text') }}`,
		};
		const orders = [{ date: '2026-01-05' }, { date: '2026-01-06' }];
		await runRounds(agent, parameters, orders, { node: 'smsboxWaba' });
		expect(server.requests.map((request) => /\d Jan/.exec(JSON.stringify(bodyOf(request)))?.[0])).toEqual([
			'5 Jan',
			'6 Jan',
		]);
	});

	it('two accounts each send their message', async () => {
		const parameters = { ...sendParameters, to: '+33600123456', text: "={{ $fromAI('text') }}" };
		await runRounds(agent, parameters, [{ key: 'key-a' }, { key: 'key-b' }], {
			credential: { apiKey: `={{ ${ofOrder('key')} }}` },
		});
		expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
			'App key-a',
			'App key-b',
		]);
	});

	const numbersFrom = (from: number, count: number): string[] =>
		Array.from({ length: count }, (_, index) => numberOf(from + index));
	it.each([
		['two of them, one excluded of each, are two messages', numbersFrom(10_000, 5_001), [5_000, 5_000]],
		['of which one opts out in between, is one message', numbersFrom(0, 5_001), [5_000]],
	])('of more people than a request takes, %s', async (_what, list, sizes) => {
		const parameters = {
			...{ ...sendParameters, category: 'nonMarketingGroup' },
			...{ to: `={{ ${ofOrder('list')} }}`, text: "={{ $fromAI('text') }}" },
			...inLists({ excludedRecipients: `={{ [${ofOrder('list')}[0]] }}` }),
		};
		await runRounds(agent, parameters, [{ list: numbersFrom(0, 5_001) }, { list }]);
		expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual(sizes);
	});
});
