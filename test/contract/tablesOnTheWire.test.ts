/** Every value of every message's table is in a request of a contract fixture that both sides check and accept. */
import type { Node } from '../../protocol/schema/entries';
import * as rcs from '../../protocol/rcs/message';
import * as sms from '../../protocol/sms/options';
import * as interactive from '../../protocol/waba/interactive';
import * as waba from '../../protocol/waba/message';
import { check } from '../../simulator/src/json/shape';
import { contentMessage as rcsContent } from '../../simulator/src/rcs/content';
import { contentMessage as wabaContent } from '../../simulator/src/waba/content/content';
import { exchangeCases } from '../support/contractFixtures';

const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'build' in value && 'read' in value;

/** The tables that a module exports, alone or in an object, with their names. */
const tablesOf = (exported: object): Node[] =>
	Object.values(exported).flatMap((value: unknown) => {
		if (isNode(value)) return [value];
		return typeof value === 'object' && value !== null ? Object.values(value).filter(isNode) : [];
	});

const memberNames = ({ members = {} }: Node): string[] => Object.keys(members);

/** The values of a table, each with its first place. Constants have no public name. */
function valuesOf(table: Node, path = ''): [Node, string][] {
	const { members = {}, items = [], name } = table;
	if (memberNames(table).length === 0 && items.length === 0) return name === undefined ? [] : [[table, path]];
	return [
		...Object.entries(members).flatMap(([key, entry]) =>
			valuesOf(entry, path === '' ? key : `${path}.${key}`),
		),
		...items.flatMap((item) => valuesOf(item, `${path}[]`)),
	];
}

/** A value of a table that is in a request, and the request with something else in its place. */
interface Use {
	value: Node;
	spoiled: unknown;
}

/** No text, choice, number, flag or list. */
const wrong = { isWrong: true };

/** The values of a table that are in a request. */
function usesIn(json: unknown, table: Node): Use[] {
	if (Array.isArray(json))
		return json.flatMap((entry: unknown, index, list: unknown[]) => {
			const item = table.items?.[index] ?? table.items?.[0];
			const uses = item ? usesIn(entry, item) : [];
			return uses.map(({ value, spoiled }) => ({
				value,
				spoiled: Object.assign([...list], { [index]: spoiled }),
			}));
		});
	if (typeof json !== 'object' || json === null || memberNames(table).length === 0)
		return [{ value: table, spoiled: wrong }];
	return Object.entries(json).flatMap(([name, member]: [string, unknown]) => {
		const entry = new Map(Object.entries(table.members ?? {})).get(name);
		const uses = entry ? usesIn(member, entry) : [];
		return uses.map(({ value, spoiled }) => ({ value, spoiled: { ...json, [name]: spoiled } }));
	});
}

function contentOf(json: unknown): unknown {
	return typeof json === 'object' && json !== null && 'contentMessage' in json ? json.contentMessage : {};
}

/** What the service accepts, in fixtures of both sides. */
function accepted(api: 'rcs' | 'waba' | 'sms'): unknown[] {
	return exchangeCases(api)
		.filter(({ sides, output }) => sides.length === 2 && output !== undefined)
		.flatMap(({ exchanges }) => exchanges)
		.map(({ request: { form, json } }) => form ?? contentOf(json));
}

const apis = {
	rcs: { tables: tablesOf(rcs), least: 20, content: rcsContent },
	waba: { tables: [...tablesOf(interactive), ...tablesOf(waba)], least: 20, content: wabaContent },
	sms: { tables: tablesOf(sms), least: 15, content: undefined },
} as const;

describe.each(['rcs', 'waba', 'sms'] as const)('%s', (api) => {
	const { tables, least, content } = apis[api];
	const values = new Map(tables.flatMap((table) => valuesOf(table)));
	const uses = tables.flatMap((table) => accepted(api).flatMap((json) => usesIn(json, table)));
	const without = (some: readonly Use[]): string[] => {
		const found = new Set(some.map(({ value }) => value));
		return [...values].filter(([value]) => !found.has(value)).map(([, path]) => path);
	};

	it('has every value in a fixture', () => {
		expect(values.size).toBeGreaterThan(least);
		expect(without(uses)).toEqual([]);
	});

	if (content !== undefined)
		it('has every value in what the simulator checks', () => {
			expect(without(uses.filter(({ spoiled }) => check(content, spoiled).faults.length > 0))).toEqual([]);
		});
});
