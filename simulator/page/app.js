import { CHANNEL_NAMES, isSignal, nameOf, setContacts } from './support/channels.js';
import { createBar } from './panels/bar.js';
import { byId, onceAFrame } from './support/dom.js';
import { failureOf } from './panels/exchange.js';
import { createFaults } from './panels/faults.js';
import { setUpIcons } from './support/icons.js';
import { createInspector } from './panels/inspector.js';
import { listen, read, rereading } from './support/live.js';
import { drawOverview, phoneOf } from './panels/overview.js';
import { setUpSamples } from './panels/samples.js';
import { createSettings } from './panels/settings.js';
import { createStage } from './panels/stage.js';
import { createLog, createMessages, MOST_WIRE } from './support/store.js';
import { createTabs } from './panels/tabs.js';

const messages = createMessages();
const requests = createLog(MOST_WIRE);
const callbacks = createLog(MOST_WIRE);
let faults = [];
let state = {};
/** The number of the message that the inspector shows. */
let inspected = null;

const drawAll = onceAFrame(() => {
	stage.draw();
	drawOverview({ messages, stage, search: byId('new-number').value });
	if (tabs.isOpen()) inspector.draw(tabs.current(), inspected);
	settings.draw(state);
	faultSwitches.draw();
});

async function inspect(id, from) {
	inspected = id;
	tabs.open('message', () => (from.isConnected ? from : stage.inspectOf(id)));
	try {
		await inspector.load(id);
	} catch {
		// The connection is gone; the message itself is shown all the same.
	}
	drawAll();
}

function showOnPhone(id) {
	const message = messages.find(id);
	if (message === undefined) return;
	inspected = id;
	if (tabs.isOverPhones()) tabs.close();
	stage.show(message);
	drawAll();
}

const bar = createBar({ onMinute: (time) => stage.showTime(time) });
const stage = createStage({ messages, inspected: () => inspected, onInspect: inspect, onChange: drawAll });
const inspector = createInspector({
	messages,
	requests,
	callbacks,
	workflows: () => state.workflows ?? [],
	onShow: showOnPhone,
});
const tabs = createTabs(drawAll);
const faultSwitches = createFaults({
	current: () => faults,
	onChange(given) {
		faults = given;
		drawAll();
	},
});
const settings = createSettings(readState);
const samples = setUpSamples(stage);

let [statesAsked, stateShown] = [0, 0];

async function readState() {
	const turn = ++statesAsked;
	const answer = await read('state');
	// Two that are asked for at once may be answered in any order.
	if (turn < stateShown) return;
	[state, stateShown] = [answer, turn];
	setContacts(state.contacts);
	samples.showKey(state.key);
	bar.setState(state);
	drawAll();
}

/** Events that come while everything is read anew are newer than what is read: they wait. */
let held = null;

/** Reads all that the page shows, once per connection: each may have missed what came before it. */
const readEverything = rereading({
	async read() {
		held = [];
		try {
			await readStores();
		} finally {
			const events = held;
			held = null;
			for (const [type, data] of events) onEvent[type](data);
		}
		stage.readHash();
		for (const message of messages.overview()) stage.offer(message);
		drawAll();
	},
	onFailure: () => bar.showConnection('Reading failed. Retrying…', false),
	onSuccess: () => bar.showConnection('Live', true),
});

async function readStores() {
	const [sent, asked, called, struck] = await Promise.all([
		read('messages?last=10000'),
		read(`requests?last=${MOST_WIRE}`),
		read(`callbacks?last=${MOST_WIRE}`),
		read('faults'),
		readState(),
		inspector.load(inspected),
	]);
	for (const log of [messages, requests, callbacks]) log.clear();
	for (const message of sent.messages) messages.put(message);
	for (const request of asked.requests) requests.put(request);
	for (const callback of called.callbacks) takeCallback(callback);
	({ faults } = struck);
}

/** Keeps a callback, and on a message from a phone whether it failed. An unchanged message isn't drawn again. */
function takeCallback(callback) {
	callbacks.put(callback);
	const message = messages.find(callback.messageEntry);
	const failure = failureOf(callback);
	if (message?.direction === 'in' && message.failure !== failure) messages.put({ ...message, failure });
}

/** Said to those who do not see it; of many at once the last. */
function announce(message) {
	if (message.direction === 'in' || isSignal(message)) return;
	const from = `${CHANNEL_NAMES[message.channel]} from ${message.sender} to ${nameOf(message.number)}`;
	byId('announcer').textContent = `${from}: ${message.text}`;
}

const onEvent = {
	message(message) {
		if (messages.put({ failure: messages.find(message.id)?.failure, ...message })) {
			announce(message);
			stage.offer(message);
			stage.receive(message);
		}
		drawAll();
	},
	removed({ id }) {
		messages.remove(id);
		if (inspected === id) inspected = null;
		drawAll();
	},
	request(request) {
		requests.put(request);
		inspector.hear('request', request, inspected);
		drawAll();
	},
	callback(callback) {
		takeCallback(callback);
		inspector.hear('callback', callback, inspected);
		drawAll();
	},
	// A bulk send changes the credit often: the state is read once for all.
	state: onceAFrame(() => void readState().catch(() => undefined)),
	faults(given) {
		({ faults } = given);
		drawAll();
	},
	reset() {
		inspected = null;
		stage.clear();
		readEverything.start();
	},
};

byId('open-phone').addEventListener('submit', (event) => {
	event.preventDefault();
	const number = phoneOf({ messages, stage, search: byId('new-number').value });
	byId('new-number').value = '';
	if (number !== undefined) stage.take(number);
});
byId('new-number').addEventListener('input', drawAll);
byId('skip').addEventListener('click', (event) => {
	event.preventDefault();
	byId('stage').focus();
});
addEventListener('keydown', ({ key }) => {
	if (key === 'Escape' && !stage.escape()) tabs.close();
});
addEventListener('resize', drawAll);
setUpIcons(document);
drawAll();
listen({
	onOpen: readEverything.start,
	onLost: () => {
		readEverything.stop();
		bar.showConnection('Connection lost. Retrying…', false);
	},
	onRefused: () => {
		readEverything.stop();
		bar.showConnection('Too many open pages. Close one.', false);
	},
	onEvent: (type, data) => (held === null ? onEvent[type](data) : held.push([type, data])),
});
