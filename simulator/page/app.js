import { isChannel } from './channels.js';
import { setUpWaba } from './composer.js';
import { drawConversation, drawPhones } from './conversation.js';
import { byId, formatDay, onceAFrame, sendOnEnter } from './dom.js';
import { setUpIcons } from './icons.js';
import { drawCallbacks, drawRequests, setUpTabs } from './inspector.js';
import { listen, read, send } from './live.js';
import { setUpRcs } from './rcsComposer.js';

/** Entries by their id, in the order they came. A later state of an entry takes the place of the earlier one. */
const messages = new Map();
const requests = new Map();
const callbacks = new Map();

/** No more than the simulator itself keeps. */
const MOST_KEPT = 10_000;

/** Phones that were opened by hand and have no message yet. */
const opened = new Set();
/** The address names the phone and the channel: `#33600123456/waba`. */
const [hashNumber = '', hashChannel = ''] = location.hash.slice(1).split('/').map(decodeURIComponent);
let selected = hashNumber;
let channel = isChannel(hashChannel) ? hashChannel : 'sms';
let state = { now: new Date().toISOString(), speed: 1, balance: 0 };
let stateReadAt = performance.now();

const drawAll = onceAFrame(() => {
	const list = [...messages.values()];
	const last = list[list.length - 1];
	if (selected === '' && last !== undefined) ({ number: selected, channel } = last);
	const view = { messages: list, opened, selected, channel, onSelect: select, handlers };
	drawPhones(view);
	drawConversation(view);
	drawRequests([...requests.values()]);
	drawCallbacks([...callbacks.values()]);
});

/** Without a channel, the one on which this phone was last heard of. */
function select(number, wanted = channelOf(number)) {
	[selected, channel] = [number, wanted];
	history.replaceState(null, '', `#${encodeURIComponent(number)}/${channel}`);
	for (const { forget } of Object.values(handlers)) forget?.();
	drawAll();
	document.querySelector(`form[data-for='${channel}'] textarea`).focus();
}

/** Of the phone that is shown. */
const isInRcsConversation = (message) => message.channel === 'rcs' && message.number === selected;

const channelOf = (number) =>
	[...messages.values()].findLast((message) => message.number === number)?.channel ?? channel;

function keep(store, entry) {
	store.set(entry.id, entry);
	if (store.size > MOST_KEPT) store.delete(store.keys().next().value);
	drawAll();
}

async function readState() {
	state = await read('state');
	stateReadAt = performance.now();
	drawState();
}

function drawState() {
	const now = Date.parse(state.now) + (performance.now() - stateReadAt) * state.speed;
	byId('clock').textContent = formatDay(now);
	byId('speed').textContent = state.speed === 1 ? '' : state.speed === 0 ? 'stopped' : `× ${state.speed}`;
	byId('balance').textContent = String(state.balance);
}

/** Events that come while everything is read anew are newer than what is read: they wait. */
let held = null;

async function readEverything() {
	if (held !== null) return;
	held = [];
	try {
		await readStores();
	} catch {
		// The connection is gone again; when it is back, everything is read once more.
	} finally {
		const events = held;
		held = null;
		for (const [type, data] of events) onEvent[type](data);
	}
	drawAll();
}

async function readStores() {
	const answers = await Promise.all([read('messages'), read('requests'), read('callbacks'), readState()]);
	const stores = [
		[messages, answers[0].messages],
		[requests, answers[1].requests],
		[callbacks, answers[2].callbacks],
	];
	for (const [store, entries] of stores) {
		store.clear();
		for (const entry of entries) store.set(entry.id, entry);
	}
}

const onEvent = {
	message: (data) => keep(messages, data),
	request: (data) => keep(requests, data),
	callback: (data) => keep(callbacks, data),
	// A bulk send changes the credit often: the state is read once for all.
	state: onceAFrame(() => void readState()),
	reset: () => {
		opened.clear();
		void readEverything();
	},
};

function showConnection(text, isLive) {
	byId('connection').textContent = text;
	byId('connection').classList.toggle('live', isLive);
}

function setUpReply() {
	const [form, text, error] = [byId('reply'), byId('text'), byId('reply-error')];
	const optional = (id) => (byId(id).value === '' ? {} : { [id]: byId(id).value });
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		error.textContent = '';
		send('incoming', {
			from: selected,
			text: text.value,
			...optional('to'),
			...optional('keyword'),
			...optional('charset'),
		})
			.then(() => (text.value = ''))
			.catch(({ message }) => (error.textContent = message));
	});
	sendOnEnter(form, text);
}

/** As the simulator shows numbers: `+33 6 00…`, `0033600…` and `0600…` are all 33600…. */
const toInternational = (text) => text.replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '33');

function setUpChannels() {
	for (const button of document.querySelectorAll('[data-channel]')) {
		button.addEventListener('click', () => select(selected, button.dataset.channel));
	}
}

function setUpBar() {
	for (const button of document.querySelectorAll('[data-advance]')) {
		button.addEventListener('click', () => void send('clock', { advance: Number(button.dataset.advance) }));
	}
	byId('reset').addEventListener('click', () => {
		if (confirm('Forget all messages and go back to the initial settings?')) void send('reset');
	});
	byId('open-phone').addEventListener('submit', (event) => {
		event.preventDefault();
		const number = toInternational(byId('new-number').value);
		if (number === '') return;
		opened.add(number);
		byId('new-number').value = '';
		select(number);
	});
}

const handlers = {
	waba: setUpWaba(() => selected),
	rcs: setUpRcs({
		selected: () => selected,
		last: () => [...messages.values()].findLast(isInRcsConversation),
	}),
};
setUpIcons();
setUpTabs();
setUpChannels();
setUpReply();
setUpBar();
setInterval(drawState, 250);
drawAll();
listen({
	onOpen: () => {
		showConnection('Live', true);
		void readEverything();
	},
	onLost: () => showConnection('Connection lost, trying again…', false),
	onEvent: (type, data) => (held === null ? onEvent[type](data) : held.push([type, data])),
});
