/** What a link into a document can jump to. */
import { read } from '../support/repository';

/** A document without its blocks of code. */
export const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, '');

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');

/** Headings, numbered where one comes again, and anchors that stand by themselves. */
export function anchorsIn(file: string): string[] {
	const text = withoutCode(read(file));
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
	const numbered = headings.map((anchor, index) => {
		const before = headings.slice(0, index).filter((other) => other === anchor).length;
		return before === 0 ? anchor : `${anchor}-${before}`;
	});
	return [...numbered, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}
