/** What a link into a document can jump to. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

export const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, '');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');

/** Headings, numbered where one comes again, and anchors that stand by themselves. */
export function anchorsIn(file: string): string[] {
	const text = withoutCode(readFileSync(path.join(root, file), 'utf8'));
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
	const numbered = headings.map((anchor, index) => {
		const before = headings.slice(0, index).filter((other) => other === anchor).length;
		return before === 0 ? anchor : `${anchor}-${before}`;
	});
	return [...numbered, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}
