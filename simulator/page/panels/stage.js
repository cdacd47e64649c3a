/** The phones that stand side by side, and which of them one has in hand. */
import { isChannel } from '../support/channels.js';
import { byId } from '../support/dom.js';
import { unescaped } from '../support/unescaped.js';
import { createPhone } from '../phone/phone.js';

const MOST_PHONES = 6;

/** The address names the phones and their channels: `#33600123456/waba,33600123457/sms`. */
function readHash() {
	const parts = location.hash.slice(1).split(',').filter(Boolean);
	return parts.map((text) => text.split('/').map(unescaped));
}

const widthOf = (style) => Number.parseFloat(style.getPropertyValue('--phone-width')) || 300;

/**
 * @param {object} given `messages` is the store, `inspected` says which message is looked at
 * @returns what opens, finds and draws phones
 */
export function createStage({ messages, inspected, onInspect, onChange }) {
	const stage = byId('stage');
	/** In their order on the page. */
	const phones = [];
	/** What was put away by hand does not come back by itself. */
	const closed = new Set();
	/** Phones that were opened by hand stay where they are when there is no room for another one. */
	const opened = new Set();
	/** Phones that made way for others: what was typed there comes back with them. */
	const away = new Map();
	let active;

	const room = () => {
		const style = getComputedStyle(stage);
		const [gap, before, after] = [style.columnGap, style.paddingLeft, style.paddingRight].map(
			(length) => Number.parseFloat(length) || 0,
		);
		return Math.max(1, Math.floor((stage.clientWidth - before - after + gap) / (widthOf(style) + gap)));
	};

	function writeHash() {
		const parts = phones.map(({ number, channel }) => `${encodeURIComponent(number)}/${channel}`);
		history.replaceState(null, '', parts.length === 0 ? '#' : `#${parts.join(',')}`);
	}

	function activate(phone) {
		active = phone;
		for (const each of phones) each.node.classList.toggle('active', each === phone);
		onChange();
	}

	function close(phone) {
		const index = phones.indexOf(phone);
		phones.splice(index, 1);
		phone.node.remove();
		closed.add(phone.number);
		writeHash();
		activate(phones[index] ?? phones.at(-1));
		(active === undefined ? byId('new-number') : active.node.querySelector('h2')).focus();
	}

	const lastChannel = (number) => messages.lastOf(number)?.channel ?? 'sms';

	function make(number, channel) {
		const phone = createPhone({
			number,
			channel: isChannel(channel) ? channel : lastChannel(number),
			messages,
			inspected,
			onInspect,
			onChannel: () => {
				writeHash();
				onChange();
			},
			onClose: () => close(phone),
		});
		phone.node.addEventListener('focusin', () => {
			if (active !== phone) activate(phone);
		});
		return phone;
	}

	const find = (number) => phones.find((phone) => phone.number === number);

	/** Where there is no room, the phone that one has in hand makes way for it. */
	function open(number, channel) {
		const known = find(number);
		if (known !== undefined) {
			if (isChannel(channel)) known.setChannel(channel);
			return known;
		}
		const phone = away.get(number) ?? make(number, channel);
		away.delete(number);
		const isFull = phones.length >= Math.min(room(), MOST_PHONES);
		if (isFull) {
			const index = Math.max(0, phones.indexOf(active));
			away.set(phones[index].number, phones[index]);
			phones[index].node.replaceWith(phone.node);
			phones[index] = phone;
		} else {
			phones.push(phone);
			stage.append(phone.node);
		}
		closed.delete(number);
		phone.arrive(isChannel(channel) ? channel : undefined);
		activate(phone);
		writeHash();
		return phone;
	}

	return {
		/** By hand: it stands there afterwards, and one can write. */
		take(number, channel = undefined) {
			opened.add(number);
			const phone = open(number, channel);
			activate(phone);
			writeHash();
			phone.focus();
			phone.node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
		},
		/** By itself, when something comes: only where there is room, and nothing else moves. */
		offer({ number, channel }) {
			if (closed.has(number) || find(number) !== undefined) return;
			if (phones.length >= Math.min(room(), MOST_PHONES)) return;
			const inHand = active;
			open(number, channel);
			activate(inHand ?? find(number));
		},
		/** What comes to a phone on the page. */
		receive(message) {
			if (find(message.number)?.receive(message)) writeHash();
		},
		show(message) {
			open(message.number, message.channel).show(message);
			activate(find(message.number));
			writeHash();
		},
		readHash() {
			for (const [number, channel] of readHash()) open(number, channel);
		},
		draw() {
			byId('welcome').hidden = phones.length > 0;
			stage.classList.toggle('is-empty', phones.length === 0);
			for (const phone of phones) phone.draw();
		},
		clear() {
			for (const phone of phones.splice(0)) phone.node.remove();
			closed.clear();
			opened.clear();
			away.clear();
			active = undefined;
			writeHash();
		},
		showTime: (time) => phones.forEach((phone) => phone.showTime(time)),
		/** The magnifier beside a message, which is another one once the message has been drawn anew. */
		inspectOf: (id) => stage.querySelector(`[data-entry="${id}"] .inspect`),
		isShown: (number) => find(number) !== undefined,
		opened: () => [...opened],
		active: () => active,
		escape: () => active?.escape() ?? false,
	};
}
