/** The simulator answers the contract fixtures as they say, and its callbacks leave as they say. */
import { setTimeout as wait } from 'node:timers/promises';
import { startSimulator, type Simulator } from '../../simulator/src';
import { canonicalEscapes, encodeForm, rawFields } from '../support/formBody';
import {
	callbackCases,
	exchangeCases,
	type CallbackCase,
	type ExchangeCase,
	type FixtureCallback,
	type FixtureExchange,
	type FixtureGiven,
	type FixtureRequest,
} from '../support/contractFixtures';
import { expectJson, fillJson } from '../support/fixtureJson';
import { serveScript, type ReceivedRequest, type ScriptedServer } from '../support/httpServer';
import { fill, matches, type Seen } from '../support/placeholders';

const KEY = 'demo';

/** Its clock stands still, so that what is due is due when a case says so. */
async function simulatorFor(fixture: ExchangeCase | CallbackCase, url?: string): Promise<Simulator> {
	const { balance, senders, groups } = fixture.given;
	return await startSimulator({
		key: KEY,
		speed: 0,
		startAt: new Date(fixture.now),
		...(balance !== undefined && { balance }),
		...(senders && { senders }),
		...(groups && { groups }),
		...(url !== undefined && {
			deliveryReportUrl: url,
			incomingSmsUrl: url,
			wabaWebhookUrl: url,
			rcsWebhookUrl: url,
		}),
	});
}

function filled(record: Readonly<Record<string, string>>, seen: Seen): Record<string, string> {
	const texts = Object.entries(record).map(([name, value]) => [name, fill(value, seen)] as const);
	return Object.fromEntries(texts);
}

async function ask(sim: Simulator, request: FixtureRequest, seen: Seen): Promise<Response> {
	const { method, path, form, json, charset, encoded, key } = request;
	return await fetch(`${sim.url}${fill(path, seen)}`, {
		method,
		headers: {
			authorization: `App ${key ?? KEY}`,
			...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
			...(json !== undefined && { 'content-type': 'application/json' }),
		},
		...(form && { body: encodeForm(filled(form, seen), charset, encoded) }),
		...(json !== undefined && { body: JSON.stringify(fillJson(json, seen)) }),
	});
}

async function expectExchange(sim: Simulator, fixture: FixtureExchange, seen: Seen): Promise<void> {
	const response = await ask(sim, fixture.request, seen);
	const text = (await response.text()).trim();
	const expected = (fixture.reply.body ?? '').trim();
	expect(response.status).toBe(fixture.reply.status);
	expect(response.headers.get('content-type')).toContain(fixture.reply.contentType);
	if (fixture.reply.json !== undefined) expectJson(fixture.reply.json, JSON.parse(text), seen);
	// The readable comparison first: it only stands where the pattern does not match.
	else if (!matches(expected, text, seen)) expect(text).toBe(expected);
}

async function control(sim: Simulator, method: string, path: string, body: unknown): Promise<object> {
	const response = await fetch(`${sim.url}${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	expect({ path, ok: response.ok, text: response.ok ? '' : text }).toEqual({ path, ok: true, text: '' });
	const answer: unknown = JSON.parse(text);
	return typeof answer === 'object' && answer !== null ? answer : {};
}

async function establish(sim: Simulator, given: FixtureGiven, seen: Seen): Promise<void> {
	for (const call of given.calls) await expectExchange(sim, call, seen);
	for (const { method, path, body, answer } of given.control) {
		const said = await control(sim, method, path, fillJson(body, seen));
		for (const [name, value] of Object.entries(answer)) {
			expectJson(value, Reflect.get(said, name), seen, `${path} ${name}`);
		}
	}
}

async function expectNothingUndeclared(sim: Simulator): Promise<void> {
	const response = await fetch(`${sim.url}/__sim/undeclared`);
	expect(await response.json()).toEqual({ undeclared: [] });
}

describe('the simulator answers', () => {
	const cases = exchangeCases().filter(({ sides }) => sides.includes('simulator'));

	it.each(cases)('$file: $name', async (fixture) => {
		const sim = await simulatorFor(fixture);
		try {
			const seen: Seen = new Map();
			await establish(sim, fixture.given, seen);
			for (const exchange of fixture.exchanges) await expectExchange(sim, exchange, seen);
			await expectNothingUndeclared(sim);
		} finally {
			await sim.close();
		}
	});
});

/** Lets simulated time pass until the receiver was called often enough, or clearly will not be. */
async function untilCalled(sim: Simulator, receiver: ScriptedServer, times: number): Promise<void> {
	const deadline = Date.now() + 5000;
	while (receiver.requests.length < times && Date.now() < deadline) {
		await control(sim, 'POST', '/__sim/clock', { advance: 60 });
		await wait(5);
	}
}

function expectParameters(template: string, sent: string, seen: Seen): void {
	const expected = rawFields(template);
	const actual = rawFields(sent);
	expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
	for (const [name, value] of expected) {
		const given = canonicalEscapes(actual.get(name) ?? '');
		const wanted = canonicalEscapes(value);
		if (!matches(wanted, given, seen)) expect({ [name]: given }).toEqual({ [name]: wanted });
	}
}

function expectCallback(fixture: FixtureCallback, sent: ReceivedRequest | undefined, seen: Seen): void {
	const [path, query = ''] = sent?.path.split('?') ?? [];
	expect(path).toBe('/callback');
	if (fixture.query !== undefined) {
		expect(sent?.method).toBe('GET');
		expectParameters(fixture.query, query, seen);
		return;
	}
	expect([sent?.method, query]).toEqual(['POST', '']);
	if (fixture.form !== undefined) {
		expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expectParameters(fixture.form, sent?.body.toString('latin1') ?? '', seen);
		return;
	}
	expect(sent?.headers['content-type']).toBe('application/json');
	expectJson(fixture.json, JSON.parse(sent?.body.toString('utf8') ?? ''), seen);
}

describe('the simulator calls back', () => {
	const cases = callbackCases().filter(({ sides }) => sides.includes('simulator'));

	it.each(cases)('$file: $name', async (fixture) => {
		const receiver = await serveScript(() => ({ body: 'OK' }));
		const sim = await simulatorFor(fixture, `${receiver.url}/callback`);
		try {
			const seen: Seen = new Map();
			await establish(sim, fixture.given, seen);
			await untilCalled(sim, receiver, fixture.callbacks.length);
			expect(receiver.requests).toHaveLength(fixture.callbacks.length);
			fixture.callbacks.forEach((callback, index) => {
				expectCallback(callback, receiver.requests[index], seen);
			});
			await expectNothingUndeclared(sim);
		} finally {
			await sim.close();
			await receiver.close();
		}
	});
});
