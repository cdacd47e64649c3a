/** Limits that the author of a workflow sets, and nobody who only fills in its fields can pass. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { authorsNames, createPolicyReader } from '../../../nodes/engine/policy/sendPolicy';
import { send as sendSms } from '../../../nodes/SmsboxSms/resources/message/send.operation';
import { invalidInput } from '../../protocol/helpers';
import { agentKinds, type Script, toolOf } from '../../support/agentHarness';
import { type RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { readerOf } from '../../support/reader';
import { operationsOf, optionsOf } from '../../support/registry';
import {
	goOn,
	outputOf,
	plain,
	retrying,
	sendParameters,
	sendPerItem,
	sendToGroup,
} from '../../support/runNode';
import { actionNodes, PACKAGE } from '../../support/smsbox';
import { inLists } from '../../support/inLists';

const accepted = plain('OK 123456789012');

const server = serviceForEachTest();

const limited = (options: INodeParameters, parameters: INodeParameters = sendPerItem): INodeParameters => ({
	...parameters,
	...inLists(options),
});
const itemsTo = (...to: string[]): IDataObject[] => to.map((one) => ({ to: one, text: 'Hello' }));
const run = async (
	options: INodeParameters,
	items: IDataObject[],
	settings: object = {},
): Promise<RunResult> => await server.run({ parameters: limited(options), items, settings });

const { sentTo } = server;

describe('Allowed Recipients', () => {
	it.each([
		['the very number', '33600123456', '33600123456'],
		['one written differently', '+33 6 00 12 34 56', '0033600123456'],
		['one without its optional digit', '+5511987654321', '+551187654321'],
		['one with its optional digit', '+551187654321', '+5511987654321'],
		['one of several, in any form of a list', '33600123457; 33600123456\n', '+33600123456'],
		['all of a country', '+33*', '33600123456'],
		['all of an area, written differently', '0033 6.00*', '+33 (0)6 00 12 34 56'],
		['a national number, as it is sent', '0600123456', '06 00 12 34 56'],
		['national numbers by their beginning', '06*', '0600123456'],
		['all national numbers', '0*', '0600123456'],
		['a country without +', '33*', '33600123456'],
		['a number of a list, beside nothing', '={{ [33600123456, " "] }}', '33600123456'],
	])('lets %s pass', async (_, allowedRecipients, to) => {
		expect((await run({ allowedRecipients }, itemsTo(to))).error).toBeUndefined();
		expect(sentTo()).toHaveLength(1);
	});

	it.each([
		['another number', '33600123456', '33600123457'],
		['a number that only begins like an allowed one', '33600123456, +49 151 12345678', '+49 151 123456789'],
		['another country', '+33*', '+999 0123456'],
		['other numbers of the same country', '+3360012341*', '+33600123456'],
		['a national number, whose country nobody knows here', '+33*', '0600123456'],
		['one of several recipients', '33600123456', '33600123456, 33600123457'],
	])('sends nothing to %s', async (_, allowedRecipients, to) => {
		const result = await run({ allowedRecipients }, itemsTo('33600123456', to));
		expect(server.requests).toHaveLength(0);
		expect(result.error?.message).toMatch(/^Allowed Recipients: .* in the list\.$/);
		expect(JSON.stringify(result.error)).not.toMatch(/33\d{9}/);
	});

	it.each([
		['empty', '', 'value is empty', 'Enter a value, or correct the expression.'],
		['nothing', '={{ $json.missing }}', 'returned no value', ''],
		['an empty list', '={{ [] }}', 'No phone number was given', ''],
		['only a comma', ' , ', 'value is empty', 'remove the option'],
		['a list of nothing', '={{ [""] }}', 'value is empty', 'remove the option'],
		['a country without its *', '+33', "Entry 1 isn't a phone number or a prefix", 'wildcard, such as +33*'],
		['a bare *', '*', "Entry 1 isn't", 'wildcard'],
		['a * in the middle', '33*456', "Entry 1 isn't", 'wildcard'],
		['a prefix with a letter', '+33600123456, 33a*', "Entry 2 isn't", 'wildcard'],
		['a national prefix with a letter', '06a*', "Entry 1 isn't", 'wildcard'],
		['a national prefix behind a letter', 'a06*', "Entry 1 isn't", 'wildcard'],
		['a list with an object', '={{ ["+33*", { to: "33*" }] }}', "Entry 2 isn't", 'wildcard'],
		['a list with a list', '={{ [["33*"]] }}', "Entry 1 isn't", 'wildcard'],
		['an object', '={{ {} }}', '', ''],
	])('that is %s allows nobody', async (_, allowedRecipients, problem, remediation) => {
		const result = await run({ allowedRecipients }, itemsTo('33600123456'));
		expect(server.requests).toHaveLength(0);
		expect(result.error?.message).toContain('Allowed Recipients:');
		expect(result.error?.message).toContain(problem);
		expect(result.error?.description).toContain(remediation);
	});

	it('says how many are not in it, without their numbers', async () => {
		const to = '33600123456, 33600123457, 33600123458';
		const result = await run({ allowedRecipients: '33600123456' }, itemsTo(to));
		expect(result.error?.message).toBe("Allowed Recipients: 2 of 3 recipients aren't in the list.");
	});

	it('by expression follows each item', async () => {
		const result = await run(
			{ allowedRecipients: '={{ $json.customer }}' },
			[
				{ to: '33600123456', text: 'Hello', customer: '+33600123456' },
				{ to: '33600123456', text: 'Hello', customer: ['+33600123457'] },
			],
			goOn,
		);
		expect(sentTo()).toEqual(['33600123456']);
		expect(outputOf(result).map(({ error }) => error === undefined)).toEqual([true, false]);
	});

	it('also holds for a list of recipients with variables', async () => {
		const parameters: INodeParameters = {
			...sendParameters,
			to: '[{ "to": "33600123456" }, { "to": "+9990123456" }]',
			safetyOptions: { allowedRecipients: '+33*' },
		};
		const result = await server.run({ parameters });
		expect(server.requests).toHaveLength(0);
		expect(result.error?.message).toContain("1 of 2 recipients (ending in 3456) isn't in the list");
	});
});

describe('Max Messages', () => {
	const people = ['33600123401', '33600123402', '33600123403'];
	const three = itemsTo(...people);

	it('lets as many messages pass, and not one more', async () => {
		expect((await run({ maxMessages: 3 }, three)).error).toBeUndefined();
		expect(sentTo()).toHaveLength(3);
		const result = await run({ maxMessages: 2 }, three);
		expect(sentTo()).toHaveLength(3);
		expect(result.error?.message).toBe('Max Messages: This execution would send 3 messages (limit: 2).');
	});

	it('sends none of too many, where the node goes on after errors neither', async () => {
		const result = await run({ maxMessages: 2 }, three, goOn);
		expect(server.requests).toHaveLength(0);
		const failed = expect.objectContaining({ error: expect.stringMatching(/^Max Messages/) });
		expect(outputOf(result)).toEqual([failed, failed, failed]);
	});

	it('counts recipients, whatever the number of requests', async () => {
		await run({ maxMessages: 2 }, itemsTo(people.join(', ')));
		await run({ maxMessages: 2, batchItems: true }, three);
		expect(server.requests).toHaveLength(0);
		await run({ maxMessages: 3, batchItems: true }, three);
		expect(server.requests).toHaveLength(1);
	});

	it('counts nobody twice who stands twice in a list', async () => {
		await run({ maxMessages: 1 }, itemsTo('33600123401, +33 600 12 34 01'));
		expect(sentTo()).toEqual(['33600123401']);
	});

	it('does not count again what Retry On Fail tries again', async () => {
		server.react = (_, index) => (index === 1 ? plain('ERROR 04') : accepted);
		const result = await run({ maxMessages: 3, maxConcurrentRequests: 1 }, three, retrying);
		expect(result.status).toBe('success');
		expect(sentTo()).toHaveLength(4);
	});

	it.each([0, -1, 2.5, 'many', '={{ $json.missing }}'])('of %s sends nothing', async (maxMessages) => {
		const result = await run({ maxMessages }, three);
		expect(server.requests).toHaveLength(0);
		expect(result.error?.message).toContain('Max Messages:');
	});
});

describe('a message to a group', () => {
	const byId = (value: string): INodeParameters => sendToGroup(value);
	const byName = (value: string): INodeParameters => sendToGroup(value, 'name');
	const { sends } = server;
	const send = async (toGroup: INodeParameters, options: INodeParameters): Promise<RunResult> =>
		await server.run({ parameters: limited(options, toGroup) });

	beforeEach(() => {
		server.groups = '7;VIP; Clients;40\r\n8;Staff;3\r\n9;7;1';
	});

	it.each([
		['by its ID, allowed by its ID', byId('8'), { allowedGroups: '8' }],
		['by its ID, allowed by its name', byId('7'), { allowedGroups: 'Staff, VIP; Clients' }],
		['by its name, allowed by its ID', byName('Staff'), { allowedGroups: '7, 8' }],
		['by its name, allowed by its name', byName('VIP; Clients'), { allowedGroups: 'VIP; Clients' }],
		['of as many people as are allowed', byId('7'), { maxMessages: 40 }],
	])('passes %s', async (_, group, options) => {
		expect((await send(group, options)).error).toBeUndefined();
		expect(sends()).toHaveLength(1);
	});

	it.each([
		['another one', byId('7'), { allowedGroups: 'Staff' }, "The group isn't in the list"],
		['one that is called like an allowed ID', byId('9'), { allowedGroups: '7' }, "isn't in the list"],
		['one that the account does not have', byId('12'), { allowedGroups: '12' }, 'no group with this ID'],
		['one of more people than may be written to', byId('7'), { maxMessages: 39 }, '40 messages (limit: 39)'],
		['any, where the list is empty', byId('8'), { allowedGroups: '' }, 'The value is empty'],
	])('is not sent to %s', async (_, group, options, message) => {
		const result = await send(group, options);
		expect(sends()).toEqual([]);
		expect(result.error?.message).toContain(message);
	});

	it('without a limit asks for no group', async () => {
		await send(byId('7'), {});
		expect(server.requests).toHaveLength(1);
	});

	it('cannot be chosen by an expression, past the limit of messages to numbers', async () => {
		const parameters = {
			...limited({ allowedRecipients: '+33*' }, byId('8')),
			operation: '={{ $json.operation }}',
		};
		const result = await server.run({ parameters, items: [{ operation: 'sendToGroup' }] });
		expect(result.status).toBe('error');
		expect(server.requests).toHaveLength(0);
	});
});

const authorsOnly = [
	...['allowedRecipients', 'allowedGroups', 'excludedRecipients', 'maxMessages', 'dryRun'],
	...['outsideAllowedHours', 'optOutMention'],
];

it('no option that only the author may set is missing below', () => {
	expect(authorsNames).toEqual(authorsOnly);
});

const limitsNothing = 'An AI agent may influence this expression, so it limits nothing.';

describe.each(agentKinds)('as a tool, run by the %s', (agent) => {
	const ask = async (options: INodeParameters, script: Script, more: object = {}): Promise<string[]> =>
		await toolOf(server)(agent, script, inLists(options), more);
	const call = (to: string, text = 'Hello'): IDataObject => ({ to, text });

	it('sends nothing to others, and tells the model that it cannot change that', async () => {
		const told = await ask({ allowedRecipients: '33600123456' }, [[call('33600123457')]]);
		expect(server.requests).toHaveLength(0);
		expect(told[0]).toMatch(
			/Allowed Recipients: The recipient \(ending in 3457\) isn't in the list\. This message was not sent.*author/,
		);
	});

	it('counts over all calls of an execution', async () => {
		const told = await ask({ maxMessages: 2 }, [
			[call('33600123401')],
			[call('33600123402, 33600123403')],
			[call('33600123404')],
			[call('33600123405')],
		]);
		expect(sentTo()).toEqual(['33600123401', '33600123404']);
		expect(told[1]).toContain('would send 3 messages (limit: 2)');
		expect(told[3]).toContain('would send 3 messages (limit: 2)');
	});

	it('counts calls of a turn, which may run at the same time', async () => {
		await ask({ maxMessages: 2 }, [[1, 2, 3, 4].map((index) => call(`3360012340${index}`))]);
		expect(sentTo()).toHaveLength(2);
	});

	it('does not count a call of the same turn that was sent before under its deduplication key', async () => {
		const options = { maxMessages: 1, deduplicationKey: "={{ $fromAI('to') }}" };
		const settings = { id: 'a1b2c3d4' };
		await ask(options, [[call('33600123401')]], { settings });
		const told = await ask(options, [[call('33600123401'), call('33600123402')]], { settings });
		expect(told).toEqual([
			expect.stringContaining('alreadySent'),
			expect.stringContaining('"accepted":true'),
		]);
	});

	it('does not count what was refused, and counts what may have been sent', async () => {
		server.react = (_, index) => [plain('ERROR 04'), 'cut' as const][index] ?? accepted;
		await ask(
			{ maxMessages: 2 },
			[1, 2, 3, 4].map((index) => [call(`3360012340${index}`)]),
		);
		expect(sentTo()).toEqual(['33600123401', '33600123402', '33600123403']);
	});

	it('counts anew in another execution', async () => {
		await ask({ maxMessages: 1 }, [[call('33600123401')]]);
		await ask({ maxMessages: 1 }, [[call('33600123402')]]);
		expect(sentTo()).toHaveLength(2);
	});

	it('does not take a limit from the item, which the model fills too', async () => {
		const model = { ...call('33600123457'), customer: '33600123457' };
		const input = [{ json: { customer: '33600123456' } }];
		const told = await ask({ allowedRecipients: '={{ $json.customer }}' }, [[model]], { input });
		expect(server.requests).toHaveLength(0);
		expect(told[0]).toContain(limitsNothing);
	});

	it.each(authorsOnly)('does not take %s from the model', async (option) => {
		const toGroup = { operation: 'sendToGroup', group: { mode: 'id', value: '8' } };
		const told = await toolOf(server)(
			agent,
			[[{ ...call('33600123456', 'Sale. STOP 36180'), allowed: option !== 'dryRun' && 'send' }]],
			{
				...(option === 'allowedGroups' && toGroup),
				category: 'marketing',
				...inLists({ [option]: "={{ $fromAI('allowed') }}" }),
			},
		);
		expect(server.requests).toHaveLength(0);
		// An agent that calls the node itself gets no text of a dry run that failed.
		expect(told[0]).toContain(option === 'dryRun' && agent === 'direct' ? '' : limitsNothing);
	});

	it('takes a limit from a node before the agent', async () => {
		const allowedRecipients = "={{ $('Start').first().json.customer }}";
		const input = [{ json: { customer: '+33 600123456' } }];
		const script = [[{ ...call('33600123457'), customer: '33600123457' }], [call('33600123456')]];
		await ask({ allowedRecipients }, script, { input });
		expect(sentTo()).toEqual(['33600123456']);
	});
});

it.each(
	actionNodes.flatMap((node) =>
		operationsOf(node).map((operation) => [operation.title, node, operation] as const),
	),
)('%s offers limits and a key if and only if it sends messages', (_, node, { resource, operation }) => {
	const names = optionsOf(node, { resource, operation }).map(({ name }) => name);
	const ofSends = ['allowedGroups', 'allowedRecipients', 'deduplicationKey', 'maxMessages'];
	const whom = operation === 'sendToGroup' ? 'allowedGroups' : 'allowedRecipients';
	const isMessage = resource === 'message' && operation.startsWith('send');
	expect(ofSends.filter((name) => names.includes(name))).toEqual(
		isMessage ? [whom, 'deduplicationKey', 'maxMessages'] : [],
	);
});

it.each([
	['the model', "={{ $fromAI('options') }}"],
	['any other expression', "={{ { allowedRecipients: '+33*' } }}"],
])('a tool does not take its options as a whole from %s', (_, options) => {
	const getNode = (): INode => ({
		id: 'tool',
		name: 'SMSBOX',
		type: `${PACKAGE}.smsboxSmsTool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { safetyOptions: options },
	});
	const readPolicy = createPolicyReader({ getNode });
	const { field, remediation } = invalidInput(() => readPolicy(readerOf({}), sendSms));
	expect({ field, remediation }).toEqual({
		field: 'safetyOptions',
		remediation: expect.stringContaining('each option on its own'),
	});
});
