/**
 * Values that the service makes up, in contract fixtures: `{{reference}}`, or `{{reference.2}}` for a second one.
 * The simulator may answer any value of the pattern, the same one wherever the same name stands; the nodes are given
 * the sample.
 */

interface Placeholder {
	/** What the service's value looks like. */
	pattern: string;
	/** The n-th sample, counted from 1. */
	sample: (n: number) => string;
}

const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
	reference: { pattern: String.raw`\d{6,20}`, sample: (n) => String(123456789011 + n) },
	recordId: { pattern: String.raw`\d{1,20}`, sample: (n) => String(6408046 + n) },
	groupId: { pattern: String.raw`\d{1,20}`, sample: (n) => String(n) },
	status: { pattern: String.raw`-?\d{1,2}`, sample: () => '0' },
	ts: { pattern: String.raw`\d{10}`, sample: () => '1705326600' },
	wamid: {
		pattern: String.raw`wamid\.[A-Za-z0-9+/=]{8,}`,
		sample: (n) => `wamid.HBgLMzM2MDAxMjM0NTYVAgASGBQ${n}AA==`,
	},
	fileId: { pattern: String.raw`\d{6,20}`, sample: (n) => String(1234567890123455 + n) },
	uuid: {
		pattern: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
		sample: (n) => `3f2b6c1e-7a40-4d53-9c11-${String(n).padStart(12, '0')}`,
	},
	date: {
		pattern: String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[12]:00`,
		sample: () => '2024-01-15T14:50:00+01:00',
	},
	time: { pattern: String.raw`\d{2}/\d{2}/\d{4} \d{2}:\d{2}:\d{2}`, sample: () => '20/10/2024 18:15:00' },
};

const MARK = /\{\{([a-zA-Z]+)(?:\.(\d+))?\}\}/g;

function placeholderNamed(kind: string): Placeholder {
	const placeholder = PLACEHOLDERS[kind];
	if (!placeholder) throw new Error(`No placeholder is called ${kind}`);
	return placeholder;
}

/** Values seen so far, by mark without its braces (`reference.2`). */
export type Seen = Map<string, string>;

/** Fills in what was seen; what was not, with the sample. */
export function fill(text: string, seen: Seen = new Map()): string {
	return text.replace(MARK, (mark, kind: string, n?: string) => {
		const sample = placeholderNamed(kind).sample(Number(n ?? '1'));
		return seen.get(mark.slice(2, -2)) ?? sample;
	});
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Whether a text is the template with values filled in; what stands for a mark is remembered in `seen`, and has to
 * be the same wherever the mark stands again.
 */
export function matches(template: string, text: string, seen: Seen): boolean {
	const marks: string[] = [];
	let source = '';
	let end = 0;
	for (const found of template.matchAll(MARK)) {
		const mark = found[0].slice(2, -2);
		source += escaped(template.slice(end, found.index));
		const known = seen.get(mark);
		source += known === undefined ? `(${placeholderNamed(found[1] ?? '').pattern})` : `(${escaped(known)})`;
		marks.push(mark);
		end = found.index + found[0].length;
	}
	const match = new RegExp(`^${source}${escaped(template.slice(end))}$`, 's').exec(text);
	if (!match) return false;
	marks.forEach((mark, index) => seen.set(mark, match[index + 1] ?? ''));
	return marks.every((mark, index) => seen.get(mark) === match[index + 1]);
}
