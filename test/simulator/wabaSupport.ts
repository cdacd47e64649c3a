/** What tests of the business messaging interface share. */
import type { Simulator } from '../../simulator/src';
import { asObject, control, startReceiver } from './support';
import type { Received, Receiver } from './support';

export const AGENT = '100100100100100';
export const PHONE = '200200200200200';

export interface JsonAnswer {
	status: number;
	type: string | null;
	body: Record<string, unknown>;
}

export interface CallOptions {
	key?: string | null;
	method?: string;
	contentType?: string;
	agent?: string;
	phone?: string;
	query?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export async function callWaba(
	simulator: Simulator,
	what: string,
	body: unknown,
	{
		key = 'App demo',
		method = 'POST',
		contentType = 'application/json',
		agent = AGENT,
		phone = PHONE,
		query = '',
	}: CallOptions = {},
): Promise<JsonAnswer> {
	const isReady = typeof body === 'string' || Buffer.isBuffer(body);
	const response = await fetch(`${simulator.url}/waba/1.1/json/${agent}/${what}/${phone}${query}`, {
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

export const HELLO = { type: 'text', text: { body: 'Hello' } };

export const sendWaba = (
	simulator: Simulator,
	contentMessage: unknown = HELLO,
	recipients: unknown = ['33600123456'],
): Promise<JsonAnswer> => callWaba(simulator, 'message', { recipients, contentMessage });

export interface Webhook {
	envelope: Record<string, unknown>;
	data: Record<string, unknown>;
}

export const webhookOf = ({ body }: Received): Webhook => {
	const envelope = asObject(JSON.parse(body));
	return { envelope, data: asObject(envelope['data']) };
};

export const webhooksOf = ({ received }: Receiver): Webhook[] => received.map(webhookOf);

/** A phone writes. @returns what the control API answers */
export async function write(
	simulator: Simulator,
	message: Record<string, unknown>,
): Promise<Record<string, unknown>> {
	const { status, body } = await control(simulator, 'POST waba/incoming', {
		from: '33600123456',
		...message,
	});
	expect({ status, error: body['error'] }).toEqual({ status: 202, error: undefined });
	return body;
}

export const startWabaReceiver = (): Promise<Receiver> => startReceiver('/waba?token=a%20b');
