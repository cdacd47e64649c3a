import type { NodeFailure } from '../errors';
import type { Where } from '../nodeErrors';
import type { Operation, Registry } from '../operations/operation';
import { labelOf } from '../operations/properties';

/** An item that cannot be sent as it is. */
export interface InvalidItem {
	failure: NodeFailure;
	where: Where;
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
