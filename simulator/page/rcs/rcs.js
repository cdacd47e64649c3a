/** A conversation by RCS: its bubbles and cards, what is said of them, and who is typing. */
import { CHANNEL_NAMES, isSignal, toneOf } from '../support/channels.js';
import { element, formatTime } from '../support/dom.js';
import { failureParts, textOf, ticks } from '../phone/parts.js';
import { contentParts, isCard, isCarousel } from './rcsContent.js';
import { suggestionParts } from './rcsSuggestions.js';

const isTyping = (message) => isSignal(message) && message.event === 'IS_TYPING';

/**
 * The messages as they are shown: that an agent types stands at the end only, until it has written. An agent's message has
 * `isAnswered` once the person has replied to that agent, as a phone then hides its suggestions.
 * @param {object[]} messages of one phone, oldest first
 */
export function rcsEntries(messages) {
	const lastReplies = new Map(
		messages.flatMap(({ direction, to }, index) => (direction === 'in' ? [[to, index]] : [])),
	);
	const written = messages.findLastIndex((message) => message.direction === 'out' && !isSignal(message));
	const typing = messages.findLastIndex(isTyping);
	const shown = messages
		.map((message, index) =>
			message.direction === 'out' && lastReplies.get(message.sender) > index
				? { ...message, isAnswered: true }
				: message,
		)
		.filter((message) => !isTyping(message));
	return typing > written ? [...shown, messages[typing]] : shown;
}

const pill = (message) => element('span', { class: `pill ${toneOf(message)}` }, message.statusName);

const isRevoked = ({ revokedAt = null }) => revokedAt !== null;

function metaNode(message) {
	const isOut = message.direction === 'out';
	const outcome = () => [ticks(message.ticks), pill(message)];
	const seen = () => [
		ticks(message.readAt === null ? 'two' : 'blue'),
		message.readAt === null ? 'not marked as read' : `read at ${formatTime(message.readAt)}`,
		...failureParts(message),
	];
	return element(
		'p',
		{ class: 'meta', ...(isOut ? { title: `Reference ${message.reference}` } : {}) },
		formatTime(message.at),
		...(isOut ? outcome : seen)(),
	);
}

function agentNode(name) {
	const avatar = element('span', { class: 'rcs-avatar', 'aria-hidden': 'true' }, [...name][0] ?? '');
	return element('p', { class: 'sender' }, avatar, name);
}

function bodyNode(message, tapped) {
	if (isRevoked(message))
		return element('p', { class: 'rcs-gone' }, 'Revoked by the agent before it was read');
	const parts = contentParts(message, tapped);
	const isOut = message.direction === 'out';
	return element(
		'div',
		{ class: 'rcs-body' },
		...(isOut && isCard(message) ? parts : [element('div', { class: 'rcs-bubble' }, ...parts)]),
		...(isOut && !message.isAnswered
			? suggestionParts(message.content?.suggestions, 'rcs-chip', tapped)
			: []),
	);
}

function typingBubble({ sender }) {
	const dots = element('span', { class: 'rcs-dots', 'aria-hidden': 'true' });
	dots.append(...[0, 1, 2].map(() => element('i')));
	return element(
		'li',
		{ class: 'bubble rcs out rcs-typing' },
		element(
			'div',
			{ class: 'rcs-bubble' },
			dots,
			element('span', { class: 'hidden' }, `${sender} is typing`),
		),
	);
}

const SIGNALS = { READ: 'read your messages' };

function signalNode({ sender, event, at }) {
	const said = Object.hasOwn(SIGNALS, event) ? SIGNALS[event] : `sent the event ${textOf(event)}`;
	return element('li', { class: 'rcs-note' }, `${sender} ${said} · ${formatTime(at)}`);
}

/** Only what is said below a message changes, unless it is taken back, and its suggestions go: focus and scroll position stay. */
function renewed(previous, message) {
	previous.querySelector('.meta').replaceWith(metaNode(message));
	if (message.isAnswered) previous.querySelector('.rcs-chips')?.remove();
	return previous;
}

/**
 * @param {{ onTap: (message: object, answer: object, deed: object | null, node: Element) => void }} handlers what the
 * phone does with a message
 * @param {Element | undefined} previous this message's earlier node
 */
export function rcsBubble(message, { onTap }, previous) {
	if (isSignal(message)) return isTyping(message) ? typingBubble(message) : signalNode(message);
	if (previous !== undefined && !isRevoked(message)) return renewed(previous, message);
	const isOut = message.direction === 'out';
	const sender = isOut ? message.sender : 'This phone';
	return element(
		'li',
		{
			class: `bubble rcs ${message.direction}${isOut && isCarousel(message) ? ' wide' : ''}`,
			'aria-label': `${CHANNEL_NAMES.rcs}, ${sender}`,
		},
		isOut ? agentNode(sender) : element('p', { class: 'sender hidden' }, sender),
		bodyNode(message, (answer, deed, node) => onTap(message, answer, deed, node)),
		metaNode(message),
	);
}
