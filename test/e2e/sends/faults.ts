import type { JsonObject } from '../../../playground/src/support/json';

/** What the node must say of a message that a fault has struck: whether it was sent is not known, or it was not. */
export type Outcome = 'unknown' | 'rejected';

/** One way in which a request to the service can go wrong. */
export interface Fault {
	name: string;
	/** What the simulated service does; whom it strikes and how often is added ({@link striking}). */
	strike: JsonObject;
	/** How many requests for the same person it strikes. */
	times: number;
	/** Whether a struck request's message reaches the person all the same. */
	arrives: boolean;
	outcome: Outcome;
	/** Which of the five messages of an execution it strikes. */
	struck: readonly number[];
}

/** Messages of an execution in which one fault strikes. */
export const messagesPerRow = 5;
/** Seconds that the nodes wait for an answer: more than a busy n8n takes to read one that is there. */
export const timeoutSeconds = 6;

const html = '<html><body>Passerelle indisponible 🙂</body></html>';
const open = (name: string, arrives: boolean, strike: JsonObject): Fault => ({
	name,
	strike,
	times: 1,
	arrives,
	outcome: 'unknown',
	struck: [2],
});
const rejected = (name: string, times: number, struck: readonly number[]): Fault => ({
	name,
	strike: { kind: 'refuse', status: 400 },
	times,
	arrives: false,
	outcome: 'rejected',
	struck,
});

/**
 * What the service does wrong, or refuses.
 * @param otherHost where it redirects to
 */
export const faultsTo = (otherHost: string): Fault[] => [
	open('cut before it is read', false, { kind: 'cut-before' }),
	open('cut after it is accepted', true, { kind: 'cut-after' }),
	open('cut in mid-answer', true, { kind: 'cut-mid' }),
	open('500, carried out', true, { kind: 'status', accepted: true, body: html }),
	open('401', false, { kind: 'status', status: 401 }),
	open('307 to another host', false, { kind: 'redirect', location: otherHost }),
	open('an answer after the time-out', true, { kind: 'latency', ms: 2_000 * timeoutSeconds }),
	rejected('rejected twice, then accepted', 2, [2]),
	rejected('three of five rejected', 1, [1, 2, 4]),
];

/** What the interface of SMS rejects in its own words may be taken a little later: the node tries it again itself. */
const rejectedSms = { kind: 'body', body: 'ERROR 04' };

/** A service that takes the message and never says so: what is under way when n8n is killed or told to stop. */
export const held: Fault = { ...open('under way', true, { kind: 'hang', accepted: true }), struck: [] };

/** A fault as the simulated service takes it. */
export const striking = ({ strike, times }: Fault, match: JsonObject): JsonObject => ({
	on: 'request',
	...(strike['kind'] === 'refuse' && 'dest' in match ? rejectedSms : strike),
	times,
	match,
});
