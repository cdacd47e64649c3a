/** Texts that reference a field that an item doesn't have: no message leaves with a gap in it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { acceptedAnswer, recipientsOf } from '../../support/jsonAnswers';
import { formOf, nodeName, outputOf, plain, runNode, sendParameters } from '../../support/runNode';
import { runRcs } from '../../support/runRcs';
import { agent, runWaba } from '../../support/runWaba';

let server: ScriptedServer;
afterEach(async () => server.close());

const hintsOf = (result: Awaited<ReturnType<typeof runNode>>): string[] =>
	(result.hints[nodeName] ?? []).map(({ message }) => message);

describe('an SMS', () => {
	beforeEach(async () => {
		server = await serveScript(() => plain('OK 123456789012'));
	});

	const send = async (parameters: INodeParameters, items: IDataObject[], settings = {}) =>
		await runNode({ url: server.url, parameters: { ...sendParameters, ...parameters }, items, settings });

	it.each([
		['=Bonjour {{ $json.name }},', 'name'],
		['={{ $json.name }}', 'name'],
		['=Bonjour {{ $json.customer.name }},', 'customer.name'],
		['=Bonjour {{ $json["first name"] }},', 'first name'],
		["=Bonjour {{ $('Start').item.json.name }},", 'name'],
	])('with the text %s is not sent', async (text, field) => {
		const result = await send({ text }, [{ customer: {} }]);
		expect(result.error?.message).toContain('Text: The item');
		expect(result.error?.message).toContain(`has no field “${field}”.`);
		expect(server.requests).toEqual([]);
	});

	it('says how to add a default, and which node lacks the field', async () => {
		const text = "=Bonjour {{ $('Start').item.json.name }},";
		const { error } = await send({ text }, [{}]);
		expect(error?.message).toBe('Text: The item from “Start” has no field “name”.');
		expect(error?.description).toContain(`{{ $('Start').item.json.name ?? "" }}`);
	});

	it('stops all items where one lacks a field', async () => {
		const { error } = await send({ text: '=Bonjour {{ $json.name }}' }, [{ name: 'Ana' }, { Name: 'Bo' }]);
		expect(error?.message).toContain('has no field “name”');
		expect(server.requests).toEqual([]);
	});

	it.each([
		'=Bonjour {{ $json.name ?? "" }},',
		'=Bonjour {{ $json.name || "vous" }},',
		'=Bonjour {{ $json?.name }},',
		'=Bonjour{{ $json.name ? " " + $json.name : "" }},',
	])('with a default is sent: %s', async (text) => {
		const result = await send({ text }, [{}]);
		expect(result.error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
		expect(hintsOf(result)).toEqual([]);
	});

	it.each([null, ''])('with the value %j passes, with one hint for the run', async (name) => {
		const result = await send({ text: '=Bonjour {{ $json.name }},' }, [{ name }, { name }, { name: 'Ana' }]);
		expect(server.requests.map((request) => formOf(request).get('msg'))).toContain('Bonjour ,');
		expect(hintsOf(result)).toEqual([
			'In some messages this field was empty: name. Check the texts for gaps.',
		]);
	});

	it('names a field that a variable references', async () => {
		const variables = { variable: [{ value: 'x' }, { value: '={{ $json.time }}' }] };
		const { error } = await send({ text: '%1% %2%', options: { variables } }, [{}]);
		expect(error?.message).toBe('Value: The item has no field “time” (variable 2).');
	});

	it.each([null, ''])('with the variable %j in To passes, with one hint for the run', async (name) => {
		const to = "={{ [{ to: '33600123456', variables: ['a', $json.name] }] }}";
		const result = await send({ to, text: '%1%, %2%' }, [{ name }, { name }]);
		expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([
			'33600123456;a;',
			'33600123456;a;',
		]);
		expect(hintsOf(result)).toEqual([
			'In some messages this field was empty: variable 2. Check the texts for gaps.',
		]);
	});

	it('does not check the fields of technical values', async () => {
		const { error } = await send({ options: { maxSegments: '={{ $json.max ?? 2 }}' } }, [{}]);
		expect(error).toBeUndefined();
	});
});

describe('a message with buttons', () => {
	beforeEach(async () => {
		server = await serveScript((request) => acceptedAnswer(recipientsOf(request)));
	});

	const message: INodeParameters = {
		operation: 'sendButtons',
		specifyContent: 'fields',
		header: 'none',
		body: 'Hello',
		buttons: { button: [{ title: 'Yes', id: 'yes' }] },
	};

	it.each<[string, INodeParameters]>([
		['its text', { body: '=Hello {{ $json.name }}' }],
		['its footer', { footer: '={{ $json.name }}' }],
		['its header', { header: 'text', headerText: '={{ $json.name }}' }],
		['a button', { buttons: { button: [{ title: '={{ $json.name }}', id: 'yes' }] } }],
		[
			'its JSON',
			{
				specifyContent: 'json',
				interactive: '={"type":"button","body":{"text":"Hello {{ $json.name }}"}}',
			},
		],
	])('is not sent if %s references a missing field', async (_what, changes) => {
		const { error } = await runWaba(server.url, { ...message, ...changes });
		expect(error?.message).toContain('The item has no field “name”');
		expect(server.requests).toEqual([]);
	});

	it('is sent if a field is there', async () => {
		const result = await runWaba(
			server.url,
			{ ...message, body: '=Hello {{ $json.name }}' },
			{ items: [{ name: 'Ana', ...agent }] },
		);
		expect(outputOf(result)).toHaveLength(1);
		expect(server.requests).toHaveLength(1);
	});

	it('of RCS is not sent if a suggestion references a missing field', async () => {
		const suggestion = { type: 'reply', text: '={{ $json.name }}', postbackData: 'x' };
		const { error } = await runRcs(server.url, { text: 'Hi', suggestions: { suggestion: [suggestion] } });
		expect(error?.message).toContain('The item has no field “name”');
		expect(server.requests).toEqual([]);
	});
});
