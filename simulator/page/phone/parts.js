/** What messages of several channels are made of. */
import { CHANNEL_NAMES, nameOf } from '../support/channels.js';
import { element, formatTime } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { messageText } from './links.js';

/** Anything can come raw: what is no text is shown as JSON. */
export const textOf = (value) =>
	typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const LONGEST_EXCERPT = 60;

/** A message as the controls beside it name it, so that no two of them have the same name. */
export function titleOf(message) {
	const phone = nameOf(message.number);
	const who = message.direction === 'out' ? `from ${message.sender} to ${phone}` : `from this phone ${phone}`;
	const said = textOf(message.text).slice(0, LONGEST_EXCERPT);
	return `the ${CHANNEL_NAMES[message.channel]} message ${who} at ${formatTime(message.at)}: ${said}`;
}

export const paragraph = (className, text) =>
	textOf(text) === '' ? [] : [element('p', { class: className }, textOf(text))];

/** What somebody has written; its links can be tapped. */
export const textParts = (text) => (textOf(text) === '' ? [] : [messageText(textOf(text))]);

/** Below a message or tap that no workflow has received: the phone itself looks as if all were well. */
export const failureParts = ({ failure }) =>
	failure === undefined
		? []
		: [element('span', { class: 'warning' }, icon('warning'), `not received by a workflow: ${failure}`)];

/** The members that nothing here speaks of. */
export const others = (object, ...known) =>
	Object.fromEntries(Object.entries(object).filter(([name]) => !known.includes(name)));

/** What is not known here is shown as it came. */
export const raw = (value) => element('pre', { class: 'raw' }, JSON.stringify(value, null, 2));

/** What stands elsewhere is never loaded here: it is named, and opens in a page of its own if one wants to. */
export function card({ sign, title, detail, href }) {
	const words = [
		element('span', { class: 'card-title' }, title),
		...(textOf(detail) === '' ? [] : [element('span', { class: 'card-detail' }, textOf(detail))]),
	];
	const label = element('span', { class: 'card-words' }, ...words);
	if (!/^(https?:\/\/|\/__sim\/)/.test(textOf(href)))
		return element('div', { class: 'card' }, icon(sign), label);
	return element(
		'a',
		{ class: 'card', href, target: '_blank', rel: 'noopener noreferrer' },
		icon(sign),
		label,
	);
}

export function locationParts(place) {
	const where = `${textOf(place?.latitude)}, ${textOf(place?.longitude)}`;
	const detail = textOf(place?.address) === '' ? where : `${textOf(place.address)} · ${where}`;
	return [card({ sign: 'location', title: textOf(place?.name) || 'Location', detail, href: place?.url })];
}

const TICKS = { none: '○', one: '✓', two: '✓✓', blue: '✓✓', failed: '!' };

/** @param {keyof typeof TICKS} kind any other has no tick */
export const ticks = (kind) =>
	element('span', { class: `ticks ${kind}`, 'aria-hidden': 'true' }, TICKS[kind] ?? '');
