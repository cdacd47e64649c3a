/** Parts that several schemas have. */
import { z } from 'zod/v4';

import { isJsonObject, isTooDeep } from '../core/json';
import type { JsonObject } from '../core/json';
import { normalizeNumber } from '../sms/recipients/numbers';

/** As long as a text by WhatsApp may be; a phone writes none that is longer. */
const LONGEST_TEXT = 4_096;

type Shown<Value> = Value extends readonly (infer Entry)[]
	? readonly Shown<Entry>[]
	: Value extends object
		? { readonly [Name in keyof Value]: Shown<Value[Name]> }
		: Value;
/** A value of a schema, as it is shown: JSON that nobody changes. */
export type View<Schema extends z.ZodType> = Shown<z.output<Schema>>;

/** The schemas that the description names; all others are written where they are used. */
export const named = z.registry<{ id: string }>();

/** A number that the simulator gave to a message, request, callback or fault. */
export const entryId = z.int();
/** A whole number in a query. */
const wholeNumber = z.coerce.number({ error: 'must be a whole number' }).int();
export const queryId = wholeNumber.min(0).optional();
const MOST_LISTED = 1_000_000;
export const last = wholeNumber.min(1).max(MOST_LISTED).optional().describe('Only this many, the newest.');

export const time = z.string().meta({ format: 'date-time' });
/** A time as a schema's value. */
export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const isoOrNull = (milliseconds: number | undefined): string | null =>
	milliseconds === undefined ? null : iso(milliseconds);

/** What every message has, besides `channel` and `direction`. */
export const envelope = {
	id: entryId,
	number: z.string(),
	at: time,
	requestIds: z.array(entryId).describe('Requests that created or changed it.'),
};

interface Envelope<Channel, Direction> {
	readonly id: number;
	readonly channel: Channel;
	readonly direction: Direction;
	readonly number: string;
}

/** @param at Unix milliseconds */
export const viewEnvelope = <Channel, Direction>(
	message: Envelope<Channel, Direction>,
	at: number,
	requestIds: readonly number[],
): Envelope<Channel, Direction> & Readonly<{ at: string; requestIds: readonly number[] }> => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	at: iso(at),
	requestIds,
});

/** How many messages were read. */
export const readCount = z.strictObject({ read: z.int().min(0) }).register(named, { id: 'ReadCount' });
/** How many messages have another status. */
export const statusChange = z
	.strictObject({ messages: z.int().min(1), status: z.string() })
	.register(named, { id: 'StatusChange' });

export const jsonObject = z.record(z.string(), z.unknown());
export const filled = z.string().min(1);
export const text = filled.max(LONGEST_TEXT);
/** An object whose members the caller names freely. A record would refuse a member such as `constructor`. */
export const free = z
	.custom<JsonObject>(isJsonObject, 'must be a JSON object')
	.refine((value) => !isTooDeep(value), 'is nested too deeply')
	.meta({ type: 'object', additionalProperties: true, description: 'Sent as is.' });

function isBase64(given: string): boolean {
	// Node's own reading skips what is none.
	return Buffer.from(given, 'base64').toString('base64') === given;
}
export const base64 = z.string().refine(isBase64, 'must be base64');

/** Becomes the number in international format. */
export const phoneNumber = filled
	.transform((given, context) => {
		const number = normalizeNumber(given);
		if (number !== undefined) return number;
		context.addIssue('must be a phone number in international or national format');
		return z.NEVER;
	})
	.describe('International (33600123456, +33600123456, 0033600123456) or French national (0600123456).')
	.register(named, { id: 'PhoneNumber' });

const isWeb = (given: string): boolean =>
	URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol);

export const link = z.string().refine(isWeb, 'must be an http or https URL');
/** Becomes null for none. */
export const webUrl = z
	.string()
	.nullable()
	.refine((given) => given === null || given === '' || isWeb(given), 'must be an http or https URL, or null')
	.transform((given) => (given === '' ? null : given))
	.describe('An http or https URL, or null or an empty string for none.')
	.register(named, { id: 'Url' });

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
