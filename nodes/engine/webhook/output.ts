import type { IDataObject } from 'n8n-workflow';

import type { CallbackEvent } from './callback';
import type { WaitingResult } from './resume';

/**
 * Returns an item whose name is free for something else: a parameter that the user has given that name comes out with an
 * underscore before it, or with as many as make it another name than all others.
 */
function withFree(name: string, item: IDataObject): IDataObject {
	if (item[name] === undefined) return item;
	let free = `_${name}`;
	while (Object.hasOwn(item, free)) free = `_${free}`;
	return Object.fromEntries(Object.entries(item).map(([key, value]) => [key === name ? free : key, value]));
}

/** The members of an event, those first that people look for first in n8n's table: who, and the status or the text. */
function inColumns(event: CallbackEvent): IDataObject {
	const members = Object.assign<IDataObject, CallbackEvent>({}, event);
	const first = members.status === undefined ? ['from', 'text'] : ['to', 'status'];
	const leading = first.filter((name) => members[name] !== undefined);
	return { ...Object.fromEntries(leading.map((name) => [name, members[name]])), ...members };
}

/** The item's JSON: the event, what was sent, or the event with what was sent under `raw`. */
export function itemOf(event: CallbackEvent, raw: () => IDataObject, output: unknown): IDataObject {
	// n8n takes an item with `error` at its top for a failed one.
	if (output === 'raw') return withFree('error', raw());
	return { ...inColumns(event), ...(output === 'both' && { raw: raw() }) };
}

/** What makes an event a message to an agent. */
const conversation: ReadonlySet<string> = new Set(['chatInput', 'sessionId']);

/**
 * Returns the item of an answer that resumed nothing, with the reason. Like a reaction, it has nothing that an agent would answer,
 * as it was said to another question. Only one that asks to stop does.
 */
export function withWaiting(item: IDataObject, waiting: WaitingResult): IDataObject {
	const isSilent = item['optOut'] === false;
	const members = Object.entries(item).filter(([name]) => !isSilent || !conversation.has(name));
	return { ...withFree('waiting', Object.fromEntries(members)), waiting: { ...waiting } };
}
