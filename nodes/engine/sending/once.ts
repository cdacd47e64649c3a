import type { ICheckProcessedOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { Failure, unknownFailure } from '../failure';
import type { Reader } from '../operations/reader';

const onceName = 'sendOnlyOnce';

/** The option of every operation that sends. */
export const onceOption: INodeProperties = {
	displayName: 'Send Only Once',
	name: onceName,
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'A name for this message, different for each. A message whose name this node has used before is never sent again, not even by a retry after n8n was stopped or killed, nor by another execution. The last 10,000 names are remembered.',
};

/** Longer ones are no names, but texts by mistake. */
const longestKey = 500;

/** Reads {@link onceOption}; undefined where it is not set. Whoever adds it counts on it, so it must not be empty. */
export function readOnceKey(options: Reader): string | undefined {
	if (!options.isThere(onceName)) return undefined;
	const key = options.text(onceName).trim();
	const whatFor = 'Give each message a name of its own, such as an order number, or remove the option.';
	if (key === '') throw new InvalidInput(onceName, 'It is empty.', whatFor);
	if (key.includes('[object '))
		throw new InvalidInput(onceName, 'It holds an object in the place of a text.', whatFor);
	if (key.length > longestKey) {
		throw new InvalidInput(onceName, `It has more than ${longestKey} characters.`, whatFor);
	}
	return key;
}

/** Two messages with the same name are a slip: the second one would never leave, and nobody would know. */
export function uniqueKeys(): (item: number, key: string | undefined) => string | undefined {
	const used = new Map<string, number>();
	return (item, key) => {
		if (key === undefined) return undefined;
		const other = used.get(key);
		if (other !== undefined) {
			throw new InvalidInput(
				onceName,
				`Item ${other} has the same name.`,
				'Give each message a name of its own, such as an order number.',
			);
		}
		used.set(key, item);
		return key;
	};
}

/** What was known of a key when it was taken. `open`: what became of its message is not known. */
export type Claim = 'new' | 'open' | 'accepted';

/** The keys that a node has used, in n8n's database: written at once, so that they outlive a kill. */
export interface OnceKeys {
	/** Takes keys, in one go. */
	claim: (keys: readonly string[]) => Promise<Claim[]>;
	/** The messages of taken keys were accepted. */
	accepted: (keys: readonly string[]) => Promise<void>;
	/** It is certain that the messages of taken keys were not sent: the keys are free again. */
	release: (keys: readonly string[]) => Promise<void>;
}

export const openKeyFailure = (): Failure =>
	unknownFailure(
		'send',
		'an earlier run used the same Send Only Once name and ended without a known outcome',
	);

function notRecorded(): never {
	throw new Failure({
		kind: 'notSent',
		message: 'Not sent: n8n could not record the Send Only Once name',
		description: 'It is stored with the workflow: save the workflow, and look at the log of n8n.',
	});
}

/** By node: the end of the line of changes to its list. */
const lines = new Map<string, Promise<unknown>>();

/**
 * n8n reads, changes and writes the whole list of a node: two changes at once would undo each other. So they take turns,
 * over all executions of this process. Of other processes it knows nothing.
 */
async function inTurn<Result>(node: string, change: () => Promise<Result>): Promise<Result> {
	const result = (lines.get(node) ?? Promise.resolve()).then(change);
	const end = result
		.catch(() => undefined)
		.then(() => {
			if (lines.get(node) === end) lines.delete(node);
		});
	lines.set(node, end);
	return await result;
}

/** What of n8n the names need. */
type Context = Pick<IExecuteFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;

const takenEntry = (key: string): string => `taken:${key}`;
const openEntry = (key: string): string => `open:${key}`;

/**
 * Keys over n8n's list of processed values. A key is taken together with a second entry that says that its message is
 * open, and that goes when it is accepted. Whoever dies in between leaves the key open: unknown, never "sent".
 */
export function createOnceKeys(context: Context, remembered: number): OnceKeys {
	const { helpers, logger } = context;
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: remembered };
	const node = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const record = async (entries: string[]): Promise<Set<unknown>> => {
		const { processed } = await helpers.checkProcessedAndRecord(entries, 'node', options);
		return new Set<unknown>(processed);
	};
	const remove = async (entries: string[]): Promise<void> => {
		if (entries.length === 0) return;
		try {
			await inTurn(node, async () => await helpers.removeProcessed(entries, 'node', options));
		} catch {
			// The keys stay open: a later run does not send, and says that the outcome is not known.
			logger.warn('SMSBOX: n8n could not update Send Only Once names; their outcome counts as not known');
		}
	};
	return {
		async claim(keys) {
			if (keys.length === 0) return [];
			const entries = keys.flatMap((key) => [takenEntry(key), openEntry(key)]);
			// A second try: where another process has just made the list, n8n fails to make it once more.
			const known = await inTurn(
				node,
				async () => await record(entries).catch(async () => await record(entries)),
			).catch(notRecorded);
			const claims = keys.map((key): Claim => {
				if (known.has(openEntry(key))) return 'open';
				return known.has(takenEntry(key)) ? 'accepted' : 'new';
			});
			await remove(keys.filter((_, index) => claims[index] === 'accepted').map(openEntry));
			return claims;
		},
		accepted: async (keys) => await remove(keys.map(openEntry)),
		release: async (keys) => await remove(keys.flatMap((key) => [takenEntry(key), openEntry(key)])),
	};
}
