import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Reader } from './reader';
import { withCommas } from '../../../protocol/validation';

/** Seconds that a request may take when nothing else is asked for. */
const defaultTimeout = 60;
const longestTimeout = 300;

/** Every operation has it; the engine reads it. */
export const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: longestTimeout },
	default: defaultTimeout,
	description: 'Max time to wait for the full response to a request, from 1 to 300; 60 if not set',
};

/** Reads an option that is a number from 1 to `maximum`; undefined where it is not set. */
export function readUpTo(options: Reader, name: string, maximum: number, why: string): number | undefined {
	const value = options.optionalInteger(name);
	if (value === undefined || (value >= 1 && value <= maximum)) return value;
	throw new InvalidInput(
		name,
		`The value must be from 1 to ${withCommas(maximum)}.`,
		`Remove the option ${why}.`,
	);
}

/** Reads {@link timeoutOption}, in seconds. */
export const readTimeout = (options: Reader): number =>
	readUpTo(options, 'timeout', longestTimeout, `for ${defaultTimeout}`) ?? defaultTimeout;

export const batchItemsName = 'batchItems';
const concurrencyName = 'maxConcurrentRequests';

const defaultConcurrency = 20;
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
		'Max number of requests in progress at the same time, from 1 to 50; 20 if not set. A run starts with 5, and slows down if SMSBOX has trouble. Messages to the same recipient are always sent one by one, in item order.',
};

/** Reads {@link concurrencyOption}. */
export const readConcurrency = (options: Reader): number =>
	readUpTo(options, concurrencyName, maxConcurrency, `for ${defaultConcurrency}`) ?? defaultConcurrency;
