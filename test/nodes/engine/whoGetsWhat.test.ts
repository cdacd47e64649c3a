/** Which messages are one, by whom they go to and what each person reads of its own; and what a partly sent list still is. */
import type { INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import { inLists } from '../../support/inLists';
import { runLoop } from '../../support/loopBack';
import {
	apiKey,
	goOn,
	number,
	outputOf,
	people,
	plain,
	retrying,
	sendParameters,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';
import { agent as wabaAgent } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();
const { sentTo } = server;
const ask = toolOf(server);

describe('a person whose country no country code tells', () => {
	const [national, international] = ['0600123456', '+33600123456'];
	it.each(agentKinds)('gets nothing by the other number after an unknown outcome: %s', async (agent) => {
		const calls = [
			[{ to: national, text: 'Hello' }],
			[{ to: international, text: 'Hello again' }],
			[{ to: '+39600123456', text: 'Hello again' }],
			[{ to: '+33600123457', text: 'Hello again' }],
		];
		server.script = ['cut'];
		await ask(agent, calls);
		expect(sentTo()).toEqual([national, '33600123457']);
	});

	it.each(agentKinds)('gets a message of a model once, whichever number comes first: %s', async (agent) => {
		const inBothForms = [
			[national, international],
			['+33600123457', '0600123457'],
		].flat();
		const script = inBothForms.map((to) => [{ to, text: 'Hello' }]);
		await ask(agent, script);
		expect(sentTo()).toEqual([national, '33600123457']);
	});

	it.each(agentKinds)('gets a message of a model once, though a time in it changes: %s', async (agent) => {
		const lists = [`${national}, +33600123457`, `+33600123457, ${international}`, '+33600123457'];
		const script = lists.map((to) => [{ to, text: 'Hello' }]);
		await ask(agent, script, { text: "={{ $fromAI('text') + Math.random().toFixed(9) }}" });
		expect(sentTo()).toEqual([national, '33600123457']);
	});

	it.each([
		[national, international],
		[international, national],
		['0612345678', '+390612345678'],
		// Of Brazil, with and without the digit that was added.
		['+5511987654321', '011987654321'],
		['011987654321', '+5511987654321'],
	])('gets a message that comes back once: %s, then %s', async (first, second) => {
		server.script = ['cut'];
		const again = `={{ { to: "${second}", text: "Hello" } }}`;
		await runLoop(server.url, [{ to: first, text: 'Hello' }], sendPerItem, { again });
		expect(server.requests).toHaveLength(1);
	});

	it.each([
		['none, then 33', "={{ $runIndex === 0 ? '' : '33' }}", national],
		['33, then none', "={{ $runIndex === 0 ? '33' : '' }}", national],
		['none, then 33, and the other number', "={{ $runIndex === 0 ? '' : '33' }}", international],
	])('gets a message that comes back once, with the country code %s', async (_what, countryCode, second) => {
		server.script = ['cut'];
		await runLoop(server.url, [{ to: national, text: 'Hello' }], sendPerItem, {
			again: `={{ { to: "${second}", text: "Hello" } }}`,
			...smsboxAccess(server.url, { apiKey, countryCode }),
		});
		expect(server.requests).toHaveLength(1);
	});

	it.each(['', '33'])('gets the same message of another item once, with its country code %j', async (own) => {
		server.script = ['cut'];
		await server.run({
			parameters: { ...sendPerItem, ...inLists({ maxConcurrentRequests: 1 }) },
			items: [
				{ to: national, text: 'Hello', countryCode: '' },
				{ to: international, text: 'Hello', countryCode: own },
			],
			settings: goOn,
			...smsboxAccess(server.url, { countryCode: '={{ $json.countryCode }}' }),
		});
		expect(sentTo()).toEqual([national]);
	});
});

describe('two personalized messages to one person', () => {
	const hours = ['10:00', '15:00'];

	it('are two, though the first may have been sent', async () => {
		server.script = ['cut'];
		const items = hours.map((hour) => ({ list: [{ to: number(0), variables: [hour] }] }));
		await server.run({ parameters: { ...sendPersonalized, text: 'At %1%' }, items, settings: goOn });
		expect(sentTo()).toEqual(hours.map((hour) => `${number(0)};${hour}`));
	});

	it.each([
		['other variables are two', '15:00', 2],
		['the same are one', '10:00', 1],
	])('that comes back with %s', async (_what, hour, count) => {
		server.script = ['cut'];
		const variables = { variable: [{ value: '={{ $json.hour }}' }] };
		const parameters = {
			...sendParameters,
			to: '={{ $json.to }}',
			text: 'At %1%',
			...inLists({ variables }),
		};
		const again = `={{ { to: "${number(0)}", hour: $runIndex < 1 ? "${hour}" : "10:00" } }}`;
		await runLoop(server.url, [{ to: number(0), hour: '10:00' }], parameters, { again });
		expect(sentTo().filter((entry) => entry.endsWith(hour))).toHaveLength(1);
		expect(new Set(sentTo()).size).toBe(count);
	});

	it('whose variables are not in the text are one, also beside one without variables', async () => {
		server.script = ['cut'];
		const parameters = { ...sendPersonalized, text: 'Hello' };
		const item = (variables: string): string => `{ list: [{ to: "${number(0)}", variables: ${variables} }] }`;
		const again = `={{ $runIndex === 0 ? ${item('["15:00"]')} : ${item('[]')} }}`;
		const items = [{ list: [{ to: number(0), variables: ['10:00'] }] }];
		await runLoop(server.url, items, parameters, { again });
		expect(server.requests).toHaveLength(1);
	});
});

describe('a list that was partly sent', () => {
	it('goes to nobody else in a retry of the execution whose rest are other people', async () => {
		server.script = [plain('OK 1'), plain('ERROR 04')];
		const first = await server.run({ parameters: sendPersonalized, items: [{ list: twoRequests }] });
		expect(first.error?.message).toContain('Partly sent');
		const to =
			'={{ $json.list.map((entry, index) => index < 500 ? entry : { ...entry, to: String(33600005000 + index) }) }}';
		const edited = { ...sendPersonalized, to };
		const retried = await server.run({ parameters: edited, items: [{ list: twoRequests }], retryOf: first });
		expect(retried.error?.description).toContain('have changed');
		expect(server.requests).toHaveLength(2);
	});

	it('with a key is continued by Retry On Fail, also within a retry of the execution', async () => {
		const parameters = { ...sendPersonalized, ...inLists({ deduplicationKey: '={{ $json.order }}' }) };
		const items = [{ order: 1, list: twoRequests }];
		server.script = [plain('ERROR 04')];
		const first = await server.run({ parameters, items });
		server.script = [plain('OK 1'), plain('ERROR 04'), plain('OK 2')];
		const retried = await server.run({ parameters, items, retryOf: first, settings: retrying });
		expect(outputOf(retried)).toMatchObject([{ accepted: true, requests: 2 }]);
		expect(outputOf(await server.run({ parameters, items }))).toMatchObject([{ alreadySent: true }]);
		expect(server.requests).toHaveLength(4);
	});
});

it.each<[string, string, INodeParameters]>([
	[
		'RCS, with other postback data',
		'smsboxRcs',
		{
			...{ agentId: 'a', specifyContent: 'fields', messageType: 'text' },
			suggestions: {
				suggestion: [{ type: 'reply', text: 'Yes', postbackData: '={{ "round " + $runIndex }}' }],
			},
		},
	],
	[
		'WhatsApp, with other IDs of buttons',
		'smsboxWaba',
		{
			...{ operation: 'sendButtons', ...wabaAgent },
			...{ specifyContent: 'fields', headerType: 'text', headerText: 'Order', body: 'Hello', footer: '' },
			buttons: { button: [{ title: 'Yes', id: '={{ "yes-" + $runIndex }}' }] },
		},
	],
	[
		'RCS, with the file fetched again',
		'smsboxRcs',
		{
			...{ agentId: 'a', specifyContent: 'fields', messageType: 'file' },
			...{ fileUrl: 'https://example.com/a.pdf', thumbnailUrl: '', suggestions: {} },
			...inLists({ forceRefresh: '={{ $runIndex > 0 }}' }),
		},
	],
	['SMS, with a blank behind its text', 'smsboxSms', { text: '={{ "Hello" + " ".repeat($runIndex) }}' }],
])('who may have got it does not get it again: %s', async (_what, node, parameters) => {
	server.script = ['cut'];
	const settings = { type: `${PACKAGE}.${node}` };
	await runLoop(server.url, people(1), { ...sendPerItem, ...parameters }, { settings });
	expect(server.requests).toHaveLength(1);
});
