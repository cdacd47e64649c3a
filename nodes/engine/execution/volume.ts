import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Reader } from '../operations/reader';
import { requestsBatched } from './batchItems';
import type { Ready } from './readItems';

export const batchItemsName = 'batchItems';
export const concurrencyName = 'maxConcurrentRequests';

const defaultConcurrency = 5;
const maxConcurrency = 50;

/** The option of every operation whose items can share a request. */
export const batchItemsOption: INodeProperties = {
	displayName: 'Batch Items',
	name: batchItemsName,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to send items with the same content in one request, so that thousands of messages take seconds. A batch succeeds or fails as a whole.',
};

/** The option of every operation whose items may be under way together. */
export const concurrencyOption: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: concurrencyName,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: maxConcurrency },
	noDataExpression: true,
	default: defaultConcurrency,
	description:
		'Max number of requests in progress at the same time, from 1 to 50. Messages to the same recipient are always sent one by one, in item order.',
};

/** Reads {@link concurrencyOption}. */
export function readConcurrency(options: Reader): number {
	const asked = options.optionalInteger(concurrencyName) ?? defaultConcurrency;
	if (asked >= 1 && asked <= maxConcurrency) return asked;
	throw new InvalidInput(
		concurrencyName,
		`The value must be from 1 to ${maxConcurrency}.`,
		`Remove the option for ${defaultConcurrency}.`,
	);
}

/** The least of any number of settings: `Math.min` cannot take as many as there may be items. */
export const leastOf = (settings: readonly number[]): number =>
	settings.reduce((least, setting) => Math.min(least, setting), Infinity);

const inWords = (count: number): string => count.toLocaleString('en');

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what batching its items would have saved, where it is worth a word. */
export function batchingHint(ready: readonly Ready[]): string[] {
	const batchable = ready.filter(({ batch, work }) => !batch && work.share !== undefined);
	const batched = requestsBatched(batchable);
	if (batchable.length < worthTelling || batchable.length < 2 * batched) return [];
	return [
		`This run made ${inWords(batchable.length)} requests. With Batch Items, it makes ${inWords(batched)}: items with the same content share a request.`,
	];
}
