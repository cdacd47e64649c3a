/** What tests of the RCS interface share. */
import type { Simulator } from '../../simulator/src';
import { asObject, control, startReceiver } from './support';
import type { Receiver } from './support';
import { webhookOf } from './wabaSupport';
import type { JsonAnswer } from './wabaSupport';

export const AGENT = 'smsbox-demo-agent';

export interface CallOptions {
	key?: string | null;
	method?: string;
	contentType?: string;
	agent?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export async function callRcs(
	simulator: Simulator,
	what: string,
	body: unknown,
	{ key = 'App demo', method = 'POST', contentType = 'application/json', agent = AGENT }: CallOptions = {},
): Promise<JsonAnswer> {
	const isReady = typeof body === 'string' || Buffer.isBuffer(body);
	const response = await fetch(`${simulator.url}/rcs/1.0/json/${agent}/${what}`, {
		method,
		headers: { ...(key === null ? {} : { authorization: key }), 'content-type': contentType },
		...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		type: response.headers.get('content-type'),
		body: asObject(JSON.parse(text)),
	};
}

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

/** Which statuses were told of, in their order. */
export const statusesOf = ({ received }: Receiver): unknown[] =>
	received.map((call) => webhookOf(call).data['eventType']);
