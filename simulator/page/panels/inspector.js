/** The inspector: one message with all that belongs to it, all requests, all callbacks, and the faults. */
import { CHANNEL_NAMES, nameOf } from '../support/channels.js';
import { button, byId, drawList, element, formatTime } from '../support/dom.js';
import { callbackEntry, requestEntry } from './exchange.js';
import { icon } from '../support/icons.js';
import { detailsOf } from '../sms/smsDetails.js';
import { warningPairs } from '../phone/warnings.js';
import { read } from '../support/live.js';
import { createLog } from '../support/store.js';

const MOST_ENTRIES = 100;
const MOST_LINKS = 10;
/** As many as one message can have without the page becoming slow. */
const MOST_OF_ONE = 50;

const row = ([name, value]) =>
	element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, String(value)));

const block = ({ heading, pairs, text }) => [
	...(heading === undefined ? [] : [element('h4', {}, heading)]),
	text === undefined
		? element('table', {}, element('tbody', {}, ...pairs.map(row)))
		: element('pre', { class: 'raw', tabindex: '0' }, text),
];

const link = ({ id, label }, onShow) =>
	button({ class: 'link', 'data-shows': String(id) }, [icon('phone'), label], () => onShow(id));

/** Opens in a page of its own. */
const workflowLink = ({ name, link: href }) => {
	const words = [icon('send'), `Workflow: ${name}`];
	return href === undefined
		? element('span', { class: 'note' }, ...words)
		: element('a', { class: 'link', href, target: '_blank', rel: 'noopener noreferrer' }, ...words);
};

function unfoldable({ title, tone, note, blocks, links, workflow, isOpen }, previous, onShow) {
	const summary = element(
		'summary',
		{},
		element('span', { class: 'what' }, title),
		element('span', { class: `pill ${tone}` }, note),
	);
	const shortcuts = [
		...links.map((each) => link(each, onShow)),
		...(workflow === undefined ? [] : [workflowLink(workflow)]),
	];
	const body = element(
		'div',
		{ class: 'exchange' },
		...(shortcuts.length === 0 ? [] : [element('p', { class: 'links' }, ...shortcuts)]),
		...blocks.flatMap(block),
	);
	const entry = element('details', {}, summary, body);
	entry.open = previous?.open ?? isOpen ?? false;
	return entry;
}

function timeline({ statusChanges = [], statusName, readAt }) {
	const changes = statusChanges.map(({ at, status, statusName: name }) => [formatTime(at), name ?? status]);
	const read = readAt === undefined || readAt === null ? [] : [[formatTime(readAt), 'marked as read']];
	return [...changes, ...read].length === 0 && statusName !== undefined
		? [['Current', statusName]]
		: [...changes, ...read];
}

const identityOf = ({ reference, messageId }) => [
	...(reference === undefined || reference === null ? [] : [['Reference', reference]]),
	...(messageId === undefined ? [] : [['Message ID', messageId]]),
];

/** A message: what it is, the requests that made or changed it, and the callbacks that told of it. */
function messageSections(message, requests, callbacks) {
	const who =
		message.direction === 'out'
			? `${message.sender} to ${nameOf(message.number)}`
			: `from ${nameOf(message.number)}`;
	const steps = timeline(message);
	const pairs = [
		['Text', message.text],
		...identityOf(message),
		...detailsOf(message),
		...warningPairs(message),
	];
	return [
		{ id: 'head', heading: `${CHANNEL_NAMES[message.channel]}, ${who}`, pairs, messageId: message.id },
		...(steps.length === 0 ? [] : [{ id: 'steps', heading: 'Status', pairs: steps }]),
		{
			id: 'requests',
			heading: 'Requests',
			entries: requests,
			nothing: 'None. The message came from this phone.',
		},
		{
			id: 'callbacks',
			heading: 'Callbacks',
			entries: callbacks,
			nothing: 'None for this message. Callback URLs are in Settings.',
		},
	];
}

function section({ heading, pairs, entries, nothing, messageId }, previous, onShow) {
	const node = previous ?? element('section', {}, element('h3'), element('div', { class: 'entries' }));
	const [title, body] = node.children;
	title.textContent = heading;
	if (pairs !== undefined) {
		const show = messageId === undefined ? [] : [link({ id: messageId, label: 'Show on phone' }, onShow)];
		body.replaceChildren(...show, ...block({ pairs }));
		return node;
	}
	drawList(body, entries, (entry, before) => unfoldable(entry, before, onShow));
	if (entries.length === 0) body.replaceChildren(element('p', { class: 'note' }, nothing));
	return node;
}

const statusNamesOf = ({ statusChanges = [] } = {}) =>
	Object.fromEntries(statusChanges.map(({ status, statusName }) => [status, statusName]));

/** @param {{ messages: object, requests: object, callbacks: object, workflows: () => object[], onShow: (id: number) => void }} given */
export function createInspector({ messages, requests, callbacks, workflows, onShow }) {
	/** Of the message that is looked at: those that the page may not have any more. */
	const own = { requests: createLog(MOST_OF_ONE), callbacks: createLog(MOST_OF_ONE) };

	const labelOf = (id) => {
		const message = messages.find(id);
		return message === undefined ? [] : [{ id, label: `Show on ${nameOf(message.number)}` }];
	};
	const requestOf = (request) =>
		requestEntry(request, messages.ofRequest(request.id).slice(0, MOST_LINKS).flatMap(labelOf));
	const callbackOf = (callback) =>
		callbackEntry(
			callback,
			callback.messageEntry === null ? [] : labelOf(callback.messageEntry),
			workflows(),
			statusNamesOf(messages.find(callback.messageEntry)),
		);
	const opened = (entries) => entries.map((entry, index) => ({ ...entry, isOpen: index === 0 }));

	function drawMessage(id) {
		const panel = byId('message');
		const message = messages.find(id);
		panel.querySelector('.hint').hidden = message !== undefined;
		const sections =
			message === undefined
				? []
				: messageSections(
						message,
						opened(own.requests.newestFirst(MOST_OF_ONE).reverse().map(requestOf)),
						opened(own.callbacks.newestFirst(MOST_OF_ONE).reverse().map(callbackOf)),
					);
		drawList(panel.querySelector('.entries'), sections, (each, before) => section(each, before, onShow));
	}

	function drawLog(name, log, entryOf) {
		const panel = byId(name);
		const entries = log.newestFirst(MOST_ENTRIES).map(entryOf);
		panel.querySelector('.hint').hidden = entries.length > 0;
		drawList(panel.querySelector('.entries'), entries, (entry, before) => unfoldable(entry, before, onShow));
	}

	const PANELS = {
		message: drawMessage,
		requests: () => drawLog('requests', requests, requestOf),
		callbacks: () => drawLog('callbacks', callbacks, callbackOf),
		faults: () => undefined,
		settings: () => undefined,
	};

	return {
		/** Asks for all that belongs to a message. */
		async load(id) {
			for (const log of Object.values(own)) log.clear();
			if (id === null) return;
			const [made, told] = await Promise.all([
				read(`requests?message=${id}&last=${MOST_OF_ONE}`),
				read(`callbacks?message=${id}&last=${MOST_OF_ONE}`),
			]);
			for (const request of made.requests) own.requests.put(request);
			for (const callback of told.callbacks) own.callbacks.put(callback);
		},
		/** What comes while a message is looked at. */
		hear(type, entry, id) {
			if (id === null) return;
			if (type === 'callback' && entry.messageEntry === id) own.callbacks.put(entry);
			if (type === 'request' && messages.ofRequest(entry.id).includes(id)) own.requests.put(entry);
		},
		draw: (panel, id) => PANELS[panel](id),
	};
}
