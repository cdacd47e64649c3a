import { Failure, unknownFailure } from '../failure';
import type { RunLimits } from '../limits';
import { queueOf, type Reservation } from './keyQueue';
import { type KeyContext, ProcessedValues } from './processedValues';

export const pendingKeyFailure = (): Failure =>
	unknownFailure('send', 'an earlier run used the same Send Only Once key and ended without a known outcome');

function notRecorded(): never {
	throw new Failure({
		kind: 'notSent',
		message: 'Not sent: n8n could not record the Send Only Once key',
		description: 'Save the workflow, then check the log of n8n and its database.',
	});
}

/**
 * The deduplication keys that a node has used, in n8n's database: written at once, so that they outlive a kill. A key is
 * reserved before its message leaves, then accepted; it is released only where the message certainly did not leave. Whoever
 * dies in between leaves it pending: unknown, never "sent".
 */
export interface KeyStore {
	/**
	 * Reserves keys, all in one write.
	 *
	 * @throws Failure `notSent` where n8n can't record them
	 */
	reserve: (keys: readonly string[]) => Promise<Reservation[]>;
	/** The messages of reserved keys were accepted. */
	accept: (keys: readonly string[]) => Promise<void>;
	/** The messages of reserved keys were certainly not sent. */
	release: (keys: readonly string[]) => Promise<void>;
}

/** Keys over n8n's list of processed values. */
export function createKeyStore(context: KeyContext, limits: RunLimits): KeyStore {
	const values = new ProcessedValues(context.helpers, limits.deduplicationKeys);
	const run = async (
		change: 'reserve' | 'accept' | 'release',
		keys: readonly string[],
	): Promise<Reservation[]> =>
		keys.length === 0 ? [] : await queueOf(context).run(change, keys, values, limits.databaseTimeoutMs);
	const note = async (change: 'accept' | 'release', keys: readonly string[]): Promise<void> => {
		try {
			await run(change, keys);
		} catch {
			// They stay pending: a later run does not send, and reports the outcome as unknown.
			context.logger.warn(
				'SMSBOX: n8n could not update Send Only Once keys; their outcome counts as unknown',
			);
		}
	};
	return {
		reserve: async (keys) => await run('reserve', keys).catch(notRecorded),
		accept: async (keys) => await note('accept', keys),
		release: async (keys) => await note('release', keys),
	};
}
