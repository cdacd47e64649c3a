/** The phones: who has written and been written to, and what one of them shows. */
import { byId, drawList, element, formatDay, formatTime } from './dom.js';

/** More would make the page slow; the control API has them all. */
const MOST_PHONES = 200;
const MOST_BUBBLES = 200;

/** How each outcome looks; the status is always written out as well. */
const TONES = { 0: 'good', 33: 'good', 9: 'moving', 10: 'moving', 30: 'moving', '-1': 'moving' };
const toneOf = ({ status }) => (status === null ? 'waiting' : (TONES[status] ?? 'bad'));

const nameOf = (number) => `+${number}`;

/** The last message of each number, the latest first. */
function latestByNumber(messages) {
	const latest = new Map();
	for (const message of messages) {
		latest.delete(message.number);
		latest.set(message.number, message);
	}
	return [...latest.values()].reverse();
}

/**
 * @param {{ messages: object[], opened: Set<string>, selected: string, onSelect: (number: string) => void }} view
 */
export function drawPhones({ messages, opened, selected, onSelect }) {
	const latest = latestByNumber(messages);
	const known = new Set(latest.map(({ number }) => number));
	const fresh = [...opened]
		.filter((number) => !known.has(number))
		.map((number) => ({ number, text: 'No message yet' }));
	const entries = [...fresh, ...latest].slice(0, MOST_PHONES).map((message) => ({
		id: message.number,
		isCurrent: message.number === selected,
		preview: message.direction === 'in' ? `↩ ${message.text}` : message.text,
		status: message.status ?? null,
		statusName: message.statusName ?? null,
	}));
	byId('no-phones').hidden = entries.length > 0;
	drawList(byId('phone-list'), entries, (entry) => phoneEntry(entry, onSelect));
}

function phoneEntry({ id, isCurrent, preview, status, statusName }, onSelect) {
	const button = element(
		'button',
		{ type: 'button', ...(isCurrent ? { 'aria-current': 'true' } : {}) },
		element('span', { class: 'number' }, nameOf(id)),
		element('span', { class: 'preview' }, preview),
		...(statusName === null ? [] : [statusPill({ status, statusName })]),
	);
	button.addEventListener('click', () => onSelect(id));
	return element('li', {}, button);
}

const statusPill = (message) => element('span', { class: `pill ${toneOf(message)}` }, message.statusName);

function outgoingBubble(message) {
	const details = [
		message.scheduledFor === null || message.status !== null
			? formatTime(message.at)
			: `for ${formatDay(message.scheduledFor)}`,
		message.parts === 1 ? '1 part' : `${message.parts} parts`,
		message.coding === 'gsm' ? 'GSM' : 'Unicode',
	];
	return element(
		'li',
		{ class: 'bubble out' },
		element('p', { class: 'sender' }, message.sender),
		element('p', { class: 'text' }, message.text),
		element(
			'p',
			{ class: 'meta', title: `Reference ${message.references.join(', ')}` },
			details.join(' · '),
			statusPill(message),
		),
	);
}

function incomingBubble(message) {
	const details = [
		formatTime(message.at),
		message.charset,
		...(message.keyword === '' ? [] : [`keyword ${message.keyword}`]),
	];
	return element(
		'li',
		{ class: 'bubble in' },
		element('p', { class: 'sender' }, message.to === '' ? 'This phone' : `This phone to ${message.to}`),
		element('p', { class: 'text' }, message.text),
		element('p', { class: 'meta', title: `Reference ${message.reference}` }, details.join(' · ')),
	);
}

/** @param {{ messages: object[], selected: string }} view */
export function drawConversation({ messages, selected }) {
	const list = byId('bubbles');
	const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
	byId('phone-title').textContent = selected === '' ? 'No phone yet' : nameOf(selected);
	byId('reply').hidden = selected === '';
	const own = messages.filter(({ number }) => number === selected).slice(-MOST_BUBBLES);
	drawList(list, own, (message) => (message.direction === 'out' ? outgoingBubble : incomingBubble)(message));
	if (wasAtEnd) list.scrollTop = list.scrollHeight;
}
