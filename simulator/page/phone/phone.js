/** One phone: its screen in one channel, the window of the conversation that is drawn, and what it writes. */
import { CHANNEL_NAMES, isSignal, nameOf } from '../support/channels.js';
import { byId, drawList, part } from '../support/dom.js';
import { setUpIcons } from '../support/icons.js';
import { rcsBubble, rcsEntries } from '../rcs/rcs.js';
import { setUpRcs } from '../rcs/rcsComposer.js';
import { smsBubble } from '../sms/sms.js';
import { setUpSms } from '../sms/smsComposer.js';
import { isDrawn, putTools, setUpTools } from './tools.js';
import { wabaBubble, wabaEntries } from '../waba/waba.js';
import { setUpWaba } from '../waba/wabaComposer.js';
import { around, earlierThan, laterThan, windowOf } from './window.js';

/** How the messages of each channel become what a list shows, and what is said of who wrote them. */
const VIEWS = {
	sms: { entries: (messages) => messages, bubble: smsBubble, note: 'Text message' },
	waba: { entries: wabaEntries, bubble: wabaBubble, note: 'Business account' },
	rcs: { entries: rcsEntries, bubble: rcsBubble, note: 'RCS agent' },
};

const NOTHING = {
	sms: 'No SMS yet. Write one below.',
	waba: 'No WhatsApp messages yet. Write one below.',
	rcs: 'No RCS messages yet. Write one below.',
};

const itemIdOf = (node) => node.closest('[data-entry]')?.dataset.entry;

/** A message that is drawn anew while one is at it keeps the focus, at its magnifier. */
function keepFocus(list, entry) {
	if (entry === undefined || list.contains(document.activeElement)) return;
	list.querySelector(`[data-entry="${entry}"] .inspect`)?.focus();
}

/** As close to the end as counts as being there, in pixels. */
const NEAR_END = 80;

/**
 * @param {object} given `messages` is the store; `onInspect` gets a message's number and what was clicked
 * @returns a phone with its `node`
 */
export function createPhone({ number, channel: first, messages, inspected, onClose, onInspect, onChannel }) {
	const node = byId('phone-template').content.cloneNode(true).firstElementChild;
	const [list, chat] = [part(node, 'bubbles'), part(node, 'chat')];
	const buttons = [...node.querySelectorAll('[data-channel]')];
	let [channel, anchor, drawn] = [first, null, ''];
	let newestDrawn = 0;
	let isAtEnd = true;

	const selected = () => number;
	const lastBy = (name) => () => messages.of(number, name).at(-1);
	const handlers = {
		sms: setUpSms(node, selected),
		waba: setUpWaba(node, { selected, last: lastBy('waba') }),
		rcs: setUpRcs(node, { selected, last: lastBy('rcs') }),
	};

	setUpIcons(node);
	setUpTools(list);
	part(node, 'close').addEventListener('click', onClose);
	part(node, 'skip-chat').addEventListener('click', () => phone.focus());
	for (const each of buttons) {
		each.addEventListener('click', () => {
			phone.setChannel(each.dataset.channel);
			onChannel();
		});
	}

	/** How many messages of each channel have arrived in view; what was there before the phone counts too. */
	const seen = new Map();

	function hasUnseen(name, count) {
		const known = seen.get(name);
		const isUnseen = known !== undefined && name !== channel && count > known;
		if (!isUnseen) seen.set(name, count);
		return isUnseen;
	}

	const isNearEnd = () => chat.scrollHeight - chat.scrollTop - chat.clientHeight < NEAR_END;
	const allEntries = () => VIEWS[channel].entries(messages.of(number, channel));

	/** Scrolls by what came above, so that one goes on reading where one was. */
	function keepingPlace(change) {
		const [before] = list.children;
		const top = before?.getBoundingClientRect().top;
		change();
		phone.draw();
		if (before?.isConnected) chat.scrollTop += before.getBoundingClientRect().top - top;
	}

	part(node, 'earlier').addEventListener('click', () =>
		keepingPlace(() => (anchor = earlierThan(allEntries(), anchor))),
	);
	part(node, 'later').addEventListener('click', () => {
		anchor = laterThan(allEntries(), anchor);
		phone.draw();
	});

	function drawHead() {
		node.setAttribute('aria-label', `Phone ${nameOf(number)}`);
		part(node, 'title').textContent = nameOf(number);
		part(node, 'skip-chat').setAttribute('aria-label', `Skip the conversation of ${nameOf(number)}`);
		part(node, 'close').setAttribute('aria-label', `Close the phone ${nameOf(number)}`);
		for (const each of buttons) {
			const count = messages.countOf(number, each.dataset.channel);
			const arrived = messages.arrivedOf(number, each.dataset.channel);
			each.setAttribute('aria-pressed', String(each.dataset.channel === channel));
			each.querySelector('.count').textContent = count === 0 ? '' : String(count);
			each.title = hasUnseen(each.dataset.channel, arrived) ? 'New messages' : '';
		}
		for (const each of node.querySelectorAll('[data-for]')) each.hidden = each.dataset.for !== channel;
		const sender = messages.of(number, channel).findLast(({ direction }) => direction === 'out')?.sender;
		part(node, 'partner').textContent = sender ?? 'No sender yet';
		part(node, 'partner-note').textContent = VIEWS[channel].note;
		part(node, 'avatar').textContent = [...(sender ?? '?')][0];
		node.dataset.channelShown = channel;
	}

	function drawMore(name, count, words) {
		const more = part(node, name);
		more.hidden = count === 0;
		more.textContent = `${words} (${count})`;
	}

	/** The end is gone to where one was at it already, in another conversation, and after what this phone wrote. */
	function goToEnd(wasAtEnd, isOther, written) {
		const hasWritten = written?.id > newestDrawn;
		newestDrawn = written?.id ?? 0;
		isAtEnd = anchor === null && (wasAtEnd || isOther || hasWritten);
		if (isAtEnd) chat.scrollTop = chat.scrollHeight;
	}

	chat.addEventListener('scroll', () => (isAtEnd = isNearEnd()));
	// The phone becomes narrower, or a picture comes: who was at the end stays there.
	const sizes = new ResizeObserver(() => {
		if (isAtEnd && anchor === null) chat.scrollTop = chat.scrollHeight;
	});
	for (const each of [chat, list]) sizes.observe(each);

	const phone = {
		node,
		number,
		get channel() {
			return channel;
		},
		setChannel(wanted) {
			if (wanted !== channel) [channel, anchor] = [wanted, null];
			phone.draw();
		},
		/** Stands on the page, again or for the first time: at the end of its conversation. */
		arrive(wanted = channel) {
			[drawn, anchor] = ['', null];
			phone.setChannel(wanted);
		},
		draw() {
			const state = [channel, anchor, messages.versionOf(number), inspected(), nameOf(number)].join(' ');
			if (state === drawn) return;
			const isOther = !drawn.startsWith(`${channel} `);
			drawn = state;
			drawHead();
			const wasAtEnd = isNearEnd();
			const entries = allEntries();
			const { shown, earlier, later } = windowOf(entries, anchor);
			const { bubble } = VIEWS[channel];
			const focused = list.contains(document.activeElement) ? itemIdOf(document.activeElement) : undefined;
			drawList(list, shown, (entry, previous) => {
				const same = isDrawn(previous, entry) ? previous : undefined;
				return putTools(bubble(entry, handlers[channel], same), entry, onInspect);
			});
			keepFocus(list, focused);
			list.setAttribute('aria-label', `${CHANNEL_NAMES[channel]} messages of ${nameOf(number)}`);
			list.className = `bubbles ${channel}`;
			for (const item of list.children)
				item.classList.toggle('inspected', item.dataset.entry === String(inspected()));
			drawMore('earlier', earlier, 'Earlier messages');
			drawMore('later', later, 'Later messages');
			part(node, 'nothing').hidden = shown.length > 0;
			part(node, 'nothing').textContent = NOTHING[channel];
			goToEnd(
				wasAtEnd,
				isOther,
				entries.findLast(({ direction }) => direction === 'in'),
			);
		},
		/** Brings a message into view, wherever in the conversation it stands. */
		show(message) {
			phone.setChannel(message.channel);
			const isThere = () => list.querySelector(`[data-entry="${message.id}"]`);
			if (isThere() === null) anchor = around(allEntries(), message.id);
			phone.draw();
			isThere()?.scrollIntoView({ block: 'nearest' });
			isThere()?.querySelector('.inspect')?.focus();
		},
		/** A new message opens its channel, unless one is at this phone: then the channel is only marked. */
		receive(message) {
			if (message.direction !== 'out' || isSignal(message) || node.contains(document.activeElement))
				return false;
			phone.setChannel(message.channel);
			return true;
		},
		focus: () => part(node, `${channel}-text`).focus(),
		/** @returns whether there was something that Escape closed */
		escape: () => handlers[channel].escape?.() ?? false,
		showTime: (time) => (part(node, 'time').textContent = time),
	};
	return phone;
}
