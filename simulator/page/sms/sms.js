/** A conversation by SMS. */
import { CHANNEL_NAMES, isScheduled, toneOf } from '../support/channels.js';
import { element, formatDay, formatTime } from '../support/dom.js';
import { encodingOf } from './smsDetails.js';
import { messageText } from '../phone/links.js';
import { failureParts } from '../phone/parts.js';
import { warningParts } from '../phone/warnings.js';

export const statusPill = (message) =>
	element('span', { class: `pill ${toneOf(message)}` }, message.statusName);

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

function outgoingMeta(message) {
	const when = isScheduled(message) ? `for ${formatDay(message.scheduledFor)}` : formatTime(message.at);
	const encoding = encodingOf(message);
	const cut = message.isCut ? [element('span', { class: 'pill bad' }, 'Truncated')] : [];
	return [[when, plural(message.parts, 'segment'), encoding].join(' · '), ...cut, statusPill(message)];
}

function incomingMeta(message) {
	const { at, charset, keyword } = message;
	const facts = [formatTime(at), charset, ...(keyword === '' ? [] : [`keyword ${keyword}`])];
	return [facts.join(' · '), ...failureParts(message)];
}

const SIDES = {
	out: { meta: outgoingMeta, sender: ({ sender }) => sender, references: ({ references }) => references },
	in: {
		meta: incomingMeta,
		sender: ({ to }) => (to === '' ? 'This phone' : `This phone to ${to}`),
		references: ({ reference }) => [reference],
	},
};

export function smsBubble(message) {
	const { meta, sender, references } = SIDES[message.direction];
	return element(
		'li',
		{ class: `bubble sms ${message.direction}`, 'aria-label': `${CHANNEL_NAMES.sms}, ${sender(message)}` },
		element('p', { class: 'sender' }, sender(message)),
		messageText(message.text),
		...warningParts(message),
		element('p', { class: 'meta', title: `Reference ${references(message).join(', ')}` }, ...meta(message)),
	);
}
