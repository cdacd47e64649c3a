/** A conversation by WhatsApp: its bubbles with quotes, reactions, ticks, and what a phone does with them. */
import { CHANNEL_NAMES, toneOf } from '../support/channels.js';
import { button, element, formatTime } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { failureParts, textOf, ticks, titleOf } from '../phone/parts.js';
import { warningParts } from '../phone/warnings.js';
import { bodyParts, contentOf } from './wabaParts.js';

const QUICK_REACTIONS = ['👍', '❤️', '😂'];

const targetOf = (content) => (content.type === 'reaction' ? content.reaction?.message_id : undefined);
const quotedOf = (content) => content.context?.message_id ?? content.context?.id;

/**
 * The messages as they are shown: a reaction stands on the message that it is for, an answer has what it quotes.
 * @param {object[]} messages of one phone, oldest first
 */
export function wabaEntries(messages) {
	const known = new Map(messages.map((message) => [message.messageId, message]));
	const reactions = new Map();
	const shown = [];
	for (const message of messages) {
		const target = targetOf(contentOf(message));
		if (!known.has(target)) shown.push(message);
		else
			reactions.set(target, {
				...reactions.get(target),
				[message.direction]: contentOf(message).reaction.emoji,
			});
	}
	return shown.map((message) => {
		const quotedId = quotedOf(contentOf(message));
		return {
			...message,
			quote:
				quotedId === undefined
					? null
					: (known.get(quotedId)?.text ?? 'A message that is no longer available'),
			reactions: Object.values(reactions.get(message.messageId) ?? {})
				.map(textOf)
				.filter((emoji) => emoji !== ''),
		};
	});
}

function outgoingMeta(message) {
	const reasons = message.errors.map(({ code, title }) => `${code} ${title}`).join(', ');
	return [
		formatTime(message.at),
		ticks(message.ticks),
		element('span', { class: `pill ${toneOf(message)}` }, message.statusName),
		...(reasons === '' ? [] : [element('span', { class: 'error' }, reasons)]),
	];
}

const incomingMeta = (message) => [
	formatTime(message.at),
	ticks(message.readAt === null ? 'two' : 'blue'),
	message.readAt === null ? 'not marked as read' : `read at ${formatTime(message.readAt)}`,
	...failureParts(message),
];

function actions(message, { onReply, onReact }) {
	const title = titleOf(message);
	const action = (label, name, link, act) =>
		button({ 'aria-label': `${name} ${link} ${title}`, title: name }, label, act);
	return element(
		'div',
		{ class: 'actions' },
		action(icon('reply'), 'Reply', 'to', () => onReply(message)),
		...QUICK_REACTIONS.map((emoji) =>
			action(emoji, `React with ${emoji}`, 'to', () => onReact(message, emoji)),
		),
		action(icon('close'), 'Remove the reaction', 'from', () => onReact(message, '')),
	);
}

function metaNode(message) {
	const isOut = message.direction === 'out';
	const ids = isOut ? [`Reference ${message.reference}`] : [];
	const title = [...ids, `ID ${message.messageId}`].join(', ');
	return element('p', { class: 'meta', title }, ...(isOut ? outgoingMeta : incomingMeta)(message));
}

const reactionNodes = ({ reactions }) =>
	reactions.length === 0
		? []
		: [
				element(
					'p',
					{ class: 'reactions' },
					element('span', { class: 'hidden' }, 'Reactions: '),
					reactions.join(' '),
				),
			];

/** Only what is said below a message changes: an open list stays open, and focus where it is. */
function renewed(previous, message) {
	previous.querySelector('.meta').replaceWith(metaNode(message));
	previous.querySelector('.reactions')?.remove();
	previous.append(...reactionNodes(message));
	return previous;
}

/**
 * @param {{ onReply: Function, onReact: Function, onTap: Function }} handlers what the phone does with a message
 * @param {Element | undefined} previous this message's earlier node
 */
export function wabaBubble(message, handlers, previous) {
	if (previous !== undefined) return renewed(previous, message);
	const isOut = message.direction === 'out';
	const sender = isOut ? message.sender : 'This phone';
	return element(
		'li',
		{ class: `bubble waba ${message.direction}`, 'aria-label': `${CHANNEL_NAMES.waba}, ${sender}` },
		element('p', { class: 'sender' }, sender),
		...(message.quote === null ? [] : [element('blockquote', {}, message.quote)]),
		...bodyParts(message, handlers),
		...warningParts(message),
		metaNode(message),
		...reactionNodes(message),
		...(isOut ? [actions(message, handlers)] : []),
	);
}
