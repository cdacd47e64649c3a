/** Texts that reference a field that an item doesn't have, or an expression that nothing evaluates: no such message leaves. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import { inLists } from '../../support/inLists';
import { serviceForEachTest } from '../../support/service';
import { hintsOf, sendParameters } from '../../support/runNode';
import { runRcs, runWaba } from '../../support/runChannels';

const server = serviceForEachTest();

/** Returns the error of a run that sends nothing. */
async function errorOf(run: Promise<RunResult>): Promise<RunResult['error']> {
	const { error } = await run;
	expect(server.requests).toEqual([]);
	return error;
}

describe('an SMS', () => {
	const send = async (parameters: INodeParameters, items: IDataObject[], settings = {}) =>
		await server.run({ parameters: { ...sendParameters, ...parameters }, items, settings });

	const withSender = (value: string): INodeParameters => ({
		senderType: 'senderId',
		senderId: { __rl: true, mode: 'name', value },
	});

	it.each([
		['=Bonjour {{ $json.name }},', 'name'],
		['={{ $json.name }}', 'name'],
		['=Bonjour {{ $json.customer.name }},', 'customer.name'],
		['=Bonjour {{ $json["first name"] }},', 'first name'],
		["=Bonjour {{ $('Start').item.json.name }},", 'name'],
		['=Bonjour {{ $input.first().json.name }},', 'name'],
		['=Bonjour {{ $node["Start"].json.name }},', 'name'],
	])('with the text %s is not sent', async (text, field) => {
		const error = await errorOf(send({ text }, [{ customer: {} }]));
		expect(error?.message).toContain('Text: The item');
		expect(error?.message).toContain(`has no field “${field}”.`);
	});

	it.each([
		['=Bonjour {{ $json.name + "!" }}', 'undefined'],
		['={{ `Bonjour ${$json.name}!` }}', 'undefined'],
		['=Bonjour {{ String($json.name) }}', 'undefined'],
		['=On {{ DateTime.fromISO($json.date).toFormat("d MMMM") }}', 'Invalid DateTime'],
	])('is not sent where an expression makes a word of a missing value: %s', async (text, word) => {
		const error = await errorOf(send({ text }, [{ date: 'soon' }]));
		expect(error?.message).toBe(`Text: The text contains “${word}”: a value is missing or invalid.`);
		expect(error?.description).toContain('$json.name ?? ""');
	});

	it.each([
		'=Bonjour {{ $json.name.trim() }}, à demain',
		'=Bonjour {{ $json.empty.trim() }}, à demain',
		'=Bonjour {{ $json.name || $json.surname }}, à demain',
		'=Bonjour {{ $json.name.trim() ?? "vous" }}, à demain',
		'=Bonjour {{ $json.people.find(({ id }) => id === 7) }}, à demain',
		'=Votre code : {{ $json.people.at(3) }}',
		'={{ $json.name.trim() }}{{ $json.code }}',
	])('is not sent where an expression among words returns nothing: %s', async (text) => {
		const error = await errorOf(send({ text }, [{ people: [], code: '7', empty: null }]));
		expect(error?.message).toBe('Text: An expression in it returned no value.');
		expect(error?.description).toContain('$json.name?.trim() ?? ""');
	});

	it('is sent where an expression among words returns null, with one hint for the run', async () => {
		const text = '=RDV {{ DateTime.fromISO($json.date).toISO() }}';
		const result = await send({ text }, [{ date: 'soon' }, { date: 'later' }]);
		expect(server.requests).toHaveLength(2);
		expect(hintsOf(result)).toEqual([
			'In some messages this field was empty: an expression. Check the texts for gaps.',
		]);
	});

	it.each([
		"=Failed: {{ $('Start').first().json.message.slice(0, 120) }}",
		"={{ 'Failed: ' + $('Start').item.json.message }}",
		"=Failed: {{ $('Start').all().map((item) => item.json.message).join('; ') }}",
		"=Failed: {{ $('Start').itemMatching(0).json.message.slice(0, 120) }}",
		"=Failed: {{ $items('Start')[0].json.message.slice(0, 120) }}",
		"=Failed: {{ $('Start').first()?.json.message.slice(0, 120) }}",
		'=Failed: {{ $input.all()[0].json.message.slice(0, 120) }}',
	])('is sent with such a word where another node has it: %s', async (text) => {
		const message = "Cannot read properties of undefined (reading 'email')";
		await server.run({ parameters: { ...sendParameters, text }, items: [{ message }] });
		expect(server.sent('msg')).toEqual([`Failed: ${message}`]);
	});

	it.each([
		['={{ $json.text.trim() }}', 1],
		['={{ $json.name + "!" }}', 0],
	])('can come from an item that refers to itself: %s', async (text, sent) => {
		const item: IDataObject = { text: 'It is undefined' };
		item['self'] = item;
		if (sent === 0) item['text'] = '';
		await server.run({ parameters: { ...sendParameters, text }, items: [item] });
		expect(server.requests).toHaveLength(sent);
	});

	it.each([
		['a whole text', { text: '={{ $json.name }}' }],
		['a key', inLists({ deduplicationKey: '={{ $json.name }}-shipped' })],
		['a key with an empty field', inLists({ deduplicationKey: '={{ $json.empty }}-shipped' })],
		['a time', inLists({ scheduleAt: '=2027-06-05 {{ $json.name }}' })],
		['a list', { to: '=33600{{ $json.name }}' }],
		['an address', { text: '=https://example.com/{{ $json.name }}.pdf' }],
		['an address that is made', { text: '={{ "https://example.com/" + $json.name }}' }],
	])('does not say how to add a default to what cannot do without: %s', async (_, parameters) => {
		const error = await errorOf(send(parameters, [{ empty: '' }]));
		expect(error?.description).toContain('remove items without a value before this node');
	});

	it('says how to add a default, and which node lacks the field', async () => {
		const text = "=Bonjour {{ $('Start').item.json.name }},";
		const error = await errorOf(send({ text }, [{}]));
		expect(error?.message).toBe('Text: The item from “Start” has no field “name”.');
		expect(error?.description).toContain(`$('Start').item.json.name ?? ""`);
	});

	it.each([
		['={{ $json.phone }}', 'has no field “phone”.', 'Correct the expression'],
		['{{ $json.phone }}', 'A fixed text has an expression in it.', 'Switch the field to Expression.'],
		['336001, {{ $json.phone }}', 'A fixed text has an expression in it.', 'Switch the field to Expression.'],
		['={{ $json.empty }}', 'No phone number was given.', 'Enter at least one, or correct the expression.'],
	])('to %s is not sent, and the error says how to fix it', async (to, message, remediation) => {
		const error = await errorOf(send({ to }, [{ empty: '' }]));
		expect(error?.message).toMatch(/^To: /);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(remediation);
	});

	it.each<[string, IDataObject, string]>([
		['=Bonjour {{ $json.name ?? "" }},', {}, 'Bonjour ,'],
		['=Bonjour {{ $json.name || "vous" }},', {}, 'Bonjour vous,'],
		['=Bonjour {{ $json?.name }},', {}, 'Bonjour ,'],
		['=Bonjour{{ $json.name ? " " + $json.name : "" }},', {}, 'Bonjour,'],
		['=Bonjour {{ $json.name?.trim() }},', {}, 'Bonjour ,'],
		['=Bonjour{{ $json.name && " " + $json.name }},', {}, 'Bonjour,'],
		['=Bonjour {{ ($json.name.trim() ?? "") }},', {}, 'Bonjour ,'],
		["=Bonjour {{ $json.name.trim() || '' }},", {}, 'Bonjour ,'],
		['={{ $json.answer.trim() }}', { answer: 'The variable is undefined.' }, 'The variable is undefined.'],
		['={{ $json.answer }}', { answer: 'It is undefined.' }, 'It is undefined.'],
		['={{ "It is undefined: " + $json.answer }}', { answer: 'x' }, 'It is undefined: x'],
		['It is undefined.', {}, 'It is undefined.'],
		['It prints [object Object].', {}, 'It prints [object Object].'],
		['={{ $json.answer }}', { answer: 'It prints [object Object].' }, 'It prints [object Object].'],
		['={{ $json.answer + "!" }}', { answer: 'It prints [object Object].' }, 'It prints [object Object].!'],
	])('with a default, or such words that somebody has written, is sent: %s', async (text, item, sent) => {
		const result = await send({ text }, [item]);
		expect(result.error).toBeUndefined();
		expect(server.sent('msg')).toEqual([sent]);
		expect(hintsOf(result)).toEqual([]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['to the second of two numbers', { to: '={{ $json.mobile || $json.phone }}' }, { phone: '33600123456' }],
		['with the default sender where its name is empty', withSender('={{ $json.brand }}'), { brand: '' }],
		['whose technical values have a default', inLists({ maxSegments: '={{ $json.max ?? 2 }}' }), {}],
	])('is sent %s', async (_what, parameters, item) => {
		expect((await send(parameters, [item])).error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
	});

	it.each([null, ''])('with the value %j passes, with one hint for the run', async (name) => {
		const result = await send({ text: '=Bonjour {{ $json.name }},' }, [{ name }, { name }, { name: 'Ana' }]);
		expect(server.sent('msg')).toContain('Bonjour ,');
		expect(hintsOf(result)).toEqual([
			'In some messages this field was empty: name. Check the texts for gaps.',
		]);
	});

	it.each([
		'=Bonjour {{ $json.customer }},',
		'={{ $json.customer + "" }}',
		'=Hello {{ $json["customer"] }}, {{ 1 + 1 }}',
		'={{ $json.note }}: {{ $json.customer }}',
	])('with an object in its text is not sent, also beside such words: %s', async (text) => {
		const error = await errorOf(send({ text }, [{ customer: { name: 'Ana' }, note: 'Code undefined' }]));
		expect(error?.message).toBe('Text: A value in it is a list or an object instead of a text.');
		expect(error?.description).toContain('Reference a single property');
	});

	it.each([
		['={{ $json.brand }}', 'Sender ID: The item has no field “brand”.'],
		['={{ "A" + $json.b }}', 'Sender ID: The text contains “undefined”: a value is missing or invalid.'],
	])('with such a sender is not sent: %s', async (value, message) => {
		expect((await errorOf(send(withSender(value), [{}])))?.message).toBe(message);
	});

	it.each([
		"={{ $('Start').last().json.list }}",
		'={{ $input.all().map(({ json }) => ({ to: json.to, variables: [json.note] })) }}',
	])('in which a person has written a word in another item is sent: %s', async (to) => {
		const list = [{ to: '33600123456', variables: ['It says undefined'] }];
		const items = [
			{ to: '33600123456', note: 'ok' },
			{ to: '33600123457', note: 'It says undefined', list },
		];
		const { error } = await send({ to, text: 'Note: %1%' }, items, { executeOnce: true });
		expect(error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
	});

	it('names a field that a variable references', async () => {
		const variables = { variable: [{ value: 'x' }, { value: '={{ $json.time }}' }] };
		const error = await errorOf(send({ text: '%1% %2%', contentOptions: { variables } }, [{}]));
		expect(error?.message).toBe('Value: The item has no field “time” (variable 2).');
	});

	it.each([null, ''])('with the variable %j in To passes, with one hint for the run', async (name) => {
		const to = "={{ [{ to: '33600123456', variables: ['a', $json.name] }] }}";
		const result = await send({ to, text: '%1%, %2%' }, [{ name }, { name }]);
		expect(server.sent('dest')).toEqual(['33600123456;a;', '33600123456;a;']);
		expect(hintsOf(result)).toEqual([
			'In some messages this field was empty: variable 2. Check the texts for gaps.',
		]);
	});

	it.each([
		['$json.count * 2', "Variable 2 of recipient 1 isn't a valid number or date."],
		['$json.parcel', 'Variable 2 of recipient 1 is a number that is too long, and was rounded.'],
		['$json', 'Variable 2 of recipient 1 is a list or an object instead of a text.'],
		['"Order " + $json.order', 'The text contains “undefined”: a value is missing or invalid.'],
		['"Order " + $json', 'A value in it is a list or an object instead of a text.'],
	])('sends no variable in To that people would misread: %s', async (code, problem) => {
		const to = `={{ [{ to: '33600123456', variables: ['a', ${code}] }] }}`;
		const error = await errorOf(send({ to, text: '%1%, %2%' }, [{ count: 'few', parcel: 2 ** 60 }]));
		expect(error?.message).toBe(`To: ${problem}`);
	});

	it('is not sent if callback data references a missing field', async () => {
		const callbackData = { entry: [{ name: 'order', value: '=order-{{ $json.order }}' }] };
		const error = await errorOf(send(inLists({ callbackData }), [{}]));
		expect(error?.message).toContain('The item has no field “order” (entry 1).');
	});
});

/** A WhatsApp message with a button. */
const buttons: INodeParameters = {
	operation: 'sendButtons',
	specifyContent: 'fields',
	header: 'none',
	body: 'Hello',
	buttons: { button: [{ title: 'Yes', id: 'yes' }] },
};

const listWith = (row: INodeParameters): INodeParameters => ({
	...{ operation: 'sendList', specifyContent: 'fields', header: 'none', body: 'Hello', button: 'Choose' },
	sections: { section: [{ title: '', rows: { row: [row] } }] },
});

describe('a message with buttons', () => {
	it.each<[string, INodeParameters]>([
		['its text', { body: '=Hello {{ $json.name }}' }],
		['its footer', { footer: '={{ $json.name }}' }],
		['its header', { header: 'text', headerText: '={{ $json.name }}' }],
		['a button', { buttons: { button: [{ title: '={{ $json.name }}', id: 'yes' }] } }],
		['its JSON', { specifyContent: 'json', interactive: '={"body":{"text":"{{ $json.name }}"}}' }],
	])('is not sent if %s references a missing field', async (_what, changes) => {
		const error = await errorOf(runWaba(server.url, { ...buttons, ...changes }));
		expect(error?.message).toContain('The item has no field “name”');
	});

	it('of RCS is not sent if a suggestion references a missing field', async () => {
		const suggestion = { type: 'reply', text: '={{ $json.name }}', postbackData: 'x' };
		const error = await errorOf(
			runRcs(server.url, { text: 'Hi', suggestions: { suggestion: [suggestion] } }),
		);
		expect(error?.message).toContain('The item has no field “name”');
	});
});

describe('what people open, or send back by a tap', () => {
	const values = [
		['=https://example.com/{{ $json.order }}', 'The item has no field “order”'],
		['={{ "https://example.com/" + $json.order }}', 'The text contains “undefined”'],
	];
	const ofWaba: Array<(value: string) => INodeParameters> = [
		(fileUrl) => ({ operation: 'sendDocument', fileUrl, fileName: '' }),
		...['image', 'document'].map((header) => (headerFileUrl: string) => ({
			...{ ...buttons, header, headerFileUrl, headerFileName: '' },
		})),
		(id) => ({ ...buttons, buttons: { button: [{ title: 'Yes', id }] } }),
		(id) => listWith({ title: 'Yes', id, description: '' }),
	];
	const withSuggestion = (own: INodeParameters): INodeParameters => ({
		text: 'Hi',
		suggestions: { suggestion: [{ text: 'Yes', postbackData: 'x', ...own }] },
	});
	const ofRcs: Array<(value: string) => INodeParameters> = [
		(fileUrl) => ({ messageType: 'file', fileUrl }),
		(thumbnailUrl) => ({ messageType: 'file', fileUrl: 'https://example.com/a.pdf', thumbnailUrl }),
		(mediaUrl) => ({ messageType: 'card', orientation: 'vertical', title: 'A', mediaUrl }),
		(mediaThumbnailUrl) => ({
			...{ messageType: 'card', orientation: 'vertical', title: 'A' },
			...{ mediaUrl: 'https://example.com/a.jpg', mediaThumbnailUrl },
		}),
		(url) => withSuggestion({ type: 'openUrl', url }),
		(fallbackUrl) => withSuggestion({ type: 'shareLocation', fallbackUrl }),
		(query) => withSuggestion({ type: 'viewLocation', query }),
		(phoneNumber) => withSuggestion({ type: 'dial', phoneNumber }),
		(postbackData) => withSuggestion({ type: 'reply', postbackData }),
	];

	it.each(values)('is not sent as %s', async (value, problem) => {
		const results = [
			...(await Promise.all(ofWaba.map(async (of) => await runWaba(server.url, of(value))))),
			...(await Promise.all(ofRcs.map(async (of) => await runRcs(server.url, of(value))))),
		];
		const messages = results.map(({ error }) => error?.message);
		expect(messages).toEqual(messages.map((): unknown => expect.stringContaining(problem)));
		expect(server.requests).toEqual([]);
	});

	it.each([
		['={{ JSON.stringify({ text: "Hi " + $json.name }) }}', 'The text contains “undefined”'],
		['={{ { text: "Hi " + $json.name } }}', 'The text contains “undefined”'],
		['={"text":"Hi {{ $json.customer }}"}', 'A value in it is a list or an object'],
	])('is not sent in JSON as %s', async (contentMessage, problem) => {
		const items = [{ customer: {} }];
		const error = await errorOf(runRcs(server.url, { specifyContent: 'json', contentMessage }, { items }));
		expect(error?.message).toContain(problem);
	});

	it.each<[string, IDataObject, string[]]>([
		['reports a member that is undefined', {}, ['richCard.standaloneCard.cardContent.description']],
		['reports none that is null', { price: null }, []],
		['reports none that has a text', { price: '10 €' }, []],
	])('in JSON %s', async (_what, item, paths) => {
		const contentMessage =
			"={{ { richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: { title: 'Tent', description: $json.price } } } } }}";
		const result = await runRcs(server.url, { specifyContent: 'json', contentMessage }, { items: [item] });
		expect(server.requests).toHaveLength(1);
		expect(hintsOf(result)).toEqual(
			paths.map((path) => `In some messages this field was empty: ${path}. Check the texts for gaps.`),
		);
	});

	it.each([
		['={{ { text: "Hi", list: [{ id: 1 / 0 }] } }}', "The property list[0].id isn't a valid number or date."],
		['={{ { text: "Hi", at: new Date("soon") } }}', "The property at isn't a valid number or date."],
		[
			'{ "text": "Hi", "id": 12345678901234567890 }',
			'The property id is a number that is too long, and was rounded.',
		],
		[
			'={{ { text: "Hi", x: Array.from({ length: 80 }).reduce((inner) => [inner], 1) } }}',
			"The value isn't a JSON object of at most 64 levels.",
		],
	])('is not sent in JSON that would lose something: %s', async (contentMessage, problem) => {
		const error = await errorOf(runRcs(server.url, { specifyContent: 'json', contentMessage }));
		expect(error?.message).toBe(`Content Message (JSON): ${problem}`);
	});

	it.each(['', '={{ $json.link }}', '={{ $json.other ?? "" }}'])(
		'may be empty where it is optional: %j',
		async (fallbackUrl) => {
			const parameters = withSuggestion({ type: 'shareLocation', fallbackUrl });
			const { error } = await runRcs(server.url, parameters, { items: [{ link: '' }] });
			expect(error).toBeUndefined();
			expect(server.requests).toHaveLength(1);
		},
	);
});

const interactive = JSON.stringify({
	body: { text: 'Hi {{ $json.a }}' },
	action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' } }] },
});

describe('a fixed text with an expression in it', () => {
	const evaluatesNothing = /A fixed text has an expression in it/;
	const asJson = { specifyContent: 'json' };
	const question = { operation: 'sendAndWait', title: 'Order', message: 'Shall it leave?' };
	const template = {
		...{ operation: 'sendTemplate', language: 'fr' },
		template: { __rl: true, mode: 'list', value: 'a/fr' },
	};

	it.each<[string, INodeParameters]>([
		['its text', { text: 'Bonjour {{ $json.prenom }},' }],
		['a text of several lines', { text: 'Bonjour {{\n$json.prenom\n}},' }],
		['a second expression', { text: 'Bonjour {{1}} {{ $now }}' }],
		[
			'a variable',
			{ text: '%1%', contentOptions: { variables: { variable: [{ value: '{{ $json.prenom }}' }] } } },
		],
	])('is an error before an SMS leaves, if it is %s', async (_what, changes) => {
		const parameters = { ...sendParameters, ...changes };
		const error = await errorOf(server.run({ parameters, items: [{ prenom: 'Ana' }] }));
		expect(error?.message).toMatch(evaluatesNothing);
		expect(error?.description).toContain('Switch the field to Expression.');
	});

	it.each<[string, INodeParameters]>([
		['the title of a button', { ...buttons, buttons: { button: [{ title: '{{ $json.a }}', id: 'a' }] } }],
		['the footer', { ...buttons, footer: '{{ $json.a }}' }],
		['JSON that can be read', { ...buttons, ...asJson, interactive }],
		['JSON that only it breaks', { ...buttons, ...asJson, interactive: '{"body": {{ $json.body }}}' }],
		['the description of a row', listWith({ title: 'A', id: 'a', description: '{{ $json.a }}' })],
		['the last page of a question', { ...question, contentOptions: { closing: 'Thanks {{ $json.a }}' } }],
		['the variables of a template', { ...template, variables: { variable: [{ value: '{{ $json.a }}' }] } }],
		['the name of a template', { ...template, template: { mode: 'name', value: '{{ $json.a }}' } }],
	])('is an error before a WhatsApp message leaves, if it is %s', async (_what, parameters) => {
		const error = await errorOf(runWaba(server.url, parameters));
		expect(error?.message).toMatch(evaluatesNothing);
	});

	it.each([
		'Bonjour $json.name ?? "", merci',
		'=Bonjour {$json.name}, merci',
		'=Bonjour { { $json.name } }, {{ $json.name }}',
		"Bonjour $('Start').first().json.name",
	])('is an error without its double braces: %s', async (text) => {
		const parameters = { ...sendParameters, text };
		const error = await errorOf(server.run({ parameters, items: [{ name: 'Ana' }] }));
		expect(error?.message).toContain('has no double braces');
	});

	it('is an error before an RCS message leaves', async () => {
		const error = await errorOf(runRcs(server.url, { text: 'Hello {{ $json.name }}' }));
		expect(error?.message).toMatch(evaluatesNothing);
	});

	it.each<[string, INodeParameters]>([
		['braces without a dollar sign, with a hint', { text: 'Template {{1}} and {{name}}' }],
		['braces in what an expression returns', { text: '={{ $json.written }}' }],
		['a dollar sign alone', { text: 'Costs $5 {each}, $now or $json' }],
	])('is not %s', async (what, changes) => {
		const parameters = { ...sendParameters, ...changes };
		const result = await server.run({
			parameters,
			items: [{ written: 'Alert: {{ $labels.host }} is {{ state }}' }],
		});
		expect(result.error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
		expect(hintsOf(result)).toEqual(
			what.includes('hint') ? [expect.stringMatching(/double braces.*as they are/)] : [],
		);
	});

	it.each<[string, INodeParameters]>([
		[
			'a link to tap',
			{ ...buttons, header: 'image', headerFileUrl: '=https://a.example/{{ $json.template }}' },
		],
		['JSON of the data', { ...buttons, ...asJson, interactive: '={{ $json.interactive }}' }],
		['a text of the data', { ...buttons, body: '=Dear {{ $json.template }}' }],
	])('is an error where people would read it: %s', async (_what, parameters) => {
		const items = [{ interactive, template: 'Ana, {{ $json.order }} is ready' }];
		const error = await errorOf(runWaba(server.url, parameters, { items }));
		expect(error?.message).toMatch(/: The data has an expression in it, which people would read\.$/);
	});
});
