/**
 * What differs between two runs of the same thing, whichever n8n runs it: IDs that n8n or the service made up, and
 * the time.
 */
const madeUp: ReadonlyArray<{ what: string; pattern: RegExp; counted: boolean }> = [
	{ what: 'message', pattern: /wamid\.[A-Za-z0-9+/]+=*/g, counted: true },
	{
		what: 'uuid',
		pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
		counted: true,
	},
	// An event that a workflow has stored as its own.
	{ what: 'workflow', pattern: /\b[0-9A-Za-z]{8,21}(?=:[0-9a-f]{32}\b)/g, counted: true },
	{ what: 'event', pattern: /\b[0-9a-f]{32}\b/g, counted: true },
	{
		what: 'time',
		pattern: /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g,
		counted: false,
	},
	{ what: 'port', pattern: /(?<=127\.0\.0\.1:)\d{2,5}\b/g, counted: false },
	{ what: 'reference', pattern: /\b[1-9]\d{11}\b/g, counted: true },
];

/**
 * The same value with names in the place of what was made up. The same ID gets the same name wherever it stands, in
 * the order of appearance: a reference that should be another's still shows.
 * @param keepTimes whether times are compared too: on a clock that stands still they must be equal
 */
export function withoutIds(value: unknown, { keepTimes = false } = {}): unknown {
	const names = new Map<string, string>();
	const patterns = madeUp.filter(({ what }) => !(keepTimes && what === 'time'));
	const nameOf = (id: string, what: string, counted: boolean): string => {
		const known = names.get(id);
		if (known !== undefined) return known;
		const count = [...names.values()].filter((name) => name.startsWith(`<${what} `)).length;
		const name = counted ? `<${what} ${count + 1}>` : `<${what}>`;
		names.set(id, name);
		return name;
	};
	const named = (text: string): string =>
		patterns.reduce(
			(rest, { what, pattern, counted }) => rest.replace(pattern, (id) => nameOf(id, what, counted)),
			text,
		);
	const walk = (inside: unknown): unknown => {
		if (typeof inside === 'string') return named(inside);
		if (typeof inside === 'number') {
			const text = named(String(inside));
			return text === String(inside) ? inside : text;
		}
		if (Array.isArray(inside)) return inside.map(walk);
		if (typeof inside === 'object' && inside !== null)
			// In one order: the names are given in the order of appearance.
			return Object.fromEntries(
				Object.entries(inside)
					.sort(([one], [other]) => (one < other ? -1 : 1))
					.map(([key, member]) => [key, walk(member)]),
			);
		return inside;
	};
	return walk(value);
}
