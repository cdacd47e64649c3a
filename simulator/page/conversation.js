/** The phones: who has written and been written to, and what one of them shows. */
import { CHANNEL_NAMES, isSignal, nameOf, toneOf } from './channels.js';
import { byId, drawList, element, formatDay, formatTime } from './dom.js';
import { rcsBubble, rcsEntries } from './rcs.js';
import { wabaBubble, wabaEntries } from './waba.js';

/** More would make the page slow; the control API has them all. */
const MOST_PHONES = 200;
const MOST_BUBBLES = 200;

/** The last message of each number, the latest first; a signal only where there is no message. */
function latestByNumber(messages) {
	const latest = new Map();
	for (const message of messages) {
		if (isSignal(message) && latest.has(message.number)) continue;
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
		.map((number) => ({ number, channel: null, text: 'No message yet' }));
	const entries = [...fresh, ...latest].slice(0, MOST_PHONES).map((message) => ({
		id: message.number,
		isCurrent: message.number === selected,
		preview: message.direction === 'in' ? `↩ ${message.text}` : message.text,
		channel: message.channel,
		status: message.status ?? null,
		statusName: message.statusName ?? null,
	}));
	byId('no-phones').hidden = entries.length > 0;
	drawList(byId('phone-list'), entries, (entry) => phoneEntry(entry, onSelect));
}

function phoneEntry({ id, isCurrent, preview, channel, status, statusName }, onSelect) {
	const button = element(
		'button',
		{ type: 'button', ...(isCurrent ? { 'aria-current': 'true' } : {}) },
		element('span', { class: 'number' }, nameOf(id)),
		element('span', { class: 'preview' }, preview),
		element(
			'span',
			{ class: 'tags' },
			...(channel === null ? [] : [element('span', { class: 'channel' }, CHANNEL_NAMES[channel])]),
			...(statusName === null ? [] : [statusPill({ channel, status, statusName })]),
		),
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

const smsBubble = (message) => (message.direction === 'out' ? outgoingBubble : incomingBubble)(message);

/** How the messages of each channel become what a list shows. */
const VIEWS = {
	sms: { entries: (messages) => messages, bubble: smsBubble },
	waba: { entries: wabaEntries, bubble: wabaBubble },
	rcs: { entries: rcsEntries, bubble: rcsBubble },
};

function drawChannels(own, channel) {
	for (const button of document.querySelectorAll('[data-channel]')) {
		const { channel: each } = button.dataset;
		const count = own.filter((message) => message.channel === each && !isSignal(message)).length;
		button.setAttribute('aria-pressed', String(each === channel));
		button.querySelector('.count').textContent = count === 0 ? '' : String(count);
	}
}

/** Which conversation stands there, and its newest message. */
let drawnFor = '';
let newestDrawn = 0;

/** The end is gone to where one was at it already, in another conversation, and after what this phone wrote. */
function goToEnd(list, wasAtEnd, conversation, newest) {
	const isOther = conversation !== drawnFor;
	const hasWritten = newest?.direction === 'in' && newest.id > newestDrawn;
	drawnFor = conversation;
	newestDrawn = newest?.id ?? 0;
	if (wasAtEnd || isOther || hasWritten) list.scrollTop = list.scrollHeight;
}

/** What belongs to one channel is hidden in the others. */
function showOnly(channel) {
	for (const node of document.querySelectorAll('[data-for]')) node.hidden = node.dataset.for !== channel;
}

/**
 * @param {{ messages: object[], selected: string, channel: keyof VIEWS, handlers: object }} view the handlers of each
 * channel are those that its bubbles call
 */
export function drawConversation({ messages, selected, channel, handlers }) {
	const list = byId('bubbles');
	const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
	const isNobody = selected === '';
	byId('phone-title').textContent = isNobody ? 'No phone yet' : nameOf(selected);
	byId('channels').hidden = isNobody;
	showOnly(isNobody ? undefined : channel);
	const own = messages.filter(({ number }) => number === selected);
	drawChannels(own, channel);
	const shown = own.filter((message) => message.channel === channel).slice(-MOST_BUBBLES);
	const { entries, bubble } = VIEWS[channel];
	drawList(list, entries(shown), (entry, previous) => bubble(entry, handlers[channel], previous));
	for (const name of Object.keys(VIEWS)) list.classList.toggle(name, name === channel);
	goToEnd(list, wasAtEnd, `${selected}/${channel}`, shown.at(-1));
}
