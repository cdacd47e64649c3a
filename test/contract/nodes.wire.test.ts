/** The nodes send what the contract fixtures say, and make of the replies what they say; so do the triggers. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../support/engine';
import { errorKind, expectItems, expectPart, expectUntold } from '../support/expectations';
import { canonicalEscapes, decodeForm, rawFields } from '../support/formBody';
import {
	callbackCases,
	exchangeCases,
	type ExchangeCase,
	type FixtureRequest,
} from '../support/contractFixtures';
import { fillJson } from '../support/fixtureJson';
import { callBack, parametersOf } from '../support/fixtureServer';
import type { Reaction, ReceivedRequest } from '../support/httpServer';
import { fill } from '../support/placeholders';
import { fixtureNode, runFixture } from '../support/runFixture';
import { PACKAGE, smsboxNodes } from '../support/smsbox';
import { serveTrigger } from '../support/triggers';
import { withoutPauses } from '../support/withoutPauses';

const KEY = 'a-key-that-nobody-may-see';

function pathParts(path: string): { pathname: string; query: Record<string, string> } {
	const [pathname = '', query = ''] = path.split('?');
	return { pathname, query: Object.fromEntries(rawFields(query)) };
}

function expectRequest(sent: ReceivedRequest | undefined, wanted: FixtureRequest): void {
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
	expect(decodeForm(body, wanted.charset)).toEqual(fillJson(wanted.form));
	const raw = rawFields(body);
	for (const [name, value] of Object.entries(wanted.encoded ?? {})) {
		expect({ [name]: canonicalEscapes(raw.get(name) ?? '') }).toEqual({ [name]: canonicalEscapes(value) });
	}
}

/** Texts and numbers of an input: what no error may hold. */
function secretsOf({ text, body, code, password, to }: INodeParameters): string[] {
	const texts = [text, body, code, password, ...(typeof to === 'string' ? to.split(/[,;\n]/) : [])];
	return texts.filter((secret): secret is string => typeof secret === 'string' && secret.trim().length > 4);
}

function expectError(result: RunResult, fixture: ExchangeCase): void {
	const { kind, code } = fixture.error ?? {};
	expect(result.status).toBe('error');
	expect(errorKind(result)).toEqual({ kind, ...(code !== undefined && { code }) });
	expectUntold(result, [KEY, ...secretsOf(parametersOf(fixture))]);
}

/** A temporary rejection is tried again twice: the service's answer stays the same. */
function expectedOf({ exchanges, error }: ExchangeCase): ExchangeCase['exchanges'] {
	const isTemporary = error?.code === '503' || error?.code === 'ERROR 05';
	return isTemporary ? [...exchanges, ...exchanges, ...exchanges] : exchanges;
}

describe('the nodes', () => {
	withoutPauses();
	const cases = exchangeCases().filter(({ sides }) => sides.includes('nodes'));

	it.each(cases)('$file: $name', async (fixture) => {
		const expected = expectedOf(fixture);
		const react = (usual: Reaction, index: number) => (index < expected.length ? usual : 'cut');
		const { result, requests } = await runFixture(fixture, { react, apiKey: KEY });
		expected.forEach(({ request }, index) => {
			expectRequest(requests[index], request);
		});
		expect(requests).toHaveLength(expected.length);
		if (fixture.error) {
			expectError(result, fixture);
		} else {
			expect(result.error).toBeUndefined();
			expectItems(result.data[fixtureNode]?.[0] ?? [], fixture.output ?? []);
		}
	});
});

describe('the triggers', () => {
	const cases = callbackCases().filter(({ sides }) => sides.includes('nodes'));

	it.each(cases)('$file: $name', async (fixture) => {
		const type = `${PACKAGE}.${fixture.trigger}`;
		const served = await serveTrigger({ type, parameters: fixture.parameters, nodeTypes: smsboxNodes });
		try {
			for (const callback of fixture.callbacks) {
				const { event } = callback;
				const before = served.executions.length;
				const response = await callBack(served.url, callback);
				expect([response.status, await response.text()]).toEqual([200, 'OK']);
				const started = served.executions.slice(before);
				expect(started).toHaveLength(event === null ? 0 : 1);
				for (const { items } of started) {
					expect(items[0]).toHaveLength(1);
					expectPart(items[0]?.[0]?.json, fillJson(event), 'event');
				}
			}
			expect(served.errors).toEqual([]);
		} finally {
			await served.close();
		}
	});

	it.each(['smsboxDeliveryReportTrigger', 'smsboxIncomingSmsTrigger'])(
		'%s: asks for a body that is no form again, and starts nothing',
		async (trigger) => {
			const served = await serveTrigger({ type: `${PACKAGE}.${trigger}`, nodeTypes: smsboxNodes });
			try {
				const response = await callBack(served.url, { json: null, event: null });
				expect([response.status, await response.text()]).toEqual([503, 'ERROR']);
				expect(served.executions).toEqual([]);
			} finally {
				await served.close();
			}
		},
	);
});
