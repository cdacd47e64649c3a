/** All conversations, the latest first, and which of them stand on the page. */
import { CHANNEL_NAMES, nameOf } from '../support/channels.js';
import { button, byId, drawList, element } from '../support/dom.js';
import { statusPill } from '../sms/sms.js';

/** More would make the page slow; a number can be searched for. */
const MOST_PHONES = 100;

const previewOf = ({ direction, text }) => (direction === 'in' ? `↩ ${text}` : text);

function entryOf({ number, message, isShown, isActive, isNew }) {
	const common = { id: number, name: nameOf(number), isShown, isActive };
	if (message === undefined) return { ...common, preview: 'No messages yet' };
	const { channel, status = null, statusName = null } = message;
	return { ...common, preview: previewOf(message), channel, status, statusName, isNew };
}

function tags({ channel, status, statusName, isNew }) {
	return [
		...(isNew ? [element('span', { class: 'new' }, 'new')] : []),
		...(channel === undefined ? [] : [element('span', { class: 'channel' }, CHANNEL_NAMES[channel])]),
		...(statusName === undefined || statusName === null ? [] : [statusPill({ channel, status, statusName })]),
	];
}

function phoneEntry(entry, onSelect) {
	const current = entry.isActive ? { 'aria-current': 'true' } : {};
	return element(
		'li',
		{ class: entry.isShown ? 'shown' : '' },
		button(
			current,
			[
				element('span', { class: 'number' }, entry.name),
				element('span', { class: 'preview' }, entry.preview),
				element('span', { class: 'tags' }, ...tags(entry)),
			],
			() => onSelect(entry.id),
		),
	);
}

/** How far each conversation has been seen. */
const seen = new Map();

/** @returns {string[]} the phones that have messages or were opened, of those that a number or a name finds */
function numbersOf({ messages, stage, search }) {
	const known = new Set(messages.overview().map(({ number }) => number));
	const fresh = stage.opened().filter((number) => !known.has(number));
	const digits = search.replace(/\D/g, '').replace(/^0+/, '');
	const isWanted = (number) =>
		isName(search)
			? nameOf(number).toLowerCase().includes(search.trim().toLowerCase())
			: number.includes(digits);
	return [...fresh, ...known].filter(isWanted);
}

const isName = (search) => /\p{L}/u.test(search);

/** As the simulator shows numbers: `+33 6 00…`, `0033600…` and `0600…` are all 33600…. */
const toInternational = (text) => text.replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '33');

/** @returns {string | undefined} the phone that a search opens: any number, or the first one with that name */
export const phoneOf = (view) =>
	isName(view.search) ? numbersOf(view)[0] : toInternational(view.search) || undefined;

/** @param {{ messages: object, stage: object, search: string }} view */
export function drawOverview(view) {
	const { messages, stage } = view;
	const entries = numbersOf(view)
		.slice(0, MOST_PHONES)
		.map((number) => {
			const isShown = stage.isShown(number);
			if (isShown) seen.set(number, messages.newestOf(number));
			return entryOf({
				number,
				message: messages.lastOf(number),
				isShown,
				isActive: stage.active()?.number === number,
				isNew: !isShown && messages.newestOf(number) !== (seen.get(number) ?? ''),
			});
		});
	byId('no-phones').hidden = numbersOf({ ...view, search: '' }).length > 0;
	drawList(byId('phone-list'), entries, (entry) => phoneEntry(entry, stage.take));
}
