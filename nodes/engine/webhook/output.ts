import type { IDataObject } from 'n8n-workflow';

import type { CallbackEvent } from './callback';

type Shape = (event: IDataObject, raw: () => IDataObject) => IDataObject;

/**
 * n8n takes an item with `error` at its top for a failed one, so a parameter that the user has given that name comes
 * out with an underscore before it, or with as many as make it another name than all others.
 */
function withoutError({ error, ...rest }: IDataObject): IDataObject {
	if (error === undefined) return rest;
	let name = '_error';
	while (Object.hasOwn(rest, name)) name = `_${name}`;
	return { ...rest, [name]: error };
}

const simplified: Shape = (event) => event;

const shapes: ReadonlyMap<unknown, Shape> = new Map([
	['simplified', simplified],
	['raw', (_event: IDataObject, raw: () => IDataObject): IDataObject => withoutError(raw())],
	['both', (event: IDataObject, raw: () => IDataObject): IDataObject => ({ ...event, raw: raw() })],
]);

/** The item's JSON: the event, what was sent, or the event with what was sent under `raw`. */
export function itemOf(event: CallbackEvent, raw: () => IDataObject, output: unknown): IDataObject {
	const shape = shapes.get(output) ?? simplified;
	return shape(Object.assign<IDataObject, CallbackEvent>({}, event), raw);
}
