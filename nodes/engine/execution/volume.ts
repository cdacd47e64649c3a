import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Reader } from '../operations/reader';
import { requestsCombined } from './batches';
import type { Ready } from './plan';

export const combineName = 'combineItems';
export const atOnceName = 'requestsAtOnce';

const defaultAtOnce = 5;
const mostAtOnce = 50;

/** The option of every operation whose items can share a request. */
export const combineOption: INodeProperties = {
	displayName: 'Combine Items',
	name: combineName,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether items that say the same go out in one request, as many recipients at once as SMSBOX takes. Thousands of messages then take seconds. Items in one request share its fate: if it is refused, none of them is sent.',
};

/** The option of every operation whose items may be under way together. */
export const atOnceOption: INodeProperties = {
	displayName: 'Requests at Once',
	name: atOnceName,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: mostAtOnce },
	noDataExpression: true,
	default: defaultAtOnce,
	description:
		'How many requests may be under way together, 1 to 50. Messages to the same recipient always go out one after the other, in the order of the items.',
};

/** Reads {@link atOnceOption}. */
export function readAtOnce(options: Reader): number {
	const asked = options.optionalInteger(atOnceName) ?? defaultAtOnce;
	if (asked >= 1 && asked <= mostAtOnce) return asked;
	throw new InvalidInput(
		atOnceName,
		`It must be from 1 to ${mostAtOnce}.`,
		`Remove the option for ${defaultAtOnce}.`,
	);
}

/** The least of any number of settings: `Math.min` cannot take as many as there may be items. */
export const leastOf = (settings: readonly number[]): number =>
	settings.reduce((least, setting) => Math.min(least, setting), Infinity);

const inWords = (count: number): string => count.toLocaleString('en');

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what combining its items would have saved, where it is worth a word. */
export function combiningHint(ready: readonly Ready[]): string[] {
	const combinable = ready.filter(({ combine, work }) => !combine && work.share !== undefined);
	const combined = requestsCombined(combinable);
	if (combinable.length < worthTelling || combinable.length < 2 * combined) return [];
	return [
		`${inWords(combinable.length)} requests were made. With the option Combine Items it would have been ${inWords(combined)}: items that say the same share a request.`,
	];
}
