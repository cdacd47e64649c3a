/** What is told apart by channel wherever messages of both stand together. */

const SMS_TONES = { 0: 'good', 33: 'good', 9: 'moving', 10: 'moving', 30: 'moving', '-1': 'moving' };
const WABA_TONES = { failed: 'bad', delivered: 'good', read: 'good' };

export const CHANNEL_NAMES = { sms: 'SMS', waba: 'WhatsApp' };

/** How an outcome looks; the status is always written out as well. */
export function toneOf({ channel, status }) {
	if (channel === 'waba') return WABA_TONES[status] ?? 'moving';
	return status === null ? 'waiting' : (SMS_TONES[status] ?? 'bad');
}

/** A contact of WhatsApp may have a user ID and no number. */
const isNumber = (number) => /^\d+$/.test(number);
export const nameOf = (number) => (isNumber(number) ? `+${number}` : number);
export const senderOf = (number) => (isNumber(number) ? { from: number } : { fromUserId: number });
