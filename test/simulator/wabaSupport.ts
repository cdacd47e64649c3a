/** What tests of the business messaging interface share. */
import type { StartOptions } from '../../simulator/src';
import { callJson, writerOf, type JsonAnswer, type JsonOptions } from './jsonSupport';
import { startCalling, type Receiver } from './support';

export const AGENT = '100100100100100';
export const PHONE = '200200200200200';

export const twoAgents = ['1', '2'].map((id) => {
	return { wabaId: id, phoneId: `${id}${id}`, phoneNumber: `+3360012340${id}`, name: 'Shop' };
});

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

/** A phone writes. */
export const write = writerOf('waba');

const texts = (values: readonly string[]) => values.map((text) => ({ type: 'text', text }));
export const bodyOf = (...values: string[]) => ({ type: 'body', parameters: texts(values) });
export const linkButton = (...values: string[]) => ({
	...{ type: 'button', sub_type: 'url', index: '0' },
	parameters: texts(values),
});
/** @param more of the template */
export const template = (components: unknown, more: object = {}) => ({
	type: 'template',
	template: { name: 'login_code', language: { code: 'en_US' }, components, ...more },
});

/** A simulator with somebody to call. */
export const startTold = (options: StartOptions = {}): Promise<Receiver> =>
	startCalling('wabaWebhookUrl', options, '/waba?token=a%20b');
