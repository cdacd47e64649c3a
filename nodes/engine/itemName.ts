const ordinals = [
	'first',
	'second',
	'third',
	'fourth',
	'fifth',
	'sixth',
	'seventh',
	'eighth',
	'ninth',
	'tenth',
];

/** Returns an item as people count: "second item", "item 12". */
export function itemName(index: number): string {
	const ordinal = ordinals[index];
	return ordinal === undefined ? `item ${(index + 1).toLocaleString('en')}` : `${ordinal} item`;
}
