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
	/** Also run with WABA and RCS, and with n8n 1. */
	isCore: boolean;
}

/** Messages of an execution in which one fault strikes. */
export const messagesPerRow = 5;
/** Seconds that the nodes wait for an answer: more than a busy n8n takes to read one that is there. */
export const timeoutSeconds = 6;

const third = [2];
const unknown = { times: 1, outcome: 'unknown', struck: third } as const;
const html = '<html><body>Passerelle indisponible 🙂</body></html>';

/**
 * What the service does wrong, or refuses.
 * @param otherHost where it redirects to
 */
export function faultsTo(otherHost: string): Fault[] {
	return [
		{
			...unknown,
			name: 'cut before it is read',
			strike: { kind: 'cut-before' },
			arrives: false,
			isCore: true,
		},
		{
			...unknown,
			name: 'cut after it is accepted',
			strike: { kind: 'cut-after' },
			arrives: true,
			isCore: true,
		},
		{ ...unknown, name: 'cut in mid-answer', strike: { kind: 'cut-mid' }, arrives: true, isCore: true },
		{ ...unknown, name: '500, not carried out', strike: { kind: 'status' }, arrives: false, isCore: false },
		{
			...unknown,
			name: '500, carried out',
			strike: { kind: 'status', accepted: true, body: html },
			arrives: true,
			isCore: true,
		},
		{ ...unknown, name: '401', strike: { kind: 'status', status: 401 }, arrives: false, isCore: true },
		{
			...unknown,
			name: '307 to another host',
			strike: { kind: 'redirect', location: otherHost },
			arrives: false,
			isCore: true,
		},
		{
			...unknown,
			name: '307 to another host, carried out',
			strike: { kind: 'redirect', location: otherHost, accepted: true },
			arrives: true,
			isCore: false,
		},
		{
			...unknown,
			name: 'HTML, carried out',
			strike: { kind: 'body', body: html, accepted: true },
			arrives: true,
			isCore: false,
		},
		{
			...unknown,
			name: 'an empty answer, carried out',
			strike: { kind: 'body', body: '', accepted: true },
			arrives: true,
			isCore: false,
		},
		{
			...unknown,
			name: 'an answer after the time-out',
			strike: { kind: 'latency', ms: 2_000 * timeoutSeconds },
			arrives: true,
			isCore: true,
		},
		{ ...unknown, name: 'no answer ever', strike: { kind: 'hang' }, arrives: false, isCore: false },
		{
			name: 'rejected twice, then accepted',
			strike: { kind: 'refuse', status: 400 },
			times: 2,
			arrives: false,
			outcome: 'rejected',
			struck: third,
			isCore: true,
		},
		{
			name: 'three of five rejected',
			strike: { kind: 'refuse', status: 400 },
			times: 1,
			arrives: false,
			outcome: 'rejected',
			struck: [1, 2, 4],
			isCore: true,
		},
	];
}

/** What the interface of SMS rejects in its own words may be taken a little later: the node tries it again itself. */
const rejectedSms = { kind: 'body', body: 'ERROR 04' };

/** A service that takes the message and never says so: what is under way when n8n is killed or told to stop. */
export const held: Fault = {
	name: 'under way',
	strike: { kind: 'hang', accepted: true },
	times: 1,
	arrives: true,
	outcome: 'unknown',
	struck: [],
	isCore: true,
};

/** A fault as the simulated service takes it. */
export const striking = ({ strike, times }: Fault, match: JsonObject): JsonObject => ({
	on: 'request',
	...(strike['kind'] === 'refuse' && 'dest' in match ? rejectedSms : strike),
	times,
	match,
});
