import type { JsonObject } from '../core/json';
import { CALLBACK_FAULTS, FILE_FAULTS, REQUEST_FAULTS } from '../http/faults';
import type { Fault } from '../http/faults';
import {
	invalid,
	readArray,
	readBase64,
	readBoolean,
	readFreeObject,
	readInteger,
	readObject,
	readString,
} from './input';

const FIELDS = [
	'on',
	'kind',
	'times',
	'match',
	'ms',
	'status',
	'body',
	'bodyBase64',
	'contentType',
	'location',
	'accepted',
] as const;

/** What a view adds: a list that was read may be put back as it is. */
const VIEW_FIELDS = ['id', 'used'] as const;

const LONGEST_WAIT_MS = 600_000;
const DEFAULT_WAIT_MS = 1_000;

/** The HTTP status of a faulty answer where none is asked for. */
const DEFAULT_STATUS: Readonly<Record<string, number>> = { status: 500, refuse: 503, redirect: 307 };

/** `{ faults: [...] }`, each checked. @throws InvalidControlInput */
export const readFaults = (body: unknown): readonly Fault[] =>
	readArray(readObject(body, ['faults'])['faults'], 'faults').map(readFault);

/** One fault, checked. @throws InvalidControlInput */
export function readFault(value: unknown): Fault {
	const given = readObject(value, [...FIELDS, ...VIEW_FIELDS], 'a fault');
	const common = {
		times: readOptional(given, 'times', 1, (times) => readInteger(times, 'times', 0, 1_000_000)),
		ms: readOptional(given, 'ms', DEFAULT_WAIT_MS, (ms) => readInteger(ms, 'ms', 0, LONGEST_WAIT_MS)),
		match: readOptional(given, 'match', {}, readMatch),
	};
	if (given['on'] === 'callback') {
		return { ...common, on: 'callback', kind: readKind(given, CALLBACK_FAULTS) };
	}
	if (given['on'] === 'file') return { ...common, on: 'file', kind: readKind(given, FILE_FAULTS) };
	if (given['on'] !== 'request') return invalid('on must be request, callback or file');
	const kind = readKind(given, REQUEST_FAULTS);
	return {
		...common,
		on: 'request',
		kind,
		status: readOptional(given, 'status', DEFAULT_STATUS[kind] ?? 200, (status) =>
			readInteger(status, 'status', 200, 599),
		),
		body: readBody(given),
		contentType: readOptional(given, 'contentType', 'text/html; charset=utf-8', (text) =>
			readString(text, 'contentType'),
		),
		location: readOptional(given, 'location', 'http://127.0.0.1:9/', (text) => readString(text, 'location')),
		accepted: readOptional(given, 'accepted', false, (accepted) => readBoolean(accepted, 'accepted')),
	};
}

const readKind = <Kind extends string>(given: JsonObject, kinds: readonly Kind[]): Kind =>
	kinds.find((name) => name === given['kind']) ?? invalid(`kind must be one of ${kinds.join(', ')}`);

const readOptional = <Value>(
	given: JsonObject,
	name: string,
	absent: Value,
	read: (value: unknown) => Value,
): Value => (given[name] === undefined ? absent : read(given[name]));

function readMatch(value: unknown): Readonly<Record<string, string>> {
	const pairs = Object.entries(readFreeObject(value, 'match'));
	return Object.fromEntries(pairs.map(([name, wanted]) => [name, readString(wanted, `match.${name}`)]));
}

/** Text, or any bytes as base64. */
function readBody(given: JsonObject): Buffer {
	if (given['bodyBase64'] !== undefined) return readBase64(given['bodyBase64'], 'bodyBase64');
	return Buffer.from(
		readOptional(given, 'body', '', (text) => readString(text, 'body')),
		'utf8',
	);
}
