/** Queries and bodies of callbacks: those of the contract fixtures, and what is wrong with them. */
import { isObject, type JsonObject } from '../../../../playground/src/support/json';
import { callbackCases } from '../../../support/contractFixtures';
import type { Chance } from './chance';
import { secrets } from './secrets';

const text = encodeURIComponent(secrets.text);

const fixtures = callbackCases().flatMap(({ callbacks }) => callbacks);
/** Half of them with a secret in the place of what a person has written. */
const queries = fixtures
	.flatMap(({ query, form }) => query ?? form ?? [])
	.flatMap((query) => [query, query.replace(/(?<=message=)[^&]*/, text)]);
const webhooks = fixtures
	.flatMap(({ json }) => (json === undefined ? [] : JSON.stringify(json)))
	.flatMap((json) => [
		json,
		json.replace(/(?<="(?:body|text|caption)":)"[^"]*"/g, JSON.stringify(secrets.text)),
	]);

/** Values that the service makes up, each time others. */
const madeUp = (callback: string, chance: Chance): string =>
	callback
		.replace(/(?<=reference=)\d+/, '{{reference}}')
		.replace(/\{\{(\w+)[^}]*\}\}/g, (_, kind: string) =>
			kind === 'ts' ? '1705326600' : kind === 'date' ? '2024-06-01T14:00:00+02:00' : chance.digits(12),
		);

const strangeNames = [
	'__proto__',
	'constructor',
	'__proto__[polluted]',
	'a[b][c][d][e][f][g]',
	'a[]',
	'error',
	'eventId',
	'requestType',
	'message',
	'',
	'%00',
	'%',
];

const strangeValues = [
	'',
	'%',
	'%zz',
	'%00%01%02%1F%7F',
	'%C0%AF',
	'%ED%A0%80',
	'%E9%E8%80',
	'+++',
	'7',
	'12345678901234567890',
	'{{%20$env%20}}',
	'=%7B%7B%201/0%20%7D%7D',
	'%0D%0AX-Injected:%20yes',
	secrets.key,
	encodeURIComponent(secrets.password),
	text,
];

type Parameters = [name: string, value: string][];
type Change = (parameters: Parameters, chance: Chance) => void;

/** Replaces a parameter by others. */
const replaceOne =
	(change: (before: Parameters[number], chance: Chance) => Parameters): Change =>
	(parameters, chance) => {
		const index = chance.int(parameters.length);
		parameters.splice(index, 1, ...change(parameters[index] ?? ['', ''], chance));
	};
const strange = (chance: Chance): string => chance.pick(strangeValues);

/** What can be wrong with a query, one way each. */
const changes: readonly Change[] = [
	replaceOne(() => []),
	replaceOne((_, chance) => [[chance.pick(strangeNames), strange(chance)]]),
	replaceOne(([name], chance) => [[name, strange(chance)]]),
	replaceOne((one, chance) => [one, [one[0], strange(chance)]]),
	replaceOne((one, chance) => [one, [chance.pick(strangeNames), strange(chance)]]),
	replaceOne(([name, value], chance) => [[name, value.repeat(1 + chance.int(200))]]),
	(parameters) => void parameters.reverse(),
	(parameters, chance) => void parameters.push(['pad', 'p'.repeat(chance.int(20_000))]),
	(parameters, chance) => {
		for (let count = chance.int(500); count > 0; count--) parameters.push([`n${count}`, String(count)]);
	},
];

const notQueries = ['', '?', '&&&&', '%', '#', ';numero=1;'];

/** One query without its `?`: right about once in four times. */
export function hostileQuery(chance: Chance): string {
	if (chance.oneIn(50)) return chance.pick(notQueries);
	const parameters = madeUp(chance.pick(queries), chance)
		.split('&')
		.map((pair): Parameters[number] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']);
	if (!chance.oneIn(4))
		for (const change of chance.some(3, () => chance.pick(changes))) change(parameters, chance);
	return parameters.map(([name, value]) => `${name}=${value}`).join(chance.oneIn(40) ? ';' : '&');
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Written as they stand, in the place of a value. */
const strangeJson = [
	'null',
	'[]',
	'{}',
	'1e999',
	nested(40),
	'"\\ud800"',
	'"\\u0000"',
	'"={{ $env }}"',
	'{"__proto__":{"polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	'{"toString":null,"hasOwnProperty":1,"length":-1}',
	'{"error":"x","eventId":"0","json":{}}',
	...[secrets.text, secrets.key, secrets.password].map((secret) => JSON.stringify(secret)),
];

/** Puts something strange in the place of a value, or beside it, wherever it stands. */
function spoilMember(value: JsonObject, chance: Chance): void {
	const name = chance.pick(Object.keys(value));
	const member = value[name];
	if (isObject(member) && Object.keys(member).length > 0 && !chance.oneIn(3)) spoilMember(member, chance);
	else value[chance.oneIn(4) ? '__name__' : name] = '__here__';
}

/** What can be wrong with the bytes, one way each. */
const spoils: ReadonlyArray<(text: string, chance: Chance) => Buffer | string> = [
	(body, chance) => body.slice(0, chance.int(body.length)),
	(body) => `\ufeff${body}`,
	(body) => Buffer.from(body, 'utf16le'),
	(body) => Buffer.from(body, 'latin1'),
	(body, chance) => {
		const bytes = Buffer.from(body);
		for (let count = chance.int(5); count >= 0; count--) bytes[chance.int(bytes.length)] = chance.int(256);
		return bytes;
	},
	(body) => `[${body}]`,
	(body) => `${body}${body}`,
	(body) => body.replace('{', '{"requestType":"incoming_message","__proto__":{"polluted":true},'),
	(body) => body.replaceAll(',', ',\n\t '),
	() => nested(100_000),
	() => '['.repeat(100_000),
	() => '',
	() => Buffer.alloc(2_000),
	() => 'null',
	() => 'requestType=incoming_message&data=1',
	() => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
];

/** How one in so many bodies is of 10 MB. */
const largeOnceIn = 400;
const large = JSON.stringify({
	requestType: 'incoming_message',
	data: { text: 'é'.repeat(5 * 1024 * 1024) },
});

/** One body: right about once in four times. */
export function hostileBody(chance: Chance): Buffer {
	if (chance.oneIn(largeOnceIn)) return Buffer.from(large);
	const right = madeUp(chance.pick(webhooks), chance);
	if (chance.oneIn(4)) return Buffer.from(right);
	const value: unknown = JSON.parse(right);
	if (!isObject(value)) throw new Error('A webhook is an object');
	for (let count = chance.int(3); count > 0; count--) spoilMember(value, chance);
	const body = JSON.stringify(value)
		.replaceAll('"__here__"', () => chance.pick(strangeJson))
		.replaceAll('__name__', () => chance.pick(strangeNames));
	return Buffer.from(chance.oneIn(3) ? chance.pick(spoils)(body, chance) : body);
}
