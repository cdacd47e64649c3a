/** What tests of the RCS interface share. */
import type { StartOptions } from '../../simulator/src';
import { callJson, webhookOf } from './jsonSupport';
import type { JsonAnswer, JsonOptions } from './jsonSupport';
import { control, startCalling } from './support';
import type { Receiver } from './support';

export const AGENT = 'smsbox-demo-agent';

export interface CallOptions extends JsonOptions {
	agent?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export const callRcs = (
	what: string,
	body: unknown,
	{ agent = AGENT, ...options }: CallOptions = {},
): Promise<JsonAnswer> => callJson(`/rcs/1.0/json/${agent}/${what}`, body, options);

export const HELLO = { text: 'Ça va ? 1 € 👍' };

export const sendRcs = (
	contentMessage: unknown = HELLO,
	recipients: unknown = ['33600123456'],
	more: Record<string, unknown> = {},
): Promise<JsonAnswer> => callRcs('message', { recipients, contentMessage, ...more });

/** Sends, and gives the reference. */
export async function sendForReference(recipients: readonly string[]): Promise<string> {
	const { status, body } = await sendRcs(HELLO, recipients);
	expect(status).toBe(202);
	return String(body['reference']);
}

/** A phone writes, taps or types. @returns what the control API answers */
export async function write(message: Record<string, unknown>): Promise<Record<string, unknown>> {
	const { status, body } = await control('POST rcs/incoming', { from: '33600123456', ...message });
	expect({ status, error: body['error'] }).toEqual({ status: 202, error: undefined });
	return body;
}

/** A simulator with somebody to call. */
export const startTold = (options: StartOptions = {}): Promise<Receiver> =>
	startCalling('rcsWebhookUrl', options, '/rcs?token=a%20b');

/** Which statuses were told of, in their order. */
export const statusesOf = ({ received }: Receiver): unknown[] =>
	received.map((call) => webhookOf(call).data['eventType']);
