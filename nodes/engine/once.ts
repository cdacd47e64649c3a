import type { ICheckProcessedOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../protocol/errors';
import { Failure, unknownFailure } from './failure';
import type { Reader } from './reader';

/** Messages whose keys are remembered; each takes two entries. */
export const keysRemembered = 10_000;

export const onceName = 'sendOnlyOnce';

/** The option of every operation that sends. */
export const onceOption: INodeProperties = {
	displayName: 'Send Only Once',
	name: onceName,
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}-shipped',
	description:
		'A name for this message, different for each. A message whose name this node has used before is never sent again, not even by a retry after n8n was stopped or killed, nor by another execution. The last 10,000 names are remembered.',
};

/** n8n stores texts of its own choice for each; this only has to tell them apart. */
const longestKey = 500;

/** Reads {@link onceOption}; undefined where it is not set. Whoever adds it counts on it, so it must not be empty. */
export function readOnceKey(options: Reader): string | undefined {
	const given = options.value(onceName);
	if (given === undefined) return undefined;
	const key = options.text(onceName).trim();
	const whatFor = 'Give each message a name of its own, such as an order number, or remove the option.';
	if (key === '') throw new InvalidInput(onceName, 'It is empty.', whatFor);
	if (key.length > longestKey) {
		throw new InvalidInput(onceName, `It has more than ${longestKey} characters.`, whatFor);
	}
	return key;
}

/** What is known of a key before its request leaves. `open`: it was taken, and what became of its request is not known. */
type Claim = 'new' | 'open' | 'accepted';

/** The keys that a node has used, in n8n's database: written at once, so that they outlive a kill. */
export interface OnceKeys {
	/** Takes a key. */
	claim: (key: string) => Promise<Claim>;
	/** The request of a taken key was accepted. */
	accepted: (key: string) => Promise<void>;
	/** It is certain that the request of a taken key was not carried out: the key is free again. */
	release: (key: string) => Promise<void>;
}

/** An item that is to be sent once only, over all runs of its node. */
export interface Once {
	keys: OnceKeys;
	key: string;
}

/** Thrown for a request that was accepted in an earlier run, whose answer is no longer known. */
export class AlreadySent extends Failure {
	constructor() {
		super({
			kind: 'unknown',
			message: 'Not sent again: a part of this was accepted before under its Send Only Once name',
			description: 'What became of its other parts, SMSBOX can tell: look in the account.',
		});
	}
}

const openKeyFailure = (): Failure =>
	unknownFailure(
		'send',
		'an earlier run used the same Send Only Once name and ended without a known outcome',
	);

/** Guards one request of an item. */
interface Guard {
	/** Before the request leaves. Throws where it has left, or may have, in an earlier run. */
	claim: () => Promise<void>;
	accepted: () => Promise<void>;
	release: () => Promise<void>;
}

const noGuard: Guard = {
	claim: async () => await Promise.resolve(),
	accepted: async () => await Promise.resolve(),
	release: async () => await Promise.resolve(),
};

/** The guard of a request, which lets everything pass where the item has no key. */
export function guardOf(once: Once | undefined, part: number): Guard {
	if (once === undefined) return noGuard;
	const key = `${once.key}#${part}`;
	return {
		async claim() {
			const claimed = await once.keys.claim(key);
			if (claimed === 'open') throw openKeyFailure();
			if (claimed === 'accepted') throw new AlreadySent();
		},
		accepted: async () => await once.keys.accepted(key),
		release: async () => await once.keys.release(key),
	};
}

function notRecorded(): never {
	throw new Failure({
		kind: 'notSent',
		message: 'Not sent: n8n could not record the Send Only Once name',
		description: 'It is stored with the workflow: save the workflow, and look at the log of n8n.',
	});
}

/**
 * Keys over n8n's list of processed values. A key is taken together with a second entry that says that its request is
 * open, and that goes when it is accepted. Whoever dies in between leaves the key open: unknown, never "sent".
 */
export function createOnceKeys({ helpers, logger }: Pick<IExecuteFunctions, 'helpers' | 'logger'>): OnceKeys {
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: 2 * keysRemembered };
	const entriesOf = (key: string): { taken: string; open: string } => ({
		taken: `taken:${key}`,
		open: `open:${key}`,
	});
	const remove = async (...entries: string[]): Promise<void> => {
		try {
			await helpers.removeProcessed(entries, 'node', options);
		} catch {
			// The key stays open: a later run does not send, and says that the outcome is not known.
			logger.warn('SMSBOX: n8n could not update a Send Only Once name; it counts as not known');
		}
	};
	return {
		async claim(key) {
			const { taken, open } = entriesOf(key);
			const { processed } = await helpers
				.checkProcessedAndRecord([taken, open], 'node', options)
				.catch(notRecorded);
			if (processed.length === 0) return 'new';
			if (processed.includes(open)) return 'open';
			await remove(open);
			return 'accepted';
		},
		accepted: async (key) => await remove(entriesOf(key).open),
		async release(key) {
			const { taken, open } = entriesOf(key);
			await remove(taken, open);
		},
	};
}
