import type { Fields } from '../form/fields';

const DEFAULT_COUNT = 10;
const MOST_AT_ONCE = 5_000;
const FARTHEST = 999_999_999_999;

/** `from` and `nb` of a list (service.md#history, service.md#scheduled-messages). */
export const readPage = (fields: Fields): { from: number; count: number } => ({
	from: fields.integer('from', 0, FARTHEST) ?? 0,
	count: fields.integer('nb', 1, MOST_AT_ONCE) ?? DEFAULT_COUNT,
});
