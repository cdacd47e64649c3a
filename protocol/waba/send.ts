import type { Exchange, WireReply } from '../exchange';
import { jsonRequest } from '../jsonRequest';
import { type JsonReading, readEnvelope, unexpectedJson } from '../jsonReply';
import { exchangesOf, firstOfEach, inChunks } from '../splitting';
import { type WabaAgent, wabaPath } from './agent';
import type { WabaContent } from './content/content';
import { wabaFailures } from './failures';
import { readRecipientResults, type RecipientResult, referenceOf } from './recipientResults';
import { wabaNumbers } from './recipients';

export type { WabaAgent } from './agent';
export type { WabaContent } from './content/content';
export type { RecipientResult } from './recipientResults';

/** What the service says about a send that it took: not that anything was delivered. */
export interface WabaAccepted {
	/** Of the whole request; status updates carry it. */
	reference: string;
	recipients: RecipientResult[];
}

/** A send, checked and divided into requests. Nothing has been sent yet. */
export interface WabaPlan {
	exchanges: Exchange<WabaAccepted>[];
	/** The numbers in the order of sending, as they are sent. */
	to: string[];
	/** Recipients left out because they stood in the list more than once. */
	duplicatesRemoved: number;
}

/** The most in one request ("Limits": business messaging recipients). */
const maxRecipients = 5000;

/** A success has a reference and says of each recipient what became of it; anything else is none. */
function readAccepted(reply: WireReply, reading: JsonReading): WabaAccepted {
	const body = readEnvelope(reply, reading);
	const reference = referenceOf(body);
	if (reference === undefined) throw unexpectedJson(reply, reading);
	return { reference, recipients: readRecipientResults(body.recipients, reply, reading) };
}

/**
 * Plans a send of any kind of content ("Business messaging (WABA) API"): up to 5,000 recipients a request, a number
 * that stands twice in the list once.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`, `to`), before anything is sent
 */
export function planWaba(agent: WabaAgent, recipients: readonly string[], content: WabaContent): WabaPlan {
	const path = wabaPath(agent, 'message');
	const numbers = wabaNumbers([...recipients], 'to');
	const to = firstOfEach(numbers, (number) => number);
	const reading: JsonReading = { failures: wabaFailures, secrets: content.secrets };
	return {
		exchanges: exchangesOf(inChunks(to, maxRecipients), (chunk) => ({
			effect: 'send',
			request: jsonRequest('waba', path, { recipients: [...chunk], contentMessage: content.json }),
			parse: (reply) => readAccepted(reply, reading),
		})),
		to,
		duplicatesRemoved: numbers.length - to.length,
	};
}
