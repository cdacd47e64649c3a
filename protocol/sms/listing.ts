import { wholeNumber } from '../validation';

/** The most records that one request for a list gives (service.md#history, `nb`). */
export const maxPage = 5000;

/** The most records that the service gives in all when dates are asked for (service.md#history). */
export const maxRecords = 50_000;

/** A page of a list. */
export interface Page {
	/** Index of the first record, 0 being the most recent. */
	from: number;
	/** How many records, 1 to {@link maxPage}. */
	count: number;
}

/**
 * The parameters that every request for a list carries: without them it would be a request for a count. References
 * are always asked for.
 *
 * @throws InvalidInput (`limit`)
 */
export function pageFields({ from, count }: Page): { from: string; nb: string; showref: string } {
	return {
		from: String(wholeNumber(from, { min: 0, max: Number.MAX_SAFE_INTEGER }, 'limit')),
		nb: String(wholeNumber(count, { min: 1, max: maxPage }, 'limit')),
		showref: '1',
	};
}
