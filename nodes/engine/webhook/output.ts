import type { IDataObject } from 'n8n-workflow';

import type { CallbackEvent } from './callback';

/**
 * Returns an item whose name is free for something else: a parameter that the user has given that name comes out with an
 * underscore before it, or with as many as make it another name than all others.
 */
export function withFree(name: string, item: IDataObject): IDataObject {
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
