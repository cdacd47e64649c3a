import type { INodePropertyOptions } from 'n8n-workflow';

import type { MessageStatus } from '../../../protocol/messageStatus';
import { listOf } from './callback';

/** A list of statuses for the panel, in the order in which they come. */
export const statusOptions = (statuses: readonly MessageStatus[]): INodePropertyOptions[] =>
	statuses.map(({ code, name, description }) => ({ name, value: code, description }));

/** The values that a list in the panel offers. */
export const valuesOf = (options: readonly INodePropertyOptions[]): ReadonlySet<string> =>
	new Set(options.map(({ value }) => String(value)));

/**
 * Whether a value passes a list in the panel: where nothing is chosen, everything does. What the list does not offer
 * passes too, as nobody can have chosen to leave it out.
 */
export function isChosen(value: string, offered: ReadonlySet<string>, setting: unknown): boolean {
	const wanted = listOf(setting);
	return wanted.length === 0 || !offered.has(value) || wanted.includes(value);
}
