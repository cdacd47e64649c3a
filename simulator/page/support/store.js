/** What the page knows, bounded: the messages by phone and channel, and what went over the wire. */
import { isSignal, isWaiting } from './channels.js';

/** As many as the simulator itself keeps. */
const MOST_MESSAGES = 10_000;
/** The newest; those of one message are asked for when it is looked at. */
export const MOST_WIRE = 500;

/** Entries by their id, oldest first. A later state of an entry takes the place of the earlier one. */
export function createLog(most) {
	const entries = new Map();
	return {
		put(entry) {
			entries.set(entry.id, entry);
			if (entries.size > most) entries.delete(entries.keys().next().value);
		},
		find: (id) => entries.get(id),
		newestFirst: (count) => [...entries.values()].slice(-count).reverse(),
		filter: (isWanted) => [...entries.values()].filter(isWanted),
		clear: () => entries.clear(),
	};
}

function addTo(map, key, value) {
	const known = map.get(key);
	if (known === undefined) map.set(key, new Set([value]));
	else known.add(value);
}

function removeFrom(map, key, value) {
	const known = map.get(key);
	known?.delete(value);
	if (known?.size === 0) map.delete(key);
}

const hasLeft = (message) => !isWaiting(message);

const NOTHING_NOTED = { last: undefined, newest: 0, newestAt: '' };

/** One phone's messages. `last` is the newest; a signal only where there is no message. */
const createConversation = () => ({ version: 0, channels: new Map(), ...NOTHING_NOTED });

function note(own, message, isNew) {
	const isLast = isNew ? own.last === undefined || !isSignal(message) : own.last?.id === message.id;
	if (isLast) own.last = message;
	own.newest = Math.max(own.newest, message.id);
	if (hasLeft(message) && message.at > own.newestAt) own.newestAt = message.at;
}

const departureOf = ({ scheduledFor, at }) => Date.parse(scheduledFor ?? at);
const byDeparture = (a, b) => departureOf(a) - departureOf(b) || a.id - b.id;

/** All messages, each found by its phone and by the requests that concerned it. */
export function createMessages(most = MOST_MESSAGES) {
	const messages = new Map();
	const byRequest = new Map();
	/** In the order in which they were last heard of. */
	const conversations = new Map();
	/** Never goes back, not even when all is read anew: a version that was drawn once never means something else. */
	let changes = 0;

	const allOf = (number, channel) => [...(conversations.get(number)?.channels.get(channel)?.values() ?? [])];

	function forget(message) {
		messages.delete(message.id);
		for (const id of message.requestIds ?? []) removeFrom(byRequest, id, message.id);
		const own = conversations.get(message.number);
		if (own === undefined) return;
		own.version = ++changes;
		own.channels.get(message.channel)?.delete(message.id);
		const isEmpty = [...own.channels.values()].every((channel) => channel.size === 0);
		if (isEmpty) conversations.delete(message.number);
	}

	return {
		/** @returns whether it was not there before, or leaves now: then it stands where it left */
		put(message) {
			const known = messages.get(message.id);
			const isNew = known === undefined || (isWaiting(known) && !isWaiting(message));
			const own = conversations.get(message.number) ?? createConversation();
			const channel = own.channels.get(message.channel) ?? new Map();
			if (isNew) for (const order of [messages, channel]) order.delete(message.id);
			messages.set(message.id, message);
			for (const id of message.requestIds ?? []) addTo(byRequest, id, message.id);
			own.version = ++changes;
			own.channels.set(message.channel, channel.set(message.id, message));
			note(own, message, isNew);
			if (isNew) conversations.delete(message.number);
			conversations.set(message.number, own);
			if (messages.size > most) forget(messages.values().next().value);
			return isNew;
		},
		/** Forgets a message that was taken back. */
		remove(id) {
			const message = messages.get(id);
			if (message === undefined) return;
			forget(message);
			const own = Object.assign(conversations.get(message.number) ?? {}, NOTHING_NOTED);
			for (const each of messages.values()) if (each.number === message.number) note(own, each, true);
		},
		find: (id) => messages.get(id),
		/** Changes whenever something in that conversation does; 0 without messages. */
		versionOf: (number) => conversations.get(number)?.version ?? 0,
		/** @returns {object[]} oldest first, then what waits, soonest first: as the simulator lists them */
		of(number, channel) {
			const all = allOf(number, channel);
			return [...all.filter(hasLeft), ...all.filter(isWaiting).sort(byDeparture)];
		},
		countOf: (number, channel) => conversations.get(number)?.channels.get(channel)?.size ?? 0,
		/** Without what waits. */
		arrivedOf: (number, channel) => allOf(number, channel).filter(hasLeft).length,
		/** Changes whenever a message comes to a phone or leaves for it; empty without one. */
		newestOf(number) {
			const own = conversations.get(number);
			return own === undefined ? '' : `${own.newest} ${own.newestAt}`;
		},
		lastOf: (number) => conversations.get(number)?.last,
		/** The last message of each phone, the latest first. */
		overview: () => [...conversations.values()].map(({ last }) => last).reverse(),
		/** @returns {number[]} the messages that a request made or changed */
		ofRequest: (id) => [...(byRequest.get(id) ?? [])],
		clear() {
			for (const store of [messages, byRequest, conversations]) store.clear();
		},
	};
}
