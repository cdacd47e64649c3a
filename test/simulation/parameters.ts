/** A history as parameters of our nodes, and as the items that come in. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	entriesOf,
	groupOf,
	numberOfPerson,
	type Call,
	type Channel,
	type Edit,
	type History,
	type Item,
} from './history';
import { categories, names } from './names';
import { startAt } from './service';

/** The numbers of a list, as people write them. */
const formats: ReadonlyArray<(number: string) => string> = [
	(number) => number,
	(number) => `+${number}`,
	(number) => `00${number.slice(0, 2)} ${number.slice(2, 3)} ${number.slice(3)}`,
];
const listOf = (to: readonly number[], format = 0): string =>
	to.map((person) => (formats[format] ?? String)(numberOfPerson(person))).join(', ');

/** What an item of the input holds: for all channels, and for now and later. */
export function jsonOf({ to, later, text, key, bad }: Item, round: number): IDataObject {
	const membersOf = (one: readonly number[]): [string, IDataObject[], string] => [
		bad === 'number' ? `${listOf(one)}, nobody` : listOf(one),
		entriesOf(bad === 'number' ? [] : one),
		bad === 'number' ? 'x' : groupOf(one),
	];
	const [now, nowList, nowGroup] = membersOf(to);
	const [then, thenList, thenGroup] = membersOf(later);
	return {
		round,
		...{ to: now, list: nowList, group: nowGroup },
		...{ toLater: then, listLater: thenList, groupLater: thenGroup },
		text: bad === 'text' ? '' : `T${text}`,
		...(key === undefined ? {} : { key: `key ${key}` }),
	};
}

/** What the model of an agent says. */
export const argumentsOf = ({ to, text, format }: Call, channel: Channel): IDataObject => ({
	to:
		channel === 'group'
			? groupOf(to)
			: channel === 'list'
				? JSON.stringify(entriesOf(to))
				: listOf(to, format),
	text: `T${text}`,
});

const millis = '$now.toMillis()';

function textParameter({ channel, clocks, runs }: History, edit: Edit): string {
	const own = runs === 'node' ? '$json.text' : "$fromAI('text')";
	const parts = [
		...(channel === 'list' ? ["':%1%'"] : []),
		...(edit.text ? ["' v2'"] : []),
		...(clocks.text ? ["' '", millis] : []),
	];
	// An item without a text stays without one.
	return `={{ ${own}${parts.length === 0 ? '' : ` && ${[own, ...parts].join(' + ')}`} }}`;
}

function toParameter({ clocks, runs }: History, edit: Edit, member: string): string {
	if (runs !== 'node') return "={{ $fromAI('to') }}";
	const [now, later] = [`$json.${member}`, `$json.${member}Later`];
	if (!clocks.recipients) return `={{ ${edit.recipients ? later : now} }}`;
	return `={{ [${now}, ${later}][(${millis} / 1000 + ${Number(edit.recipients)}) % 2] }}`;
}

function optionsOf({ options, channel, runs }: History, edit: Edit): INodeParameters {
	const isSms = ['sms', 'list', 'group'].includes(channel);
	return {
		...(options.batching !== edit.batching && channel !== 'group' ? { [names.batching]: true } : {}),
		...(channel === 'group' ? {} : { [names.concurrency]: options.concurrency }),
		...(options.keys && runs === 'node' ? { [names.key]: '={{ $json.key }}' } : {}),
		...(options.quota === undefined ? {} : { [names.quota]: options.quota }),
		...(options.schedule && isSms
			? { [names.schedule]: new Date(startAt + 40 * 86_400_000).toISOString() }
			: {}),
		...(options.validity !== edit.validity && channel !== 'waba' ? { [names.validity]: 60 } : {}),
	};
}

export function parametersOf(history: History, edit: Edit): INodeParameters {
	const { channel, options } = history;
	const text = textParameter(history, edit);
	const message = {
		resource: 'message',
		operation: 'send',
		text,
		[names.category]: options.restricted ? categories.restricted : categories.open,
	};
	const own: Readonly<Record<Channel, () => INodeParameters>> = {
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
	return { ...own[channel](), options: optionsOf(history, edit) };
}
