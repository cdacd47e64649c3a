import type { INodeParameters } from 'n8n-workflow';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, nodeName, outputOf, plain, runNode, sendParameters } from '../../support/runNode';

let server: ScriptedServer;
beforeEach(async () => {
	server = await serveScript(() => plain('OK 123456789012'));
});
afterEach(async () => server.close());

const send = (changes: INodeParameters): INodeParameters => ({ ...sendParameters, ...changes });
const options = (members: INodeParameters): INodeParameters => send({ options: members });
const many = (count: number): string =>
	Array.from({ length: count }, (_, i) => String(33600000000 + i)).join(',');
const rows = (count: number) => ({ variable: Array.from({ length: count }, (_, i) => ({ value: `v${i}` })) });
const inThreeYears = new Date(Date.now() + 3 * 365.25 * 24 * 3600 * 1000).toISOString();

/** What is wrong, the parameters, the field as the editor calls it, and the rule. */
const cases: [string, INodeParameters, string, RegExp][] = [
	[
		'an empty number in a list',
		send({ to: '33600000001,,33600000002' }),
		'To',
		/number 2 of the list is empty/i,
	],
	['an impossible number', send({ to: 'call me' }), 'To', /contains letters/],
	['a number of 20 digits', send({ to: '33600123456336001234' }), 'To', /too long: 20 digits/],
	['a text of spaces', send({ text: '   ' }), 'Text', /text is empty/i],
	[
		'a character that ISO-8859-1 lacks',
		send({ text: 'price 5 €', options: { textEncoding: { values: { charset: 'iso-8859-1' } } } }),
		'Text',
		/€|U\+20AC/,
	],
	[
		'a character outside GSM',
		send({ text: 'ok 👍', options: { textEncoding: { values: { encoding: 'gsm7' } } } }),
		'Text',
		/U\+1F44D|👍/,
	],
	['a text over 8 segments', send({ text: 'x'.repeat(1225) }), 'Text', /needs 9 segments \(limit: 8\)/],
	[
		'a text over the segments allowed',
		send({ text: 'x'.repeat(161), options: { maxSegments: 1 } }),
		'Text',
		/needs 2 segments \(limit: 1\)/,
	],
	[
		'a date that cannot be read',
		options({ scheduleAt: 'tomorrow at noon' }),
		'Send At',
		/isn't a date and time/,
	],
	['a date over two years ahead', options({ scheduleAt: inThreeYears }), 'Send At', /2 years/],
	['51 recipients of an alert', send({ to: many(51) }), 'Message Category', /allows only 50/],
	[
		'51 recipients of a private message',
		send({ to: many(51), category: 'private' }),
		'Message Category',
		/allows only 50/,
	],
	['ten variables', send({ text: 'Hi %1%', options: { variables: rows(10) } }), 'Variables', /9/],
	[
		'a variable that is missing',
		send({ text: 'Hi %2%', options: { variables: rows(1) } }),
		'Variables',
		/%2%/,
	],
	[
		'a sender ID of 12 letters',
		send({ senderId: { __rl: true, mode: 'name', value: 'TwelveLetter' } }),
		'Sender ID',
		/at most 11/,
	],
	['a validity of 4 minutes', options({ validityPeriod: 4 }), 'Validity Period (Minutes)', /5/],
	['a time-out of an hour', options({ timeout: 3600 }), 'Timeout (Seconds)', /300/],
	[
		'ten variables in a list',
		send({
			text: 'Hi %1%',
			to: JSON.stringify([{ to: '33600123456', variables: [...'0123456789'] }]),
		}),
		'To',
		/more than 9/,
	],
	[
		'a variable of a list from a field that the item does not have',
		send({
			text: 'Hi %1% %2%',
			to: "={{ [{ to: '33600123456', variables: ['a', 'b'] }, { to: '33600123457', variables: ['a', $json.name] }] }}",
		}),
		'To',
		/^[^:]*: Variable 2 of recipient 2 has no value\.$/,
	],
	['a number with decimals', send({ to: '33600123456.5' }), 'To', /isn't a whole number/],
	['Unix seconds as a date', options({ scheduleAt: '={{ 1800000000 }}' }), 'Send At', /milliseconds/],
	['25 hours of blocking', options({ blockDuplicatesFor: 25 }), 'Block Duplicates For (Hours)', /24/],
	['a sending window without days and hours', options({ sendingWindow: {} }), 'Sending Window', /is empty/],
	['no category', send({ category: "={{ '' }}" }), 'Message Category', /Choose one/],
	[
		'a list whose third entry is no number',
		send({ to: "={{ ['33600123456', { to: '33600123457' }, 'call me'] }}" }),
		'To',
		/number 3 of the list contains letters/,
	],
	[
		'a list whose third entry has no number',
		send({ to: "={{ ['33600123456', { to: '33600123457' }, { phone: 'x' }] }}" }),
		'To',
		/“to” of recipient 3 is missing/,
	],
	['hour 24', options({ sendingWindow: { hours: { firstHour: 24, lastHour: 24 } } }), 'First Hour', /23/],
	[
		'a night as a sending window',
		options({ sendingWindow: { hours: { firstHour: 20, lastHour: 8 } } }),
		'Last Hour',
		/before the first/,
	],
	['JSON that is none', send({ to: '[{' }), 'To', /isn't valid JSON/],
	['an empty JSON list', send({ to: '[]' }), 'To', /No phone number was given/],
	[
		'a callback data entry without a name',
		options({ callbackData: { entry: [{ name: '', value: '1' }] } }),
		'Name',
		/is empty \(entry 1\)\./,
	],
];

describe.each(cases)('%s', (_what, parameters, field, rule) => {
	it('is an error before anything is sent, naming item, field and rule', async () => {
		const items = [{}, {}];
		const result = await runNode({ url: server.url, parameters, items });
		expect(server.requests).toHaveLength(0);
		const error = result.runData[nodeName]?.[0]?.error;
		expect(error?.message).toMatch(rule);
		expect(error?.message.startsWith(`${field}: `)).toBe(true);
		expect(error?.description).toContain('No items were sent. Affected: first item.');
	});
});

it('with Continue On Fail the wrong item is an error item and the others are sent', async () => {
	const items = [{ to: '33600000001' }, { to: 'nobody' }, { to: '33600000003' }];
	const parameters = send({ to: '={{ $json.to }}' });
	const result = await runNode({
		url: server.url,
		parameters,
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([
		'33600000001',
		'33600000003',
	]);
	const output = outputOf(result);
	expect(output.map(({ accepted }) => accepted)).toEqual([true, undefined, true]);
	expect(output[1]?.error).toMatch(/^To: .*contains letters/);
	expect(Object.keys(output[1] ?? {}).sort()).toEqual(['error', 'message']);
	expect(result.data[nodeName]?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

it('without Continue On Fail a wrong third item keeps the first two from being sent', async () => {
	const items = [{ to: '33600000001' }, { to: '33600000002' }, { to: '' }];
	const result = await runNode({ url: server.url, parameters: send({ to: '={{ $json.to }}' }), items });
	expect(result.status).toBe('error');
	expect(server.requests).toHaveLength(0);
	expect(result.runData[nodeName]?.[0]?.error?.description).toContain('Affected: third item.');
});

it('an error output gets the failed items, with what came in', async () => {
	const items = [{ to: '33600000001' }, { to: 'nobody', order: 7 }];
	const parameters = send({ to: '={{ $json.to }}' });
	const result = await runNode({
		url: server.url,
		parameters,
		items,
		settings: { onError: 'continueErrorOutput' },
	});
	const [good, failed] = result.data[nodeName] ?? [];
	expect(good?.map(({ json }) => json.accepted)).toEqual([true]);
	expect(failed?.map(({ json }) => json)).toEqual([expect.objectContaining({ order: 7, to: 'nobody' })]);
});

it('a text over its segments goes out when cutting is allowed', async () => {
	const parameters = send({ text: 'x'.repeat(200), options: { maxSegments: 1, truncate: true } });
	const result = await runNode({ url: server.url, parameters });
	expect(outputOf(result)[0]).toMatchObject({ accepted: true, segments: 1, charactersLeft: 0 });
});

it("a spreadsheet's number with .0 behind it is the number", async () => {
	await runNode({ url: server.url, parameters: send({ to: '33600123456.0' }) });
	expect(formOf(server.requests[0]).get('dest')).toBe('33600123456');
});

it('from the 11th on, items are named by number', async () => {
	const items = Array.from({ length: 12 }, (_, index) => ({ to: index === 11 ? '' : '33600000001' }));
	const result = await runNode({ url: server.url, parameters: send({ to: '={{ $json.to }}' }), items });
	expect(result.runData[nodeName]?.[0]?.error?.description).toContain(
		'No items were sent. Affected: item 12.',
	);
	expect(result.runData[nodeName]?.[0]?.error?.context.itemIndex).toBeUndefined();
});
