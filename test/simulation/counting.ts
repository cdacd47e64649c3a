/** How often each value is there. */
export function countOf<Value>(values: Iterable<Value>): Map<Value, number> {
	const counts = new Map<Value, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}

export const sum = (values: Iterable<number>): number =>
	[...values].reduce((total, value) => total + value, 0);

export const sharesOne = (some: Iterable<string>, others: ReadonlySet<string>): boolean =>
	[...some].some((one) => others.has(one));

/** Values by what names their group; in their order. */
export function groupedBy<Value>(
	values: Iterable<Value>,
	nameOf: (value: Value) => string,
): Map<string, Value[]> {
	const groups = new Map<string, Value[]>();
	for (const value of values) {
		const group = groups.get(nameOf(value));
		if (group === undefined) groups.set(nameOf(value), [value]);
		else group.push(value);
	}
	return groups;
}
