import { createHash } from 'node:crypto';
import type { Exchange } from '../../../protocol/exchange';

/** Enough of a hash to recognize a text; nothing of the text can be read from it. */
export const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64').slice(0, 22);

/** By which a request of an agent's tool is recognized in another call. */
export interface MessageIdentity {
	/** Hash of what goes out. */
	request: string;
	/** Hashes of its recipients; empty where they are not known (a group), absent where it is no message. */
	recipients?: string[];
}

/** The same with what the model asked for. */
export interface AskedMessage extends Partial<MessageIdentity> {
	input?: string | undefined;
}

export function identityOf({ effect, request, recipients = [] }: Exchange<unknown>): MessageIdentity {
	const { api, method, path, body = '' } = request;
	return {
		request: hashOf([api, method, path, body].join('\n')),
		...(effect === 'send' && { recipients: [...new Set(recipients)].map(hashOf).sort() }),
	};
}

/** Whether two requests are one message: the same recipients, and either the same request or the same input by the model. */
export function isSameMessage(one: AskedMessage, other: AskedMessage): boolean {
	const isToSame = one.recipients?.join() === other.recipients?.join();
	const isSameRequest = one.request === other.request;
	return isToSame && (isSameRequest || (one.recipients !== undefined && one.input === other.input));
}

/** Whether two messages may reach the same person; where recipients are not known, they may. */
export function mayReachSame(one: AskedMessage, other: AskedMessage): boolean {
	if (one.recipients === undefined || other.recipients === undefined) return false;
	if (one.recipients.length === 0 || other.recipients.length === 0) return true;
	const known = new Set(one.recipients);
	return other.recipients.some((recipient) => known.has(recipient));
}
