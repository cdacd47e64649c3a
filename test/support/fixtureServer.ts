/** A service that answers out of contract fixtures, and the parameters of a case as a workflow holds them. */
import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../../playground/src/support/json';
import type { ExchangeCase, FixtureCallback, FixtureReply } from './contractFixtures';
import { fillJson } from './fixtureJson';
import type { Answer } from './httpServer';
import { fill } from './placeholders';

/** A fixture's reply as it goes out, with samples for what the service makes up. */
export function answerOf(reply: FixtureReply): Answer {
	const { status, contentType, headers, body = '', json, bytesBase64 } = reply;
	const text = json === undefined ? fill(body) : JSON.stringify(fillJson(json));
	const bytes = bytesBase64 === undefined ? text : Buffer.from(bytesBase64, 'base64');
	return { status, headers: { 'content-type': contentType, ...headers }, body: bytes };
}

const posted = (type: string, body: string): RequestInit => ({
	method: 'POST',
	headers: { 'content-type': `application/${type}` },
	body,
});

/** Calls a trigger as the service does in a fixture. */
export async function callBack(url: string, { query, form, json }: FixtureCallback): Promise<Response> {
	if (query !== undefined) return await fetch(`${url}?${fill(query)}`);
	return await fetch(
		url,
		form === undefined
			? posted('json', JSON.stringify(fillJson(json)))
			: posted('x-www-form-urlencoded', fill(form)),
	);
}

const isParameters = (value: unknown): value is INodeParameters => isObject(value);

/** The node's parameters for a case: its input, its resource and its operation. */
export function parametersOf({ input = {}, operation }: ExchangeCase): INodeParameters {
	const filled = fillJson(input);
	if (!isParameters(filled)) throw new Error('The input of a contract fixture is an object');
	return { ...filled, resource: operation.resource, operation: operation.operation };
}

/** Members of a resource locator that n8n needs to read the third. */
const LOCATOR = ['__rl', 'mode'];

/**
 * The same values, each written as an expression that finds it under `path`.
 * @param fixed names of fields that take no expression
 */
export function asExpressions(
	parameters: INodeParameters,
	path: string,
	fixed: readonly string[],
): INodeParameters {
	const expressed = (value: unknown, place: string): unknown => {
		if (Array.isArray(value)) return value.map((entry, index) => expressed(entry, `${place}[${index}]`));
		return isParameters(value) ? asExpressions(value, place, [...fixed, ...LOCATOR]) : `={{ ${place} }}`;
	};
	const members = Object.entries(parameters).map(([name, value]) => [
		name,
		fixed.includes(name) ? value : expressed(value, `${path}[${JSON.stringify(name)}]`),
	]);
	const built: unknown = Object.fromEntries(members);
	if (!isParameters(built)) throw new Error('Parameters stay an object');
	return built;
}

/** Only the date stands still, at the moment that the case names; every timer goes on. */
export function freezeDate(now: string): void {
	jest.useFakeTimers({
		now: new Date(now),
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}
