/** Warnings on messages that arrived here, although SMSBOX or WhatsApp would not have delivered them. */
import { isScheduled } from '../support/channels.js';
import { element } from '../support/dom.js';
import { icon } from '../support/icons.js';

const WARNINGS = {
	marketingHours: {
		brief: 'outside marketing hours',
		whole: 'Marketing SMS are legal Monday to Saturday, 8:00 to 20:00 Paris time, except on public holidays.',
	},
	replyWindow: {
		brief: 'no Two-Way SMS within 48 hours',
		whole: 'People can reply only to Two-Way SMS, for 48 hours.',
	},
	serviceWindow: {
		brief: 'outside the 24-hour window',
		whole: "WhatsApp delivers only templates to people who haven't written in the last 24 hours.",
	},
};

function outcomeOf(message) {
	if (message.direction === 'in') return 'Would not have been received';
	return isScheduled(message) ? 'Would not be delivered then' : 'Would not have been delivered now';
}

/** Returns the badge in a message's bubble. */
export function warningParts({ warning = null, ...message }) {
	if (warning === null) return [];
	const words = `${outcomeOf(message)}: ${WARNINGS[warning].brief}`;
	return [element('p', { class: 'warning' }, icon('warning'), words)];
}

/** Returns the same for the inspector, with the rule. */
export const warningPairs = ({ warning = null, ...message }) =>
	warning === null ? [] : [['Warning', `${outcomeOf(message)}. ${WARNINGS[warning].whole}`]];
