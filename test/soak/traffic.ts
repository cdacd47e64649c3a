/**
 * Something that must follow from an order exactly once: its message at the phone, the SMS that answers the person there,
 * the execution of its delivery report, its item in a poll.
 */
export type Fact = 'message' | 'answer' | 'reported' | 'polled';

/** Each order has a phone number of its own. */
export interface Traffic {
	name: string;
	everySeconds: number;
	/** How many orders are submitted at a time. */
	orders: number;
	/** The workflow that gets them, or the phone that writes an SMS. */
	by: 'send' | 'batch' | 'ask' | 'phone';
	/** `lost`: its report is never sent. `repeated`: its callback comes again after `OK`, its button is tapped again. */
	mark: 'plain' | 'lost' | 'repeated';
	facts: readonly Fact[];
}

const row = (
	name: string,
	[orders, everySeconds]: readonly [number, number],
	by: Traffic['by'],
	mark: Traffic['mark'],
	...facts: Fact[]
): Traffic => ({ name, orders, everySeconds, by, mark, facts });

/** Two sends a second, a batch each 20 s, two incoming SMS and one question each 5 s. */
export const traffic: readonly Traffic[] = [
	row('Sends', [1, 0.625], 'send', 'plain', 'message', 'reported', 'polled'),
	row('Sends, reports lost', [1, 5], 'send', 'lost', 'message', 'polled'),
	row('Sends, reports repeated', [1, 5], 'send', 'repeated', 'message', 'reported', 'polled'),
	row('Batches of 200', [200, 20], 'batch', 'plain', 'message', 'reported', 'polled'),
	row('Incoming SMS', [1, 5], 'phone', 'plain', 'answer', 'polled'),
	row('Incoming SMS, repeated', [1, 5], 'phone', 'repeated', 'answer', 'polled'),
	row('Questions', [1, 20 / 3], 'ask', 'plain', 'message', 'answer', 'polled'),
	row('Questions, tapped twice', [1, 20], 'ask', 'repeated', 'message', 'answer', 'polled'),
];

/** Seconds between two polls of the history. */
export const pollSeconds = 10;

const aSecond = (perSubmission: (kind: Traffic) => number): number =>
	traffic.reduce((sum, kind) => sum + perSubmission(kind) / kind.everySeconds, 0);

/** SMS a second that the history has. */
export const smsASecond = aSecond(({ orders }) => orders);

/** Executions a second: of submissions, of delivery reports, of polls. */
export const executionsASecond =
	1 / pollSeconds + aSecond(({ orders, facts }) => 1 + (facts.includes('reported') ? orders : 0));
