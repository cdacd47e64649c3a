/** Links in what somebody has written, as a phone makes them tappable. */
import { element } from '../support/dom.js';

/** Only these schemes: another one, such as `javascript:`, stays text. */
const address = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"\p{C}]+/giu;

/** What ends the sentence, and not the address. */
const ending = /[.,;:!?…'’*»”]+$/u;

const count = (text, character) => text.split(character).length - 1;

/** An address in brackets ends before the closing one, unless it has an opening one itself. */
function trimmed(found) {
	const text = found.replace(ending, '');
	const isClosed = /[)\]]$/.test(text);
	const opening = text.endsWith(')') ? '(' : '[';
	return isClosed && count(text, text.at(-1)) > count(text, opening) ? trimmed(text.slice(0, -1)) : text;
}

/**
 * Splits a text at its links; joined again, the parts are the text.
 * @param {string} text
 * @returns {{ text: string, isLink: boolean }[]} without empty parts
 */
export function splitLinks(text) {
	const parts = [];
	let end = 0;
	for (const { 0: found, index } of text.matchAll(address)) {
		const link = trimmed(found);
		if (!URL.canParse(link)) continue;
		parts.push({ text: text.slice(end, index), isLink: false }, { text: link, isLink: true });
		end = index + link.length;
	}
	parts.push({ text: text.slice(end), isLink: false });
	return parts.filter((part) => part.text !== '');
}

/** A text as it stands in a message: what is not a link stays text. */
export const messageText = (text) =>
	element(
		'p',
		{ class: 'text' },
		...splitLinks(text).map((part) =>
			part.isLink
				? element('a', { href: part.text, target: '_blank', rel: 'noopener noreferrer' }, part.text)
				: part.text,
		),
	);
