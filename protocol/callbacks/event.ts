import { createHash } from 'node:crypto';
import type { MessageStatus } from '../messageStatus';
import { e164 } from '../recipients/phoneNumbers';
import type { RawParameter } from './rawQuery';

export type Channel = 'sms' | 'waba' | 'rcs';

/** What every trigger gives, whatever the channel. What the callback did not say is null. */
export type MessagingEvent = {
	channel: Channel;
	event: string;
	/** The same for the same callback sent twice; 32 hexadecimal digits. */
	eventId: string;
	/** ISO 8601 in UTC. */
	timestamp: string | null;
	/** A phone number with `+`; as it came where it is a short code, a name, or an agent. */
	from: string | null;
	to: string | null;
	reference: string | null;
	status?: MessageStatus;
	/** For a final status of an SMS: the same in the delivery report and in the history. */
	statusId?: string;
	text?: string | null;
};

/** Who an event is from, or to: see {@link MessagingEvent}. */
export const partyOf = (named: string | null | undefined): string | null =>
	typeof named === 'string' ? e164(named) : null;

/** Bytes, so that one value's id does not depend on how it was decoded. */
function fingerprintOf({ name, bytes }: RawParameter): string {
	return JSON.stringify([name, Buffer.from(bytes).toString('latin1')]);
}

/** An id of an event: equal for what is equal. */
export function eventHash(channel: Channel, event: string, values: readonly string[]): string {
	const fingerprint = [channel, event, ...values].join('\n');
	return createHash('sha256').update(fingerprint, 'utf8').digest('hex').slice(0, 32);
}

/**
 * An id of a callback: equal for equal parameters, whatever their order and the way they were escaped.
 * *Assumed*: a callback that is repeated carries the same values, its time included.
 */
export function eventIdOf(channel: Channel, event: string, parameters: readonly RawParameter[]): string {
	return eventHash(channel, event, parameters.map(fingerprintOf).sort());
}

/**
 * An id of a final status of an SMS: equal wherever that status was found.
 *
 * @returns undefined while another status can follow, and where the message or its recipient is not known
 */
export function statusIdOf(
	reference: string | null,
	to: string | null,
	status: MessageStatus | undefined,
): string | undefined {
	if (reference === null || to === null || status?.final !== true) return undefined;
	return [reference, to.replace(/^(?:\+|00)/, ''), status.code].join(':');
}

const unixSeconds = /^\d{1,12}$/;
/** Of the year 9999. What is more is no number of seconds. */
const lastSecond = 253_402_300_799;

/**
 * The time of a callback as ISO 8601 in UTC. The service calls it a "Unix timestamp, Paris time"; that it counts
 * from 1970 in UTC, as Unix time does, is *assumed*.
 *
 * @returns null for what is no such time
 */
export function isoTimestamp(seconds: string | undefined): string | null {
	const digits = seconds?.trim() ?? '';
	if (!unixSeconds.test(digits) || Number(digits) > lastSecond) return null;
	return new Date(Number(digits) * 1000).toISOString();
}
