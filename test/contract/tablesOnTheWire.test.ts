/** Every value of every message's table is in a request of a contract fixture that both sides check and accept. */
import type { Node } from '../../protocol/schema/entry';
import * as rcs from '../../protocol/rcs/message';
import * as sms from '../../protocol/sms/options';
import * as interactive from '../../protocol/waba/interactive';
import * as waba from '../../protocol/waba/message';
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

/** The values of a table that are in a request. */
function valuesIn(json: unknown, table: Node): Node[] {
	if (Array.isArray(json))
		return json.flatMap((entry: unknown, index) => {
			const item = table.items?.[index] ?? table.items?.[0];
			return item ? valuesIn(entry, item) : [];
		});
	if (typeof json !== 'object' || json === null || memberNames(table).length === 0) return [table];
	return Object.entries(json).flatMap(([name, member]: [string, unknown]) => {
		const entry = new Map(Object.entries(table.members ?? {})).get(name);
		return entry ? valuesIn(member, entry) : [];
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

it.each([
	['rcs', tablesOf(rcs), 20],
	['waba', [...tablesOf(interactive), ...tablesOf(waba)], 20],
	['sms', tablesOf(sms), 15],
] as const)('%s: no value is missing', (api, tables, least) => {
	const requests = accepted(api);
	const values = new Map(tables.flatMap((table) => valuesOf(table)));
	const used = new Set(tables.flatMap((table) => requests.flatMap((json) => valuesIn(json, table))));
	expect(values.size).toBeGreaterThan(least);
	expect([...values].filter(([value]) => !used.has(value)).map(([, path]) => path)).toEqual([]);
});
