/** What is told apart by channel wherever messages of several stand together. */

export const CHANNEL_NAMES = { sms: 'SMS', waba: 'WhatsApp', rcs: 'RCS' };

/** @param {string} name from an address or an old state: any text */
export const isChannel = (name) => Object.hasOwn(CHANNEL_NAMES, name);

const toneBy = (tones, absent) => (status) => (Object.hasOwn(tones, status) ? tones[status] : absent);

const SMS_TONES = { 0: 'good', 33: 'good', 9: 'moving', 10: 'moving', 30: 'moving', '-1': 'moving' };
const RCS_TONES = {
	DELIVERED: 'good',
	READ: 'good',
	FAILED: 'bad',
	REJECTED: 'bad',
	EXPIRED: 'bad',
	REVOKED: 'waiting',
};

const TONES = {
	sms: (status) => (status === null ? 'waiting' : toneBy(SMS_TONES, 'bad')(status)),
	waba: toneBy({ failed: 'bad', delivered: 'good', read: 'good' }, 'moving'),
	rcs: (status) => toneBy(RCS_TONES, 'moving')(String(status).toUpperCase()),
};

/** How an outcome looks; the status is always written out as well. */
export const toneOf = ({ channel, status }) => TONES[channel](status);

/** What an agent only signals by RCS: that it types, or has read. It is no message. */
export const isSignal = ({ channel, direction, kind }) =>
	channel === 'rcs' && direction === 'out' && kind === 'event';

/** An SMS that hasn't left yet: it is scheduled, or one of a large send. */
export const isWaiting = ({ channel, direction, status }) =>
	channel === 'sms' && direction === 'out' && status === null;
export const isScheduled = (message) => isWaiting(message) && message.scheduledFor !== null;

/** A contact of WhatsApp may have a user ID and no number. */
const isNumber = (number) => /^\d+$/.test(number);
const digitsOf = (number) => (isNumber(number) ? `+${number}` : number);
let contacts = new Map();
/** @param {{ number: string, name: string }[]} given */
export const setContacts = (given) => {
	contacts = new Map(given.map(({ number, name }) => [number, name]));
};
/** With the contact's name, if there is one: `Ana (+33600123456)`. */
export const nameOf = (number) => {
	const name = contacts.get(number);
	return name === undefined ? digitsOf(number) : `${name} (${digitsOf(number)})`;
};
export const senderOf = (number) => (isNumber(number) ? { from: number } : { fromUserId: number });
