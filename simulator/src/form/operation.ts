import type { World } from '../core/world';
import type { Fields } from './fields';
import type { RefusalStyle } from './refusal';

/** One operation of the Account or SMS interface. */
export interface FormOperation {
	/** `interface.resource.operation`, as it stands in the log. */
	readonly name: string;
	readonly methods: readonly string[];
	/** Names that the interface declares in the query, `action` and `do` apart. */
	readonly query?: readonly string[];
	/** Names that the interface declares in the body. */
	readonly body: readonly string[];
	readonly refusals: RefusalStyle;
	/** What the interface does not allow and the service accepts: declared fields that do not go together. */
	readonly deviations?: (fields: Fields) => readonly string[];
	/**
	 * @returns the reply's body
	 * @throws Refusal
	 */
	readonly run: (fields: Fields, world: World) => string;
}

/** How an operation is found. The first row of the table that fits is taken. */
export interface Route {
	/** The query's `action`; undefined for none. */
	readonly action: string | undefined;
	/** The values of the query's `do` that lead here; undefined stands for none. */
	readonly do: readonly (string | undefined)[];
	/** The body must have one of these fields: several operations share one action and differ in that only. */
	readonly withAny?: readonly string[];
	readonly operation: FormOperation;
}

/** Reads are documented as GET and sampled as POST: both are accepted (service.md#urls-and-authentication). */
export const READ_METHODS = ['GET', 'POST'] as const;
export const WRITE_METHODS = ['POST'] as const;
