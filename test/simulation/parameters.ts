/** A history as parameters of our nodes, and as the items that come in. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	entriesOf,
	excludedPerson,
	formerNumbers,
	groupOf,
	isExcluding,
	isMarketing,
	numberOfPerson,
	type Call,
	type Channel,
	type Edit,
	type History,
	type Item,
} from './history';
import { categories, names } from './names';
import { keys, startAt } from './service';
import { inLists } from '../support/inLists';

/** Of the account, and the first one of two; the second one has another. */
export const countryCode = '33';
export const otherCountryCode = '32';

/** Numbers of the sandbox have a `+`. */
const asWritten = (number: string): string => number.replace(/^999/, '+999');

/** The numbers of a list, as people write them. */
const formats: ReadonlyArray<(number: string) => string> = [
	asWritten,
	(number) => `+${number}`,
	(number) => `00${number.slice(0, 2)} ${number.slice(2, 3)} ${number.slice(3)}`,
	(number) =>
		number.startsWith(countryCode)
			? `0${number.slice(2, 3)} ${number.slice(3, 6)} ${number.slice(6)}`
			: `+${number}`,
	(number) => `+${formerNumbers.get(number) ?? number}`,
];
const [nationalFormat, formerFormat] = [3, 4];
const listOf = (to: readonly number[], format = 0): string =>
	to.map((person) => (formats[format] ?? String)(numberOfPerson(person))).join(', ');

/** A list that is longer than what loops and maps find in it. */
function withHole<Entry>(entries: readonly Entry[]): Entry[] {
	const list = [...entries];
	list.length += 1;
	return list;
}

/** What an item of the input holds: for all channels, and for now and later. */
export function jsonOf(
	{ options }: Pick<History, 'options'>,
	{ to, later, text, key, bad, dry, second }: Item,
	round: number,
	index: number,
): IDataObject {
	const isSecond = options.accounts && second;
	// The other country is nobody's: its account writes all numbers with `+`.
	const format = !options.national ? 0 : isSecond ? 1 : nationalFormat;
	const entriesTo = (members: readonly number[], write: (number: string) => string): IDataObject[] =>
		entriesOf(members).map((entry) => ({
			to: write(entry.to),
			variables: options.personal ? [`T${text}:${entry.variables.join()}`] : entry.variables,
		}));
	const membersOf = (
		one: readonly number[],
		isFormer: boolean,
	): [string | string[], IDataObject[], string, string] => {
		const formerOwn = options.bare ? nationalFormat : options.forms ? formerFormat : format;
		const own = isFormer ? formerOwn : format;
		const write = formats[own] ?? String;
		if (bad === 'holes')
			return [
				withHole(one.map((person) => write(numberOfPerson(person)))),
				withHole(entriesTo(one, write)),
				'x',
				'',
			];
		return [
			bad === 'number' ? `${listOf(one, own)}, nobody` : listOf(one, own),
			entriesTo(bad === 'number' ? [] : one, write),
			bad === 'number' ? 'x' : groupOf(one),
			bad === 'number' ? '' : numberOfPerson(one[0] ?? 0),
		];
	};
	const [now, nowList, nowGroup, subAccount] = membersOf(to, round > 0);
	const [then, thenList, thenGroup, subAccountLater] = membersOf(later, round === 0);
	return {
		name: `${round}.${index}`,
		...{ to: now, list: nowList, group: nowGroup },
		...{ toLater: then, listLater: thenList, groupLater: thenGroup },
		...{ subAccount, subAccountLater, amount: bad === 'text' ? 0 : text + 1 },
		text: bad === 'text' ? '' : `T${text}`,
		dry,
		account: second ? keys.second : keys.first,
		country: second ? otherCountryCode : countryCode,
		...(key === undefined ? {} : { key: `key ${key}` }),
	};
}

function argumentsFor(
	{ to, text, format, isReversed, isExplained, key }: Call,
	{ channel, options }: Pick<History, 'channel' | 'options'>,
): IDataObject {
	const people = isReversed ? [...to].reverse() : to;
	const isNational = options.national ? format === 0 : options.bare && format === formerFormat;
	const numbers = (): string => listOf(people, isNational ? nationalFormat : format);
	const list =
		channel === 'list'
			? JSON.stringify(entriesOf(to).map((entry) => ({ ...entry, to: asWritten(entry.to) })))
			: numbers();
	const members = Object.entries({
		to: channel === 'group' ? groupOf(to) : list,
		text: `T${text}`,
		...(options.keys && { key: `key ${key}` }),
		...(isExplained && { reason: 'I was told to' }),
	});
	return Object.fromEntries(isReversed ? members.reverse() : members);
}

/** What is filled in, in the place of a model. */
export function fixedArguments(history: Pick<History, 'channel' | 'options' | 'turns'>): IDataObject {
	const [[call] = []] = history.turns;
	return call === undefined ? {} : argumentsFor(call, history);
}

/** What the model of an agent says. */
export const argumentsOf = (call: Call, history: Pick<History, 'channel' | 'options'>): IDataObject =>
	history.options.fixed ? {} : argumentsFor(call, history);

const millis = '$now.toMillis()';

const scheduledFor = startAt + 40 * 86_400_000;
/** `$now` is another day than the service's. Each of its seconds makes a minute, as the service knows no seconds. */
const sendAt = {
	fixed: new Date(scheduledFor).toISOString(),
	relative: `={{ new Date(${scheduledFor} + ${millis} * 60 % 3_600_000).toISOString() }}`,
} as const;

function textParameter(history: History, edit: Edit): string {
	const { channel, clocks, options, runs } = history;
	const asked = options.fixed ? JSON.stringify(fixedArguments(history)['text']) : "$fromAI('text')";
	const own = runs === 'node' ? '$json.text' : asked;
	const parts = [
		...(channel !== 'list' ? [] : [options.personal ? "'%1%'" : "':%1%'"]),
		...(edit.text ? ["' v2'"] : []),
		...(isMarketing(history) && options.optOut ? ["' STOP'"] : []),
		...(clocks.text ? ["' '", millis] : []),
	];
	// An item without a text stays without one.
	const all = options.personal ? parts : [own, ...parts];
	return `={{ ${own}${parts.length === 0 ? '' : ` && ${all.join(' + ')}`} }}`;
}

function toParameter(history: History, edit: Edit, member: string): string {
	const { clocks, runs, options } = history;
	if (options.fixed) return `={{ ${JSON.stringify(fixedArguments(history)['to'])} }}`;
	if (runs !== 'node') return "={{ $fromAI('to') }}";
	const [now, later] = [`$json.${member}`, `$json.${member}Later`];
	if (!clocks.recipients) return `={{ ${edit.recipients ? later : now} }}`;
	return `={{ [${now}, ${later}][(${millis} / 1000 + ${Number(edit.recipients)}) % 2] }}`;
}

function optionsOf(history: History, edit: Edit): INodeParameters {
	const { options, channel, runs } = history;
	const isSms = ['sms', 'list', 'group'].includes(channel);
	return {
		...(options.batching !== edit.batching && channel !== 'group' ? { [names.batching]: true } : {}),
		...(channel === 'group' ? {} : { [names.concurrency]: options.concurrency }),
		...(options.keys ? { [names.key]: runs === 'node' ? '={{ $json.key }}' : "={{ $fromAI('key') }}" } : {}),
		...(options.quota === undefined ? {} : { [names.quota]: options.quota }),
		...(options.dryRun ? { [names.dryRun]: runs === 'node' ? '={{ $json.dry }}' : true } : {}),
		...(options.allowed
			? channel === 'group'
				? { [names.allowedGroups]: '1' }
				: { [names.allowedRecipients]: '+336*, +5511*' }
			: {}),
		...(isExcluding(history) ? { [names.excludedRecipients]: `+${numberOfPerson(excludedPerson)}` } : {}),
		...(options.schedule !== undefined && isSms ? { [names.schedule]: sendAt[options.schedule] } : {}),
		...(isMarketing(history) && {
			...(options.marketing !== 'schedule' && { [names.outsideHours]: options.marketing }),
			...(!options.optOut && { [names.optOut]: 'notChecked' }),
		}),
		...(options.validity !== edit.validity && channel !== 'waba'
			? { [names.validity]: `={{ 60 + Math.floor(${millis} / 1000) % 60 }}` }
			: {}),
	};
}

export function parametersOf(history: History, edit: Edit): INodeParameters {
	const { channel, options } = history;
	const text = textParameter(history, edit);
	const message = {
		resource: 'message',
		operation: 'send',
		text,
		[names.category]: isMarketing(history)
			? categories.marketing
			: options.restricted
				? categories.restricted
				: categories.open,
	};
	if (channel === 'transfer')
		return {
			resource: 'credit',
			operation: 'transfer',
			subAccount: toParameter(history, edit, 'subAccount'),
			amount: '={{ $json.amount }}',
		};
	if (channel === 'newGroup')
		return {
			resource: 'group',
			operation: 'create',
			name: text,
			numbers: toParameter(history, edit, 'to'),
		};
	const own: Readonly<Record<Exclude<Channel, 'transfer' | 'newGroup'>, () => INodeParameters>> = {
		sms: () => ({ ...message, to: toParameter(history, edit, 'to') }),
		list: () => ({ ...message, to: toParameter(history, edit, 'list') }),
		group: () => ({
			...message,
			operation: 'sendToGroup',
			group: { __rl: true, mode: 'id', value: toParameter(history, edit, 'group') },
		}),
		waba: () => ({
			resource: 'message',
			operation: 'sendText',
			wabaId: '100100100100100',
			phoneId: '200200200200200',
			text,
			to: toParameter(history, edit, 'to'),
		}),
		rcs: () => ({
			resource: 'message',
			operation: 'send',
			agentId: 'smsbox-demo-agent',
			...names.rcsContent,
			text,
			to: toParameter(history, edit, 'to'),
		}),
	};
	return { ...own[channel](), ...inLists(optionsOf(history, edit)) };
}
