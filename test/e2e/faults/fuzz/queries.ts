/** Queries of callbacks, as the service sends them and as nobody should. All are printable ASCII, or as bytes below. */
import type { Chance } from './chance';
import { secrets } from './secrets';

type Parameters = [name: string, value: string][];

const text = encodeURIComponent(secrets.text);

const report = (chance: Chance): Parameters => [
	['numero', secrets.number],
	['reference', chance.digits(12)],
	['accuse', chance.pick(['0', '9', '7', '-3', '30', '42', '', '00', '1e3', 'zero', '%EF%BC%90'])],
	['ts', chance.pick(['1705326600', '0', '-1', '99999999999999', 'soon', ''])],
];

const incoming = (chance: Chance): Parameters => [
	['modem', chance.pick(['33700000000', '', '%2B33700000000', '36000'])],
	['numero', secrets.number],
	['reference', chance.digits(12)],
	['ts', '1705326600'],
	['charset', chance.pick(['UTF-8', 'ISO-8859-1', 'iso-8859-15', 'utf-7', 'utf-16', 'klingon', '', '%00'])],
	['keyword', chance.pick(['INFO', 'info', 'STOP', '', text])],
	['message', chance.pick([text, 'STOP', 'stop+36000', 'caf%E9', 'caf%C3%A9', '', '%F0%9F%99%82'])],
	['link_reference', chance.digits(12)],
];

const bases = [report, incoming] as const;

const strangeNames = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'__proto__[polluted]',
	'a[b][c][d][e][f][g]',
	'a[]',
	'error',
	'json',
	'eventId',
	'event',
	'status',
	'message',
	'accuse',
	'api_key',
	'',
	'%00',
	'%',
	'%E2%82%AC',
] as const;

const strangeValues = [
	'',
	'%',
	'%E',
	'%zz',
	'%00%01%02%1F%7F',
	'%C0%AF',
	'%ED%A0%80',
	'%FF%FE%00',
	'%E9%E8%80',
	'%F0%9F%99%82',
	'%2525252525',
	'+++',
	'null',
	'true',
	'NaN',
	'1e999',
	'-0',
	'12345678901234567890',
	'{{%20$env%20}}',
	'=%7B%7B%201/0%20%7D%7D',
	'%3Cscript%3Ealert(1)%3C/script%3E',
	"'%20OR%201=1--",
	'..%2F..%2Fetc%2Fpasswd',
	'%0D%0AX-Injected:%20yes',
	secrets.key,
	encodeURIComponent(secrets.password),
	text,
] as const;

type Change = (parameters: Parameters, chance: Chance) => void;

/** What can be wrong with a query, one way each. */
const changes: readonly [Change, ...Change[]] = [
	(parameters, chance) => void parameters.splice(chance.int(parameters.length), 1),
	(parameters, chance) =>
		void parameters.push(chance.pick(['x', ...strangeNames]) === 'x' ? ['x', '1'] : ['y', '']),
	(parameters, chance) => void parameters.push([chance.pick(strangeNames), chance.pick(strangeValues)]),
	(parameters, chance) =>
		void parameters.splice(chance.int(parameters.length), 1, [
			chance.pick(strangeNames),
			chance.pick(strangeValues),
		]),
	(parameters, chance) => {
		const parameter = parameters[chance.int(parameters.length)];
		if (parameter !== undefined) parameter[1] = chance.pick(strangeValues);
	},
	(parameters, chance) => {
		const parameter = parameters[chance.int(parameters.length)];
		if (parameter !== undefined) parameters.push([parameter[0], chance.pick(strangeValues)]);
	},
	(parameters) => void parameters.reverse(),
	(parameters, chance) => {
		const parameter = parameters[chance.int(parameters.length)];
		if (parameter !== undefined) parameter[1] = parameter[1].repeat(1 + chance.int(200));
	},
	(parameters, chance) => void parameters.push(['pad', 'p'.repeat(chance.int(20_000))]),
	(parameters, chance) => {
		for (let count = chance.int(500); count > 0; count--) parameters.push([`n${count}`, String(count)]);
	},
];

const whole = [
	'',
	'?',
	'&&&&',
	'====',
	'%',
	'a',
	'=',
	'&=&',
	'#',
	'numero',
	'message',
	'?numero=1',
	';numero=1;',
] as const;

/** One query without its `?`: right about once in four times. */
export function hostileQuery(chance: Chance): string {
	if (chance.oneIn(50)) return chance.pick(whole);
	const parameters = chance.pick(bases)(chance);
	if (!chance.oneIn(4))
		for (const change of chance.some(3, () => chance.pick(changes))) change(parameters, chance);
	return parameters.map(([name, value]) => `${name}=${value}`).join(chance.oneIn(40) ? ';' : '&');
}
