/** Opt-out lists: nobody on them gets a message, and nothing else about a message changes. */
import { WorkflowExpression } from 'n8n-workflow';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import type { RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { recipientsOf } from '../../support/jsonAnswers';
import { errorsOfRounds, runLoop } from '../../support/loopBack';
import {
	formOf,
	hintsOf,
	type NodeRun,
	number,
	outputOf,
	people,
	plain,
	sendParameters,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';
import { wabaPerItem } from '../../support/runChannels';
import { smsboxAccess } from '../../support/smsbox';
import { inLists } from '../../support/inLists';

const [anna, ben, carla] = [number(0), number(1), number(2)];

const server = serviceForEachTest();
afterEach(() => {
	jest.restoreAllMocks();
});

const run = async (
	excludedRecipients: string,
	items: IDataObject[],
	{ parameters = sendPerItem, ...rest }: Partial<NodeRun> & { options?: INodeParameters } = {},
): Promise<RunResult> =>
	await server.run({
		...rest,
		parameters: { ...parameters, ...inLists({ ...rest.options, excludedRecipients }) },
		items,
	});
const { sentTo } = server;

it.each([
	['text', `+${ben}, 0033 6 99 99 99 99`],
	['an array by expression', `={{ ["+${ben}"] }}`],
	['an array of numbers', `={{ [${ben}] }}`],
	['another node', "={{ $('Start').all().filter((row) => row.json.order === 1).map((row) => row.json.to) }}"],
])('a person on the list, given as %s, gets no message, and the output says so', async (_what, list) => {
	const result = await run(list, people(3));
	expect(sentTo().sort()).toEqual([anna, carla]);
	expect(outputOf(result)).toEqual([
		expect.objectContaining({ accepted: true, to: [`+${anna}`] }),
		{ outcome: 'excluded', excluded: [`+${ben}`] },
		expect.objectContaining({ accepted: true, to: [`+${carla}`] }),
	]);
	expect(outputOf(result)[0]).not.toHaveProperty('excluded');
	expect(hintsOf(result)).toEqual([
		'Some recipients are in Excluded Recipients and got no message (excluded).',
	]);
});

const annaAndBen = [
	{ to: anna, variables: ['Anna'] },
	{ to: ben, variables: ['Ben'] },
];

it('of several recipients of a message, the others get theirs, with their own variables', async () => {
	const list = [...annaAndBen, { to: carla, variables: ['Carla'] }];
	const result = await run(`+${ben}`, [{ list }], { parameters: sendPersonalized });
	expect(formOf(server.requests[0]).get('dest')).toBe(`${anna};Anna,${carla};Carla`);
	expect(outputOf(result)).toEqual([
		expect.objectContaining({
			accepted: true,
			to: [`+${anna}`, `+${carla}`],
			recipientCount: 2,
			excluded: [`+${ben}`],
		}),
	]);
});

it('what is wrong with a recipient is an error also where another one is excluded, with the place in the list', async () => {
	const list = [...annaAndBen, { to: carla }];
	const result = await run(`+${anna}`, [{ list }], { parameters: sendPersonalized });
	expect(result.error?.message).toContain('recipient 3 has no variable 1');
	expect(server.requests).toEqual([]);
});

it('a person who would get two texts is excluded once', async () => {
	const list = ['Ben', 'Benjamin'].map((name) => ({ to: ben, variables: [name] }));
	expect(outputOf(await run(`+${ben}`, [{ list }], { parameters: sendPersonalized }))).toEqual([
		{ outcome: 'excluded', excluded: [`+${ben}`] },
	]);
});

it('nobody is excluded by an empty array', async () => {
	const result = await run('={{ [] }}', people(2));
	expect(sentTo().sort()).toEqual([anna, ben]);
	expect(hintsOf(result)).toEqual([]);
});

it.each([
	['an empty text', ''],
	['an expression without a value', '={{ $json.optOuts }}'],
	['an entry that is no number', '={{ ["+33600000001", "Ben"] }}'],
	['an entry without a value', '={{ ["+33600000001", null] }}'],
	['a wildcard', '+336*'],
	['an empty entry', '={{ ["+33600000001", ""] }}'],
	['an empty entry of a text', '+33600000001,,+33600000002'],
	['a blank entry', '={{ ["+33600000001", "  "] }}'],
])('the run stops at %s', async (_what, list) => {
	const result = await run(list, people(2));
	expect(result.error?.message).toMatch(/^Excluded Recipients: /);
	expect(server.requests).toEqual([]);
});

it.each(['', '={{ $json.optOuts ?? "" }}'])(
	'advises what to return for nobody, where it is %j',
	async (list) => {
		const { error } = await run(list, people(2));
		expect(error?.description).toContain('To exclude no one, return an empty array: [].');
	},
);

it.each(['excludedRecipients', 'allowedRecipients'])('a number that may be two fails: %s', async (name) => {
	const access = smsboxAccess(server.url, { apiKey: 'k', countryCode: '49' });
	const parameters = {
		...sendParameters,
		to: '+4915112345678',
		safetyOptions: { [name]: '4915112345678' },
	};
	const { error } = await server.run({ parameters, ...access });
	expect(error?.message).toContain('(ending in 5678) can be a national number in +49 or');
	expect(server.requests).toEqual([]);
});

it('a national number is never compared with an international one', async () => {
	const result = await run('+33600000001', [{ to: '0600000001', text: 'Hello' }]);
	expect(result.error?.message).toBe(
		"Excluded Recipients: The recipient (ending in 0001) can't be compared: some numbers are national, others international.",
	);
	expect(server.requests).toEqual([]);
});

it('with a country, national numbers are the same as international ones', async () => {
	const access = smsboxAccess(server.url, { apiKey: 'k', countryCode: '33' });
	const items = [{ to: '06 00 00 00 01', text: 'Hello' }];
	expect(outputOf(await run('={{ ["+33600000001"] }}', items, access))).toMatchObject([
		{ outcome: 'excluded' },
	]);
	expect(outputOf(await run('0600000001', items, access))).toMatchObject([{ outcome: 'excluded' }]);
	expect(server.requests).toEqual([]);
});

it.each(['$("Start")["it" + "em"].json', '$("Start")["\\u0069tem"].json', '$("Start").item.json'])(
	'%s is read for each item',
	async (person) => {
		await run(`={{ [${person}.to] }}`, people(3));
		expect(sentTo()).toEqual([]);
	},
);

it('a list of another node is read once for all items', async () => {
	const evaluate = jest.spyOn(WorkflowExpression.prototype, 'getParameterValue');
	await run("={{ $('Start').all().slice(0, 1).map((row) => row.json.to) }}", people(20));
	const reads = evaluate.mock.calls.filter(
		([value]) => typeof value === 'string' && value.includes('slice(0, 1)'),
	);
	expect(reads).toHaveLength(1);
	expect(sentTo()).toHaveLength(19);
});

it('an excluded person takes no key, counts for no limit, and is in no batch', async () => {
	const options = { deduplicationKey: '={{ $json.order }}', maxMessages: 2, batchItems: true };
	expect(outputOf(await run(`+${ben}`, people(3), { options }))).toEqual([
		expect.objectContaining({ accepted: true, batchSize: 2 }),
		{ outcome: 'excluded', excluded: [`+${ben}`] },
		expect.objectContaining({ accepted: true, batchSize: 2 }),
	]);
	expect(outputOf(await run('={{ [] }}', people(3).slice(1, 2), { options }))).toMatchObject([
		{ accepted: true, to: [`+${ben}`] },
	]);
	expect(sentTo()).toEqual([anna, carla, ben]);
});

it.each([
	['before', [1, 0], [{ outcome: 'excluded' }, { accepted: true }]],
	['after', [0, 1], [{ accepted: true }, { outcome: 'excluded' }]],
])('an excluded person %s a message of its key takes it from nobody', async (_where, order, outcomes) => {
	const items = order.map((index) => people(2)[index] ?? {});
	const result = await run(`+${ben}`, items, { options: { deduplicationKey: 'k' } });
	expect(outputOf(result)).toMatchObject(outcomes);
	expect(sentTo()).toEqual([anna]);
});

it('Allowed Recipients concern those who are left, also where nobody is', async () => {
	const options = { allowedRecipients: `+${anna}` };
	const items = [{ to: [anna, ben], text: 'Hello' }, ...people(2).slice(1)];
	expect(outputOf(await run(`+${ben}`, items, { options }))).toMatchObject([
		{ accepted: true, to: [`+${anna}`] },
		{ outcome: 'excluded', excluded: [`+${ben}`] },
	]);
});

it('a dry run shows who would be left out', async () => {
	const items = [{ to: [anna, ben], text: 'Hello' }, ...people(2).slice(1)];
	expect(outputOf(await run(`+${ben}`, items, { options: { dryRun: true } }))).toEqual([
		expect.objectContaining({ dryRun: true, to: [`+${anna}`], excluded: [`+${ben}`] }),
		{ dryRun: true, outcome: 'excluded', excluded: [`+${ben}`] },
	]);
});

it('dry rows stop no real ones with the same key', async () => {
	const options = { deduplicationKey: 'k', dryRun: '={{ $json.order === 0 }}' };
	const result = await run('={{ [] }}', people(2), { options });
	expect(outputOf(result)).toMatchObject([{ dryRun: true }, { accepted: true }]);
	expect(hintsOf(result)).toContain('Dry run of some items: 1 item would take 1 request and 1 segment.');
});

it.each(['+525512345678', '+5215512345678'])(
	'a person who is in a list in two forms, and on the opt-out list as %s, gets no message',
	async (listed) => {
		const to = ['+5215512345678', '+525512345678', `+${anna}`];
		const parameters = { ...sendParameters, to: '={{ $json.to }}' };
		const result = await run(listed, [{ to }], { parameters });
		expect(sentTo()).toEqual([anna]);
		expect(outputOf(result)).toMatchObject([{ to: [`+${anna}`], excluded: ['+5215512345678'] }]);
	},
);

it.each<[string, 'smsboxWaba' | 'smsboxRcs', INodeParameters]>([
	['WhatsApp', 'smsboxWaba', wabaPerItem],
	['RCS', 'smsboxRcs', { ...sendPerItem, agentId: 'agent', messageType: 'text' }],
])('%s messages leave them out, too', async (_what, node, parameters) => {
	const items = [{ to: [anna, ben, anna], text: 'Hello' }];
	const result = await run(`+${ben}`, items, { node, parameters });
	expect(server.requests.map(recipientsOf)).toEqual([[anna]]);
	expect(outputOf(result)).toEqual([
		expect.objectContaining({
			accepted: true,
			to: [`+${anna}`],
			duplicatesRemoved: 1,
			excluded: [`+${ben}`],
		}),
	]);
});

it('a question to somebody on the list is an error: nobody would answer it', async () => {
	const parameters = {
		operation: 'sendAndWait',
		to: ben,
		message: 'Do you come?',
		safetyOptions: { excludedRecipients: `+${ben}` },
	};
	const result = await server.run({ parameters: { resource: 'message', ...parameters } });
	expect(result.error?.message).toBe('To: The recipient is in Excluded Recipients.');
	expect(server.requests).toEqual([]);
});

it.each([
	['one person', `+${number(599)}`],
	['everyone', `={{ $('Start').first().json.list.map((person) => person.to) }}`],
])('a partly sent message that excludes %s at the retry goes to nobody else', async (_who, excluded) => {
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const items = [{ list: twoRequests }];
	const failed = await run('={{ [] }}', items, { parameters: sendPersonalized });
	expect(server.requests).toHaveLength(2);
	const retried = await run(excluded, items, { parameters: sendPersonalized, retryOf: failed });
	expect(server.requests).toHaveLength(2);
	expect(retried.error).toMatchObject({
		message: 'Partly sent: 1 of 2 requests were accepted',
		description: expect.stringContaining('text, recipients, options or account have changed'),
	});
});

it('who may have got a message does not get it in another list, where the only one with variables was excluded', async () => {
	server.script = ['cut'];
	const list = people(600).map(({ to }, index) => ({ to, variables: index === 0 ? ['Anna'] : [] }));
	const excluded = inLists({ excludedRecipients: `+${anna}` });
	const parameters = { ...sendPersonalized, text: 'Hello', ...excluded };
	const again = `={{ { list: ['${number(599)}'] } }}`;
	const result = await runLoop(server.url, [{ list }], parameters, { again });
	expect(server.requests).toHaveLength(1);
	expect(errorsOfRounds(result)).toEqual(Array(3).fill(expect.stringContaining('May have been sent')));
});

describe.each(agentKinds)('as a tool, run by the %s', (agent) => {
	/** Returns what the model is told of messages to these people, which Ben is excluded from. */
	const ask = async (...lists: string[]): Promise<string[]> => {
		const parameters = { text: 'Hello', ...inLists({ excludedRecipients: `+${ben}` }) };
		const script = lists.map((to) => [{ to }]);
		return await toolOf(server)(agent, script, parameters);
	};

	it('the model learns who is excluded, and nothing is sent', async () => {
		expect((await ask(ben))[0]).toContain('excluded');
		expect(server.requests).toEqual([]);
	});

	it.each([
		['the list in another order', `${anna}, ${ben}`, `${ben}, ${anna}`],
		['the list without them', `${anna}, ${ben}`, anna],
		['the list with them', anna, `${anna}, ${ben}`],
	])('a message that leaves somebody out is sent once, also by %s', async (_what, first, second) => {
		expect((await ask(first, second))[1]).toContain('Not sent again');
		expect(server.requests).toHaveLength(1);
	});
});
