/** The settings of an SMS, as n8n's fields call them, with their value in the API. */

const CATEGORIES = { 1: 'Private', 2: 'Alert or Notification', 3: 'Non-Marketing Group', 4: 'Marketing' };
const SENDER_TYPES = { Expert: 'Sender ID', Standard: 'Short Code', Reponse: 'Two-Way' };
const ENCODINGS = { gsm: 'GSM-7', unicode: 'Unicode' };

export const encodingOf = ({ coding }) => ENCODINGS[coding];

/** A message without a strategy counts as marketing. */
const categoryOf = ({ strategy }) =>
	strategy === null ? `${CATEGORIES[4]} (no strategy)` : `${CATEGORIES[strategy]} (strategy ${strategy})`;

/** Returns rows for the inspector; none for anything but a sent SMS. */
export const detailsOf = (message) =>
	message.channel === 'sms' && message.direction === 'out'
		? [
				['Message Category', categoryOf(message)],
				['Sender Type', `${SENDER_TYPES[message.mode]} (mode ${message.mode})`],
				['Segments', message.parts],
				['Encoding', encodingOf(message)],
			]
		: [];
