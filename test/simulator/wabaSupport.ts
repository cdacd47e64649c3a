/** What tests of the business messaging interface share. */
import type { StartOptions } from '../../simulator/src';
import { callJson } from './jsonSupport';
import type { JsonAnswer, JsonOptions } from './jsonSupport';
import { control, startCalling } from './support';
import type { Receiver } from './support';

export const AGENT = '100100100100100';
export const PHONE = '200200200200200';

export interface CallOptions extends JsonOptions {
	agent?: string;
	phone?: string;
	query?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export const callWaba = (
	what: string,
	body: unknown,
	{ agent = AGENT, phone = PHONE, query = '', ...options }: CallOptions = {},
): Promise<JsonAnswer> => callJson(`/waba/1.1/json/${agent}/${what}/${phone}${query}`, body, options);

export const HELLO = { type: 'text', text: { body: 'Hello' } };

export const sendWaba = (
	contentMessage: unknown = HELLO,
	recipients: unknown = ['33600123456'],
): Promise<JsonAnswer> => callWaba('message', { recipients, contentMessage });

/** A phone writes. @returns what the control API answers */
export async function write(message: Record<string, unknown>): Promise<Record<string, unknown>> {
	const { status, body } = await control('POST waba/incoming', {
		from: '33600123456',
		...message,
	});
	expect({ status, error: body['error'] }).toEqual({ status: 202, error: undefined });
	return body;
}

/** A simulator with somebody to call. */
export const startTold = (options: StartOptions = {}): Promise<Receiver> =>
	startCalling('wabaWebhookUrl', options, '/waba?token=a%20b');
