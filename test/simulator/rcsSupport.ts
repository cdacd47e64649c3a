/** What tests of the RCS interface share. */
import type { StartOptions } from '../../simulator/src';
import { callJson, toldOf, writerOf, type JsonAnswer, type JsonOptions } from './jsonSupport';
import { startCalling, type Receiver } from './support';

export const AGENT = 'smsbox-demo-agent';
export const twoAgents = ['1', '2'].map((agentId) => ({ agentId, name: `Shop ${agentId}` }));

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

/** A phone writes, taps or types. */
export const write = writerOf('rcs');

export const standalone = (cardContent: unknown, layout: object = {}) => ({
	richCard: { standaloneCard: { cardOrientation: 'VERTICAL', ...layout, cardContent } },
});

export const carousel = (cardContents: unknown, cardWidth: unknown = 'MEDIUM', more: object = {}) => ({
	richCard: { carouselCard: { cardWidth, cardContents, ...more } },
});

/** A simulator with somebody to call. */
export const startTold = (options: StartOptions = {}): Promise<Receiver> =>
	startCalling('rcsWebhookUrl', options, '/rcs?token=a%20b');

/** Which statuses were told of, in their order. */
export const statusesOf = (receiver: Receiver) => toldOf(receiver, 'eventType');
