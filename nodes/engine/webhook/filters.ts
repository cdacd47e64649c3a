import type { INodePropertyOptions } from 'n8n-workflow';

import { listOf } from './callback';

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
