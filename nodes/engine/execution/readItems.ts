import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { NodeFailure, nodeFailureOf } from '../errors';
import type { RunLimits } from '../limits';
import type { Where } from '../nodeErrors';
import { checkNumbers, createPolicyReader, type SendPolicy } from '../policy/sendPolicy';
import type { SendLog } from '../sending/sendLog';
import { firstOf } from '../sending/partlySent';
import { readDeduplicationKey, uniqueKeys } from '../sending/deduplication';
import type { Defaults } from '../operations/defaults';
import type { Operation, Prepared, Registry } from '../operations/operation';
import { createParameterReaders } from '../operations/parameters';
import { findOperation, labelOf, optionsName } from '../operations/properties';
import type { Reader } from '../operations/reader';
import { defaultTimeout, longestTimeout } from '../http/transport';
import { batchItemsName, readConcurrency } from './volume';

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

/** An item that cannot be sent as it is. */
export interface InvalidItem {
	failure: NodeFailure;
	where: Where;
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

function timeoutOf(options: Reader): number {
	const asked = options.optionalInteger('timeout') ?? defaultTimeout;
	if (asked >= 1 && asked <= longestTimeout) return asked;
	throw new InvalidInput(
		'timeout',
		`The value must be from 1 to ${longestTimeout} seconds.`,
		`Remove the option for ${defaultTimeout}.`,
	);
}

/** What was asked of an item; no operation where the dropdowns do not fit together. */
interface Asked {
	registry: Registry;
	operation: Operation | undefined;
	item: number;
	items: number;
}

/** Where a failure belongs: its item, and the parameter as the editor calls it. */
export function whereOf({ field }: NodeFailure, { registry, operation, item, items }: Asked): Where {
	const isKnown = operation !== undefined && field !== undefined;
	const label = isKnown ? labelOf(registry, operation, field) : undefined;
	return { item, items, label, sends: operation?.sends === true };
}

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
				timeoutSeconds: timeoutOf(options),
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
