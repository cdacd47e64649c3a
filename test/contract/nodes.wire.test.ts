/** The nodes send what the golden exchanges say, and make of the replies what they say; so do the triggers. */
import type { INodeParameters } from 'n8n-workflow';
import { runWorkflow, type RunResult } from '../support/engine';
import { errorKind, expectItems, expectPart, expectUntold } from '../support/expectations';
import { canonicalEscapes, decodeForm, rawFields } from '../support/formBody';
import { callbackCases, exchangeCases, type ExchangeCase, type GoldenRequest } from '../support/golden';
import { fillJson } from '../support/goldenJson';
import { answerOf, freezeDate, parametersOf } from '../support/goldenServer';
import { serveScript, type ReceivedRequest } from '../support/httpServer';
import { fill, fillAll } from '../support/placeholders';
import { withInside } from '../support/registry';
import { PACKAGE, smsboxAccess, smsboxNode, smsboxNodes } from '../support/smsbox';
import { serveTrigger } from '../support/triggers';

const NODE = 'Node';
const KEY = 'a-key-that-nobody-may-see';

async function run(golden: ExchangeCase, url: string): Promise<RunResult> {
	const type = `${PACKAGE}.${golden.operation.node}`;
	return await runWorkflow(
		{ nodes: [{ name: NODE, type, parameters: parametersOf(golden) }] },
		{ nodeTypes: smsboxNodes, timezone: golden.timezone, ...smsboxAccess(url, { apiKey: KEY }) },
	);
}

function pathParts(path: string): { pathname: string; query: Record<string, string> } {
	const [pathname = '', query = ''] = path.split('?');
	return { pathname, query: Object.fromEntries(rawFields(query)) };
}

function expectRequest(sent: ReceivedRequest | undefined, wanted: GoldenRequest): void {
	if (!sent) throw new Error('The request was not sent');
	expect(sent.method).toBe(wanted.method);
	expect(pathParts(sent.path)).toEqual(pathParts(fill(wanted.path)));
	expect(sent.headers.authorization).toBe(`App ${KEY}`);
	if (wanted.json !== undefined) {
		expect(sent.headers['content-type']).toMatch(/^application\/json(;|$)/);
		expect(JSON.parse(sent.body.toString('utf8'))).toEqual(fillJson(wanted.json));
		return;
	}
	const body = sent.body.toString('latin1');
	if (wanted.form === undefined) {
		expect(body).toBe('');
		return;
	}
	expect(sent.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded(;|$)/);
	expect(decodeForm(body, wanted.charset)).toEqual(fillAll(wanted.form));
	const raw = rawFields(body);
	for (const [name, value] of Object.entries(wanted.encoded ?? {})) {
		expect({ [name]: canonicalEscapes(raw.get(name) ?? '') }).toEqual({ [name]: canonicalEscapes(value) });
	}
}

/** What the editor calls the field of this name. */
function labelsOf(node: string, field: string): string[] {
	const properties = smsboxNode(node).description.properties.flatMap(withInside);
	return properties.filter(({ name }) => name === field).map(({ displayName }) => displayName);
}

/** Texts and numbers of an input: what no error may hold. */
function secretsOf({ text, body, code, password, to }: INodeParameters): string[] {
	const texts = [text, body, code, password, ...(typeof to === 'string' ? to.split(/[,;\n]/) : [])];
	return texts.filter((secret): secret is string => typeof secret === 'string' && secret.trim().length > 4);
}

function expectError(result: RunResult, golden: ExchangeCase): void {
	const { kind, code, field } = golden.error ?? {};
	expect(result.status).toBe('error');
	expect(errorKind(result)).toEqual({ kind, ...(code !== undefined && { code }) });
	if (field !== undefined) {
		expect(labelsOf(golden.operation.node, field)).toContain(result.error?.message.split(':')[0]);
	}
	expectUntold(result, [KEY, ...secretsOf(parametersOf(golden))]);
}

describe('the nodes', () => {
	const cases = exchangeCases('sms', 'account', 'waba', 'rcs').filter(({ sides }) => sides.includes('nodes'));

	afterEach(() => {
		jest.useRealTimers();
	});

	it.each(cases.map((golden) => [golden.file, golden.name, golden] as const))(
		'%s: %s',
		async (_file, _name, golden) => {
			const service = await serveScript((_request, index) => {
				const exchange = golden.exchanges[index];
				return exchange ? answerOf(exchange.reply) : 'cut';
			});
			freezeDate(golden.now);
			try {
				const result = await run(golden, service.url);
				golden.exchanges.forEach(({ request }, index) => {
					expectRequest(service.requests[index], request);
				});
				expect(service.requests).toHaveLength(golden.exchanges.length);
				if (golden.error) {
					expectError(result, golden);
				} else {
					expect(result.error).toBeUndefined();
					expectItems(result.data[NODE]?.[0] ?? [], golden.output ?? []);
				}
			} finally {
				await service.close();
			}
		},
	);
});

function posted(json: unknown): RequestInit {
	return {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(fillJson(json)),
	};
}

describe('the triggers', () => {
	const cases = callbackCases().filter(({ sides }) => sides.includes('nodes'));

	it.each(cases.map((golden) => [golden.file, golden.name, golden] as const))(
		'%s: %s',
		async (_file, _name, golden) => {
			const type = `${PACKAGE}.${golden.trigger}`;
			const served = await serveTrigger({ type, parameters: golden.parameters, nodeTypes: smsboxNodes });
			try {
				for (const { query, json, event } of golden.callbacks) {
					const before = served.executions.length;
					const response = await fetch(
						query === undefined ? served.url : `${served.url}?${fill(query)}`,
						query === undefined ? posted(json) : {},
					);
					expect([response.status, await response.text()]).toEqual([200, 'OK']);
					const started = served.executions.slice(before);
					expect(started).toHaveLength(event === null ? 0 : 1);
					for (const { items } of started) {
						expect(items[0]).toHaveLength(1);
						expectPart(items[0]?.[0]?.json, fillAll(event), 'event');
					}
				}
				expect(served.errors).toEqual([]);
			} finally {
				await served.close();
			}
		},
	);
});
