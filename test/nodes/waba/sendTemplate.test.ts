/** Send Template: what goes out, what is wrong before that, and what is only a hint. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { SmsboxWaba } from '../../../nodes/SmsboxWaba/SmsboxWaba.node';
import { check } from '../../../simulator/src/json/shape';
import { contentMessage } from '../../../simulator/src/waba/content/content';
import { agentKinds, runAgent } from '../../support/agentHarness';
import type { RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { bodyOf, json } from '../../support/jsonAnswers';
import { searchList } from '../../support/listSearch';
import { hintsOf, nodeName } from '../../support/runNode';
import { agent, runWaba } from '../../support/runChannels';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });
const fromList = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });
const rows = (...values: string[]): INodeParameters => ({ variable: values.map((value) => ({ value })) });
const asJson = (variablesJson: string): INodeParameters => ({ specifyContent: 'json', variablesJson });
const reminder = { template: fromList('appointment_reminder/en_US/2/0') };

const send = async (parameters: INodeParameters, items?: IDataObject[]): Promise<RunResult> =>
	await runWaba(
		server.url,
		{ operation: 'sendTemplate', ...reminder, ...parameters },
		items === undefined ? {} : { items },
	);

const request = z.object({ recipients: z.array(z.string()), contentMessage: z.unknown() }).strict();
const component = z.object({ parameters: z.array(z.object({ text: z.string() })) });
const message = z.object({ template: z.object({ components: z.array(component) }) });

/** The texts of each component that went out, in the form that the simulator takes. */
function sentTexts(): string[][] {
	const { contentMessage: content } = request.parse(bodyOf(server.requests[0]));
	expect(check(contentMessage, content)).toEqual({ faults: [], undeclared: [] });
	const { components } = message.parse(content).template;
	return components.map(({ parameters }) => parameters.map(({ text }) => text));
}

it.each<[string, INodeParameters, string[][]]>([
	['rows', { variables: rows('Jean', '14:30') }, [['Jean', '14:30']]],
	['rows by expression', { variables: rows('={{ $json.name }}', '={{ $json.hour }}') }, [['Ana', '9']]],
	['an array as text', asJson('["Jean", "14:30"]'), [['Jean', '14:30']]],
	['an array by expression', asJson('={{ [$json.name, $json.hour] }}'), [['Ana', '9']]],
	['text with expressions', asJson('=["{{ $json.name }}", {{ $json.hour }}]'), [['Ana', '9']]],
	['none', {}, [[]]],
	[
		'own',
		{ variables: rows('Jean'), contentOptions: { buttonVariable: '={{ $json.hour }}' } },
		[['Jean'], ['9']],
	],
])('sends variables given as %s, in the documented form', async (_what, parameters, texts) => {
	const result = await send(parameters, [{ name: 'Ana', hour: 9 }]);
	expect(result.error).toBeUndefined();
	expect(server.requests).toHaveLength(1);
	expect(sentTexts()).toEqual(texts);
});

it.each<[string, INodeParameters, RegExp]>([
	['no template', { template: fromList('={{ $json.none }}') }, /^Template: No template is chosen/],
	['a name without a language', { template: byName('reminder') }, /^Language: /],
	['a language that is missing', { language: '={{ $json.nmae }}' }, /^Language: The expression returned no/],
	['a number that is none', asJson('={{ [Number("x")] }}'), /Variable 1 isn't a valid number or date/],
	['a number that was rounded', asJson('[33600123456789012]'), /Variable 1 is a number that is too long/],
	['a date that is none', asJson('={{ [DateTime.fromISO("x").toFormat("HH:mm")] }}'), /Variable 1 isn't/],
	['an empty row', { variables: rows('Jean', '') }, /^Variables: Variable 2 is empty\.$/],
	['a blank row', { variables: rows(' ', 'Jean') }, /^Variables: Variable 1 is empty\.$/],
	['an empty field', { variables: rows('Jean', '={{ $json.none }}') }, /^Variables: Variable 2 is empty/],
	['a missing field', { variables: rows('={{ $json.nmae }}') }, /no field “nmae” \(variable 1\)/],
	['an object in a row', { variables: rows('={{ $json }}') }, /list or an object.*\(variable 1\)/],
	['JSON with an empty text', asJson('["Jean", ""]'), /^Variables \(JSON\): Variable 2 is empty\.$/],
	['JSON with null', asJson('["Jean", null]'), /: Variable 2 is empty\.$/],
	['JSON of a missing field', asJson('={{ ["Jean", $json.nmae] }}'), /: Variable 2 is empty\.$/],
	['JSON of an object', asJson('={{ [$json] }}'), /: Variable 1 is a list or an object/],
	['JSON that is no array', asJson('={{ $json }}'), /: The value isn't an array\.$/],
	['JSON that is none', asJson('[Jean]'), /isn't valid JSON/],
	['an empty button', { contentOptions: { buttonVariable: '={{ $json.none }}' } }, /^Button Variable: /],
])('sends nothing with %s', async (_what, parameters, words) => {
	const result = await send(parameters, [{ none: '' }]);
	expect(result.runData[nodeName]?.[0]?.error?.message).toMatch(words);
	expect(server.requests).toHaveLength(0);
});

describe('a number of variables that does not fit', () => {
	const ofText = /listed with 2 variables in its text, but the message has 1\./;
	const ofButtons = /listed with 1 variable in its buttons, but the message has 0\./;

	it.each<[string, INodeParameters, RegExp[]]>([
		['fits', { variables: rows('Jean', '14:30') }, []],
		['is one too few', { variables: rows('Jean') }, [ofText]],
		['is one too few in JSON', asJson('["Jean"]'), [ofText]],
		[
			'is unknown, as the list had null',
			{ template: fromList('appointment_reminder/en_US'), variables: rows('Jean') },
			[],
		],
		['is of the button', { template: fromList('spring_offer/fr//1'), variables: rows('Jean') }, [ofButtons]],
		['is that of another language', { language: 'fr', variables: rows('Jean') }, []],
		['is that of a name', { template: byName('reminder'), language: 'fr', variables: rows('Jean') }, []],
	])('is at most a hint, and the message is sent: it %s', async (_what, parameters, hints) => {
		const result = await send(parameters);
		expect(result.error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
		const shown = hintsOf(result);
		expect(shown).toHaveLength(hints.length);
		for (const [index, words] of hints.entries()) expect(shown[index]).toMatch(words);
	});

	it('is told once for a run', async () => {
		const result = await send({ variables: rows('={{ $json.name }}') }, [{ name: 'Ana' }, { name: 'Ben' }]);
		expect(server.requests).toHaveLength(2);
		expect(hintsOf(result)).toHaveLength(1);
	});
});

const entry = { id: '1', language: 'fr', status: 'APPROUVED', category: 'UTILITY' };
/** A component of a template with so many variables, or without knowledge of them. */
const part = (type: string, variables: number | null) => ({
	type,
	parameters: variables === null ? null : Array.from({ length: variables }, () => ({ type: 'text' })),
});

it('is chosen from a list that shows the number of variables, where it is known', async () => {
	const templates = Object.entries({
		unknown: [part('BODY', null)],
		one: [part('BODY', 1)],
		with_button: [part('BODY', 2), part('BUTTON', 1)],
		button_only: [part('BODY', null), part('BUTTON', 1)],
	}).map(([name, components]) => ({ ...entry, name, components }));
	server.react = () =>
		json({ response: { response_code: '200', response_desc: '' }, details: '', data: templates });
	const { results } = await searchList(SmsboxWaba, 'searchTemplates', {
		...smsboxAccess(server.url),
		parameters: agent,
	});
	expect(results).toEqual([
		{ name: 'unknown (fr, approved)', value: 'unknown/fr' },
		{ name: 'one (fr, approved, 1 variable)', value: 'one/fr/1' },
		{ name: 'with_button (fr, approved, 2 variables)', value: 'with_button/fr/2/1' },
		{ name: 'button_only (fr, approved)', value: 'button_only/fr//1' },
	]);
});

it.each(agentKinds)('as a tool of the %s, takes variables of the model, but no template', async (kind) => {
	const { told } = await runAgent({
		url: server.url,
		agent: kind,
		node: 'smsboxWaba',
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			...agent,
			...reminder,
			to: '+33600123456',
			...asJson("={{ $fromAI('variables', 'First name and time', 'json') }}"),
		},
		script: [
			[{ variables: ['Jean', '14:30'], template: 'spring_offer/fr', language: 'fr' }],
			[{ variables: ['Jean', ''] }],
		],
	});
	expect(told[0]).toContain('"accepted":true');
	expect(told[1]).toContain('Variable 2 is empty');
	expect(server.requests).toHaveLength(1);
	expect(sentTexts()).toEqual([['Jean', '14:30']]);
	expect(bodyOf(server.requests[0])).toMatchObject({
		contentMessage: { template: { name: 'appointment_reminder', language: { code: 'en_US' } } },
	});
});
