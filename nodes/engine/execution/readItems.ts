import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeFailure, nodeFailureOf } from '../errors';
import type { RunLimits } from '../limits';
import { checkNumbers, createPolicyReader, type SendPolicy } from '../policy/sendPolicy';
import type { SendLog } from '../sending/sendLog';
import { firstOf } from '../sending/partlySent';
import { readDeduplicationKey, uniqueKeys } from '../sending/deduplication';
import type { Defaults } from '../http/credential';
import type { Operation, Prepared, Registry } from '../operations/operation';
import { createParameterReaders } from '../operations/parameters';
import { findOperation, optionsName } from '../operations/properties';
import { batchItemsName, readConcurrency, readTimeout } from '../operations/requestOptions';
import { type InvalidItem, whereOf } from './invalidItem';

/** An item that was read, is valid, and can go out. */
export interface Ready {
	item: number;
	operation: Operation;
	work: Prepared;
	timeoutSeconds: number;
	/** See `deduplicationKeyOption`; undefined where it is not set. */
	deduplicationKey: string | undefined;
	/** How many of its requests an earlier try has sent. */
	begun: number;
	/** What the author of the workflow allows. */
	policy: SendPolicy;
	/** Whether it may share a request with items that say the same. */
	batch: boolean;
	/** How many requests may be under way together, as far as this item says. */
	concurrency: number;
}

export interface ReadItems {
	ready: Ready[];
	invalid: InvalidItem[];
	hints: string[];
}

const unknownOperation = (): NodeFailure =>
	new NodeFailure({
		kind: 'invalidInput',
		message: "The operation doesn't belong to the resource",
		description: 'Select both again.',
	});

/** Fields that are named one by one. */
const mostNamed = 5;

function emptyFieldsHint(fields: readonly string[]): string[] {
	if (fields.length === 0) return [];
	const [subject, verb] = fields.length === 1 ? ['this field', 'was'] : ['these fields', 'were'];
	return [
		`In some messages ${subject} ${verb} empty: ${firstOf(fields, mostNamed)}. Check the texts for gaps.`,
	];
}

/**
 * Reads and validates items, so that a wrong one is known before the first request leaves.
 * Nothing is thrown: what is wrong comes back as rejects.
 */
export function readItems(
	context: IExecuteFunctions,
	registry: Registry,
	items: readonly number[],
	limits: RunLimits,
	log: SendLog,
	defaults: Defaults,
): ReadItems {
	const { readerFor, emptyFields } = createParameterReaders(context, limits, defaults);
	const uniqueKey = uniqueKeys(limits.deduplicationKeys, log.ownersOfKeys());
	const all = context.getInputData().length;
	const readPolicy = createPolicyReader(context, optionsName);
	const plan: ReadItems = { ready: [], invalid: [], hints: [] };
	for (const item of items) {
		const reader = readerFor(item);
		let operation: Operation | undefined;
		try {
			operation = findOperation(registry, reader.text('resource'), reader.text('operation'));
			if (operation === undefined) {
				plan.invalid.push({ failure: unknownOperation(), where: { item, items: all } });
				continue;
			}
			const options = reader.within(optionsName);
			const policy = readPolicy(options, operation);
			const work = operation.prepare(reader);
			checkNumbers(policy, work.partitionKeys ?? []);
			plan.ready.push({
				item,
				operation,
				policy,
				work,
				begun: log.begunOf(item),
				timeoutSeconds: readTimeout(options),
				batch: operation.canBatch && options.flag(batchItemsName),
				concurrency: operation.isConcurrent ? readConcurrency(options) : 1,
				deduplicationKey: operation.sends ? uniqueKey(item, readDeduplicationKey(options)) : undefined,
			});
		} catch (error) {
			const failure = nodeFailureOf(error, 'read');
			const where = whereOf(failure, { registry, operation, item, items: all });
			plan.invalid.push({ failure, where });
		}
	}
	plan.hints.push(...emptyFieldsHint(emptyFields()));
	return plan;
}
