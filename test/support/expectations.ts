/** What several contract tests look for in what a run came to. */
import type { INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../playground/src/support/json';
import type { RunResult } from './engine';
import { fillJson } from './fixtureJson';

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Compares as far as the fixture says. Times compare as instants and have an offset; a fixture's `null` stands for null
 * and for absent; lists compare whole.
 */
export function expectPart(actual: unknown, wanted: unknown, path: string): void {
	if (typeof wanted === 'string' && ISO_WITH_OFFSET.test(wanted)) {
		expect({ path, value: actual }).toEqual({ path, value: expect.stringMatching(ISO_WITH_OFFSET) });
		expect({ path, at: Date.parse(String(actual)) }).toEqual({ path, at: Date.parse(wanted) });
		return;
	}
	if (!isObject(wanted)) {
		expect({ path, value: actual ?? null }).toEqual({ path, value: wanted });
		return;
	}
	const holder = isObject(actual) ? actual : {};
	for (const [key, value] of Object.entries(wanted)) {
		expectPart(holder[key], value, `${path}.${key}`);
	}
}

/** Output items against those of contract fixtures, each paired with the given input item. */
export function expectItems(
	items: readonly INodeExecutionData[],
	wanted: ReadonlyArray<Record<string, unknown>>,
	pairedWith = 0,
): void {
	expect(items).toHaveLength(wanted.length);
	wanted.forEach((fixture, index) => {
		expectPart(items[index]?.json, fillJson(fixture), `item ${index}`);
		expect(items[index]?.pairedItem).toEqual({ item: pairedWith });
	});
}

/** Which kind of error ended a run, as n8n stores it. A partial send with one of SMSBOX's codes counts as rejected. */
export function errorKind(result: RunResult): { kind: string; code?: unknown } {
	const error: object = result.error ?? {};
	if (!('httpCode' in error) || error.httpCode === undefined) return { kind: 'invalidInput' };
	const { httpCode } = error;
	const isOwn = httpCode === 'unknown' || httpCode === 'notSent' || httpCode === 'partlySent';
	return isOwn ? { kind: httpCode } : { kind: 'rejected', code: httpCode };
}

/** That neither what n8n stores of the errors nor any log holds one of these. */
export function expectUntold(result: RunResult, secrets: readonly string[]): void {
	const errors = Object.values(result.runData).flatMap((runs) => runs.map(({ error }) => error));
	const told = JSON.stringify([
		result.error,
		result.error?.message,
		result.error?.stack,
		errors,
		result.logs,
	]);
	const escaped = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
	expect(escaped.filter((secret) => told.includes(secret))).toEqual([]);
}
