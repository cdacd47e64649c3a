import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../protocol/errors';
import { Failure, failureOf } from './failure';
import type { Where } from './nodeError';
import type { Operation, Prepared, Registry } from './operation';
import { onceName, readOnceKey } from './once';
import { createParameterReaders } from './parameters';
import { findOperation, labelOf, optionsName } from './properties';
import type { Reader } from './reader';
import { defaultTimeout, longestTimeout } from './transport';

/** Work that goes out together. Each item is a job of its own; items that are alike may come to share one here. */
export interface Job {
	items: readonly number[];
	operation: Operation;
	work: Prepared;
	timeoutSeconds: number;
	/** See `onceOption`; undefined where it is not set. */
	onceKey: string | undefined;
}

/** An item that cannot be sent as it is. */
export interface Reject {
	failure: Failure;
	where: Where;
}

export const firstOf = (job: Job): number => job.items[0] ?? 0;

export interface Plan {
	jobs: Job[];
	rejects: Reject[];
}

const unknownOperation = (): Failure =>
	new Failure({
		kind: 'input',
		message: 'The resource and the operation do not go together',
		description: 'Choose both again from their lists.',
	});

function timeoutOf(reader: Reader): number {
	const asked = reader.within(optionsName).optionalInteger('timeout') ?? defaultTimeout;
	if (asked >= 1 && asked <= longestTimeout) return asked;
	throw new InvalidInput('timeout', `It must be from 1 to ${longestTimeout} seconds.`);
}

/** Two messages with the same name are a slip: the second one would never leave, and nobody would know. */
function uniqueKeys(): (item: number, key: string | undefined) => string | undefined {
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

/** What was asked of an item; no operation where the dropdowns do not fit together. */
interface Asked {
	registry: Registry;
	operation: Operation | undefined;
	item: number;
	items: number;
}

/** Where a failure belongs: its item, and the parameter as the editor calls it. */
export function whereOf({ field }: Failure, { registry, operation, item, items }: Asked): Where {
	const isKnown = operation !== undefined && field !== undefined;
	return { item, items, label: isKnown ? labelOf(registry, operation, field) : undefined };
}

/**
 * Reads and validates all items, so that a wrong one is known before the first request leaves.
 * Nothing is thrown: what is wrong comes back as rejects.
 */
export function planItems(context: IExecuteFunctions, registry: Registry, items: number): Plan {
	const readerFor = createParameterReaders(context);
	const keyOf = uniqueKeys();
	const plan: Plan = { jobs: [], rejects: [] };
	for (let item = 0; item < items; item++) {
		const reader = readerFor(item);
		let operation: Operation | undefined;
		try {
			operation = findOperation(registry, reader.text('resource'), reader.text('operation'));
			if (operation === undefined) {
				plan.rejects.push({ failure: unknownOperation(), where: { item, items } });
				continue;
			}
			const timeoutSeconds = timeoutOf(reader);
			const onceKey = operation.sends ? keyOf(item, readOnceKey(reader.within(optionsName))) : undefined;
			const work = operation.prepare(reader);
			plan.jobs.push({ items: [item], operation, work, timeoutSeconds, onceKey });
		} catch (error) {
			const failure = failureOf(error, 'read');
			plan.rejects.push({ failure, where: whereOf(failure, { registry, operation, item, items }) });
		}
	}
	return plan;
}
