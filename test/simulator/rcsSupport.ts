/** What tests of the RCS interface share. */
import type { Simulator } from '../../simulator/src';
import { callJson, webhookOf } from './jsonSupport';
import type { JsonAnswer, JsonOptions } from './jsonSupport';
import { control, start, startReceiver } from './support';
import type { Receiver } from './support';

export const AGENT = 'smsbox-demo-agent';

export interface CallOptions extends JsonOptions {
	agent?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export const callRcs = (
	simulator: Simulator,
	what: string,
	body: unknown,
	{ agent = AGENT, ...options }: CallOptions = {},
): Promise<JsonAnswer> => callJson(simulator, `/rcs/1.0/json/${agent}/${what}`, body, options);

export const HELLO = { text: 'Ça va ? 1 € 👍' };

export const sendRcs = (
	simulator: Simulator,
	contentMessage: unknown = HELLO,
	recipients: unknown = ['33600123456'],
	more: Record<string, unknown> = {},
): Promise<JsonAnswer> => callRcs(simulator, 'message', { recipients, contentMessage, ...more });

/** Sends, and gives the reference. */
export async function sendForReference(simulator: Simulator, recipients: readonly string[]): Promise<string> {
	const { status, body } = await sendRcs(simulator, HELLO, recipients);
	expect(status).toBe(202);
	return String(body['reference']);
}

/** A phone writes, taps or types. @returns what the control API answers */
export async function write(
	simulator: Simulator,
	message: Record<string, unknown>,
): Promise<Record<string, unknown>> {
	const { status, body } = await control(simulator, 'POST rcs/incoming', { from: '33600123456', ...message });
	expect({ status, error: body['error'] }).toEqual({ status: 202, error: undefined });
	return body;
}

export const startRcsReceiver = (): Promise<Receiver> => startReceiver('/rcs?token=a%20b');

/** A simulator with somebody to call. */
export async function startTold(): Promise<{ receiver: Receiver; simulator: Simulator }> {
	const receiver = await startRcsReceiver();
	return { receiver, simulator: await start({ rcsWebhookUrl: receiver.url }) };
}

/** Which statuses were told of, in their order. */
export const statusesOf = ({ received }: Receiver): unknown[] =>
	received.map((call) => webhookOf(call).data['eventType']);
