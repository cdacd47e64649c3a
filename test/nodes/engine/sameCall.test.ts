/** The same message to the same people is one message, however a model writes it; a different one goes out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type AgentKind, agentKinds, toolOf } from '../../support/agentHarness';
import { inLists } from '../../support/inLists';
import { acceptedAnswer, recipientsOf } from '../../support/jsonAnswers';
import { agent as wabaAgent } from '../../support/runChannels';
import { number, people, plain } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const ask = toolOf(server);
/** The clock stands still until the first message leaves, and is a minute later then. */
const freezeUntilSent = (): void => {
	server.freeze('2026-01-05T12:00:30+01:00', '2026-01-05T12:01:30+01:00');
};

/** Calls of a tool, one after the other, by the node's parameters beyond those of an SMS by the model. */
interface Calls {
	node?: string;
	parameters?: INodeParameters;
	calls: readonly IDataObject[];
}

/** Returns what the model was told. */
const call = async (agent: AgentKind, { calls, parameters, ...more }: Calls): Promise<string[]> =>
	await ask(
		agent,
		calls.map((input) => [input]),
		parameters,
		more,
	);

/** An RCS message that the model gives whole. */
const rcs = {
	node: 'smsboxRcs',
	parameters: {
		agentId: 'a',
		to: '33600123456',
		specifyContent: 'json',
		contentMessage: "={{ $fromAI('content', '', 'json') }}",
	},
};
const toList = "={{ $fromAI('to', '', 'json') }}";
const suggestions = [{ reply: { text: 'Yes', postbackData: 'y' } }];
const personal = [
	{ to: '+33600123456', variables: ['Ana'] },
	{ to: '+33600123457', variables: ['Ben'] },
];
const picture = { fileUrl: 'https://shop.example/tent.png' };
const cardOf = (shape: IDataObject, height: string): IDataObject => ({
	content: {
		richCard: {
			standaloneCard: { ...shape, cardContent: { title: 'Tent', media: { height, contentInfo: picture } } },
		},
	},
});
const document = { link: 'https://shop.example/plan.pdf', filename: 'plan.pdf' };
const action = { buttons: [{ type: 'reply', reply: { id: 'a', title: 'OK' } }] };
const eventAt = (startTime: string): IDataObject => {
	const createCalendarEventAction = { startTime, endTime: '2026-12-25T18:00:00Z', title: 'Dinner' };
	const save = { text: 'Save', postbackData: 'save', createCalendarEventAction };
	return { content: { text: 'See you', suggestions: [{ action: save }] } };
};
const first: IDataObject = { to: '+33600123456, +33600123457', text: 'Your table is ready' };

describe.each(agentKinds)('the same message goes out once: run by the agent %s', (agent) => {
	it.each<[string, IDataObject]>([
		['reordered', { ...first, to: '+33600123457, +33600123456' }],
		['with an argument of its own', { ...first, reason: 'the guest asked' }],
		['reordered, with an argument', { ...first, to: '+33600123457, +33600123456', reason: 'asked' }],
		['members in another order', { text: first.text, to: first.to }],
		['padded, members in another order', { text: ' Your table is ready\n', to: first.to }],
		['reordered, members too', { text: first.text, to: '+33600123457, +33600123456' }],
	])('SMS, %s', async (_what, again) => {
		await call(agent, { calls: [first, again] });
		expect(server.requests).toHaveLength(1);
	});

	const repeated: IDataObject = { ...first, reason: 'the guest asked' };
	it.each<[string, INodeParameters]>([
		['Send At', { scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' }],
		['Callback Data', { callbackData: { entry: [{ name: 'reason', value: '={{ $now.toISO() }}' }] } }],
		['Validity Period', { validityPeriod: '={{ 60 + $now.minute }}' }],
	])('with an argument of its own, though the author lets an option change: %s', async (_what, options) => {
		freezeUntilSent();
		await call(agent, { parameters: inLists(options), calls: [first, repeated] });
		expect(server.requests).toHaveLength(1);
	});

	it.each<[IDataObject, IDataObject]>([
		[{ to: '0600123456, 0600123457' }, { to: '+33600123456, +33600123457', reason: 'asked' }],
		[{ to: '+33600123457, +33600123456' }, { to: '0600123456, 0600123457', reason: 'asked' }],
		[{ to: '+36201234567' }, { to: '06201234567', reason: 'asked' }],
		[{ to: '06201234567' }, { to: '+36201234567', reason: 'asked' }],
	])('to %j, without a country code, then to %j', async (...calls) => {
		await call(agent, { calls: calls.map((own) => ({ text: first.text, ...own })) });
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
		['another validity period', { validityPeriod: validity }, { validity: 60 }, { validity: 120 }],
		['a time-out', { timeout: "={{ $fromAI('timeout', '', 'number') }}" }, { timeout: 60 }, { timeout: 90 }],
	])('with the same option in another form: %s', async (_what, options, ...calls) => {
		server.freeze('2026-01-05T11:00:30+01:00');
		await call(agent, { parameters: inLists(options), calls: calls.map((own) => ({ ...first, ...own })) });
		expect(server.requests).toHaveLength(1);
	});

	it('with an argument of its own, though the author lets the text change', async () => {
		const text = "={{ $fromAI('text') + Math.random().toFixed(9) }}";
		await call(agent, { parameters: { text }, calls: [first, repeated] });
		expect(server.requests).toHaveLength(1);
	});

	it('to people as objects, then as texts, while an option changes', async () => {
		freezeUntilSent();
		const parameters = { to: toList, ...inLists({ scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' }) };
		const calls = [[{ to: '+33600123456' }], ['+33600123456']].map((to): IDataObject => ({ ...first, to }));
		await call(agent, { parameters, calls });
		expect(server.requests).toHaveLength(1);
	});

	it.each<[string, Calls]>([
		[
			'WhatsApp, reordered, members too',
			{
				node: 'smsboxWaba',
				parameters: { operation: 'sendText', ...wabaAgent },
				calls: [first, { text: first.text, to: '+33600123457, +33600123456' }],
			},
		],
		[
			'an RCS message as JSON, its members in another order',
			{
				...rcs,
				calls: [{ content: { text: 'Hi', suggestions } }, { content: { suggestions, text: 'Hi' } }],
			},
		],
		[
			'variables of two people, who are in another order',
			{
				parameters: { to: toList, text: 'Hello %1%' },
				calls: [{ to: personal }, { to: [...personal].reverse() }],
			},
		],
		[
			'a variable, then the text with it',
			{
				parameters: { to: toList },
				calls: [
					{ to: personal, text: 'Hello  %1%' },
					{ to: personal.slice(0, 1).map(({ to }) => to), text: 'Hello Ana' },
				],
			},
		],
		[
			'a link with and without a preview',
			{
				node: 'smsboxWaba',
				parameters: {
					...{ operation: 'sendText', ...wabaAgent },
					previewUrl: "={{ $fromAI('preview', '', 'boolean') }}",
				},
				calls: [true, false].map((preview) => ({ ...first, preview })),
			},
		],
		[
			'a document with and without a file name',
			{
				node: 'smsboxWaba',
				parameters: {
					...{ operation: 'sendDocument', ...wabaAgent },
					...{ fileUrl: "={{ $fromAI('url') }}", fileName: "={{ $fromAI('name') }}" },
				},
				calls: ['plan.pdf', ''].map((name) => ({ to: first.to, url: picture.fileUrl, name })),
			},
		],
		...[
			{ contentInfo: { ...picture, forceRefresh: true } },
			{ contentInfo: { ...picture, thumbnailUrl: 'https://shop.example/small.png' } },
		].map((content): [string, Calls] => [
			`an RCS file, then ${JSON.stringify(content)}`,
			{ ...rcs, calls: [{ content: { contentInfo: picture } }, { content }] },
		]),
		...[
			{
				what: 'a document in the header, then without a file name',
				headers: [
					{ type: 'document', document },
					{ type: 'document', document: { link: document.link } },
				],
			},
			{
				what: 'a text in the header, then as a number',
				headers: [
					{ type: 'text', text: '2026' },
					{ type: 'text', text: 2026 },
				],
			},
		].map(({ what, headers }): [string, Calls] => [
			what,
			{
				node: 'smsboxWaba',
				parameters: {
					...{ operation: 'sendButtons', ...wabaAgent, to: '33600123456', specifyContent: 'json' },
					interactive: "={{ $fromAI('content', '', 'json') }}",
				},
				calls: headers.map((header) => ({ content: { header, body: { text: 'Your plan' }, action } })),
			},
		]),
		...['2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00.000Z'].map((again): [string, Calls] => [
			`an event, then at ${again}`,
			{ ...rcs, calls: ['2026-12-24T17:00:00Z', again].map(eventAt) },
		]),
		[
			'an RCS card of another shape',
			{
				...rcs,
				calls: [
					cardOf({ cardOrientation: 'VERTICAL' }, 'MEDIUM'),
					cardOf({ cardOrientation: 'HORIZONTAL' }, 'SHORT'),
				],
			},
		],
	])('%s', async (_what, given) => {
		await call(agent, given);
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
		const calls = ['2027-01-05T10:00:00Z', '2027-01-05T11:00:00Z'].map((when) => ({ ...first, when }));
		server.freeze('2026-12-05T12:00:30+01:00');
		await call(agent, { parameters: inLists({ scheduleAt: "={{ $fromAI('when') }}" }), calls });
		expect(server.requests).toHaveLength(2);
	});

	it.each([
		['0600123456', '0700123456'],
		['+33600123456', '+33700123456'],
		['+33600123456, +33700123456', '+34600123456'],
	])('an SMS to %s, then to %s, whose numbers end alike', async (...lists) => {
		await call(agent, { calls: lists.map((to) => ({ ...first, to })) });
		expect(server.requests).toHaveLength(2);
	});

	it("an SMS at another time, which is read from all of the model's arguments", async () => {
		const code =
			"(({ to, text, ...others }) => Object.values(others).find((value) => /^2027/.test(value)) ?? '2027-01-05T10:00:00Z')($json)";
		const calls = [first, { ...first, when: '2027-01-05T11:00:00Z' }];
		await call(agent, { parameters: inLists({ scheduleAt: `={{ ${code} }}` }), calls });
		expect(server.requests).toHaveLength(agent === 'direct' ? 1 : 2);
	});

	it('a group with somebody whose number ends alike', async () => {
		const parameters = {
			...{ resource: 'group', operation: 'create', name: 'Guests' },
			numbers: "={{ $fromAI('numbers') }}",
		};
		const calls = ['+33600123456', '+33700123456'].map((numbers) => ({ numbers }));
		await call(agent, { parameters, calls });
		expect(server.requests).toHaveLength(2);
	});

	const aboutOrder = (postbackData: string) => ({
		content: { text: 'Hi', suggestions: [{ reply: { text: 'Yes', postbackData } }] },
	});
	const withVariable = (code: string) => ({ to: [{ to: '+33600123456', variables: [code] }] });

	it.each<[string, Calls, string[]]>([
		[
			'an RCS message about another order, by postback data that the model writes',
			{ ...rcs, calls: [aboutOrder('order 1'), aboutOrder('order 2')] },
			['order 1', 'order 2'],
		],
		[
			'an RCS carousel of other cards',
			{ ...rcs, calls: [{ content: carousel('Shoes', 'Boots') }, { content: carousel('Hats', 'Caps') }] },
			['Shoes', 'Hats'],
		],
		[
			'an SMS with other variables of its recipient',
			{
				parameters: { to: toList, text: 'Your code is %1%' },
				calls: [withVariable('A1'), withVariable('B2')],
			},
			['33600123456;A1', '33600123456;B2'],
		],
		[
			'two variables of a template, which are not one that has a comma',
			{
				node: 'smsboxWaba',
				parameters: {
					...{ operation: 'sendTemplate', ...wabaAgent, to: '33600123456' },
					...{ template: { mode: 'name', value: 'offer' }, language: 'fr', specifyContent: 'json' },
					variablesJson: "={{ $fromAI('variables', '', 'json') }}",
				},
				calls: [{ variables: ['20261224', '20261231'] }, { variables: ['20261231', '20261224'] }],
			},
			['20261224', '20261231'],
		],
	])('%s', async (_what, given, marks) => {
		const told = await call(agent, given);
		expect(told[0]).toContain('"accepted":true');
		expect(told[1]).not.toContain('Not sent again');
		const bodies = server.requests.map(({ body }) => decodeURIComponent(body.toString('latin1')));
		expect(bodies).toEqual(marks.map((mark): unknown => expect.stringContaining(mark)));
	});
});

describe.each(agentKinds)('somebody has got it, and others have not: run by the agent %s', (agent) => {
	const [ana, ben, corrected] = ['+33600123456', '+33600123457', '+33600123458'];
	const both = `${ana}, ${ben}`;
	const toAna = (): number => server.sentTo().filter((sent) => `+${sent}` === ana).length;

	it.each([
		['more people', ana, both],
		['fewer people', both, ana],
		['one more, and one less', both, `${ana}, ${corrected}`],
	])('a list with %s reaches nobody twice', async (_what, ...lists) => {
		const told = await call(agent, { calls: lists.map((to) => ({ to, text: 'Hello' })) });
		expect(toAna()).toBe(1);
		expect(told[1]).toContain('call for these alone');
	});

	it('reaches nobody twice with words of their own', async () => {
		const [forAna, forBen] = personal;
		const parameters = { to: toList, text: 'Hello %1%' };
		await call(agent, { parameters, calls: [{ to: [forAna] }, { to: [forAna, forBen] }, { to: [forBen] }] });
		expect(server.sentTo()).toEqual(['33600123456;Ana', '33600123457;Ben']);
	});

	it('reaches nobody twice with words of their own beside somebody who is excluded', async () => {
		const [forAna, forBen] = personal;
		const excluded = { to: '+33600123499', variables: ['Cleo'] };
		const parameters = { to: toList, text: 'Hello %1%', ...inLists({ excludedRecipients: excluded.to }) };
		await call(agent, { parameters, calls: [{ to: [forAna, excluded, forBen] }, { to: [forBen] }] });
		expect(server.sentTo()).toEqual(['33600123456;Ana', '33600123457;Ben']);
	});

	it('reaches the others when they are called for alone', async () => {
		await call(agent, { calls: [ana, both, ben].map((to) => ({ to, text: 'Hello' })) });
		expect(server.sentTo()).toEqual(['33600123456', '33600123457']);
	});

	it('reaches each of them once by calls at the same time', async () => {
		await ask(agent, [[both, ana, ben].map((to) => ({ to, text: 'Hello' }))]);
		expect(server.sentTo()).toEqual(['33600123456', '33600123457']);
	});

	it.each([
		['who got it', ana, 1],
		['who was rejected', ben, 2],
		['with the number corrected', corrected, 2],
		['with the number corrected in the list', `${ana}, ${corrected}`, 1],
	])('after a rejected number, the one %s', async (_who, to, requests) => {
		const numbers = [ana, ben].map((sent) => sent.slice(1));
		server.script = [acceptedAnswer(numbers, '1', (sent) => (sent === numbers[0] ? 'ACCEPTED' : 'REJECTED'))];
		const parameters = { operation: 'sendText', ...wabaAgent };
		const calls = [both, to].map((list) => ({ to: list, text: 'Hello' }));
		const [told = ''] = await call(agent, { node: 'smsboxWaba', parameters, calls });
		expect(told).toContain(`"rejected":["${ben}"]`);
		expect(server.requests).toHaveLength(requests);
	});
});

describe.each(agentKinds)('of a list that is repeated: run by the agent %s', (agent) => {
	const list = (count: number, from = 0): string =>
		Array.from({ length: count }, (_, index) => `+${number(index + from)}`).join();
	const personalized = (count: number) =>
		people(count).map(({ to }, index) => ({ to, variables: [`n${index}`] }));
	const byModel = { to: toList, text: 'Hello %1%', category: 'nonMarketingGroup' };
	const inWaba = { node: 'smsboxWaba', parameters: { operation: 'sendText', ...wabaAgent } };

	it.each([
		['one more', 5_000, 5_001],
		['one less', 5_001, 5_000],
	])('%s than before gets nobody a message twice', async (_what, ...counts) => {
		const category = 'nonMarketingGroup';
		const calls = counts.map((count) => ({ to: list(count), text: 'Hello' }));
		await call(agent, { parameters: { category }, calls });
		expect(new Set(server.sentTo()).size).toBe(server.sentTo().length);
	});

	it('with a rejected number, nothing goes out again', async () => {
		server.react = (request) =>
			acceptedAnswer(recipientsOf(request), '1', (to) => (to === number(3) ? 'REJECTED' : 'ACCEPTED'));
		await call(agent, { ...inWaba, calls: [1, 2].map(() => ({ to: list(5_001), text: 'Hello' })) });
		expect(server.requests).toHaveLength(2);
	});

	it('with own words in another order, nothing goes out again', async () => {
		const to = personalized(5_001);
		await call(agent, { parameters: byModel, calls: [{ to }, { to: [...to].reverse() }] });
		expect(server.requests).toHaveLength(11);
	});

	it('with blanks around own words, nothing goes out again', async () => {
		const calls = ['Ana', 'Ana '].map((name) => ({ to: [{ to: '+33600123456', variables: [name] }] }));
		await call(agent, { parameters: byModel, calls });
		expect(server.requests).toHaveLength(1);
	});

	it('those whom a rejected request was for may get it, and the others do not', async () => {
		const to = personalized(600);
		server.script = [plain('OK 1'), plain('ERROR 03')];
		const told = await call(agent, {
			parameters: byModel,
			calls: [{ to }, { to: to.slice(0, 1) }, { to: to.slice(599) }],
		});
		expect(told[1]).toContain('Not sent again');
		expect(told[2]).toContain('"accepted":true');
		expect(server.requests).toHaveLength(3);
	});

	it('a rejected one whose number the service writes otherwise may get it', async () => {
		const [ana, mexican] = ['33600123456', '525512345678'];
		const stateOf = (to: string): string => (to === mexican ? 'REJECTED' : 'ACCEPTED');
		server.script = [
			acceptedAnswer([ana, mexican], '1', stateOf, (to) => (to === mexican ? '5215512345678' : to)),
		];
		const calls = [`+${ana}, +${mexican}`, `+${mexican}`].map((to) => ({ to, text: 'Hello' }));
		await call(agent, { ...inWaba, calls });
		expect(server.requests).toHaveLength(2);
	});
});

it('a call beside an equal one to fewer people is told that others may get it', async () => {
	const told = await ask('direct', [
		['+33600123456', '+33600123456, +33600123457'].map((to) => ({ to, text: 'Hi' })),
	]);
	expect(told[1]).toContain('call for these alone');
});

it('a call beside an equal one is told whose result counts, not that something may have been sent', async () => {
	server.script = [plain('ERROR 03')];
	const told = await ask('direct', [
		[
			{ to: '+33600123456', text: 'Hi' },
			{ to: '+33600123456', text: 'Hi' },
		],
	]);
	expect(server.requests).toHaveLength(1);
	expect(told.join()).toContain('The result of that call counts.');
	expect(told.join()).not.toContain('May have been sent');
});
