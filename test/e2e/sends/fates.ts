import type { Execution } from '../../../playground/src/n8n/executions';
import { textAt, type JsonObject } from '../../../playground/src/support/json';
import type { Channel } from './channels';
import type { Fault } from './faults';
import type { Stage } from './stage';

/** A person to whom one message of an execution goes. */
export interface Person {
	number: string;
	/** What strikes the request for this person. */
	fault: Fault | undefined;
}

/** What the node says became of a message; `nothing` where the execution ended before it could. */
export type Said =
	'sent' | 'sent before' | 'unknown' | 'rejected' | 'not sent' | 'nothing' | 'something else';

/** What became of one person's message. */
export interface Fate extends Person {
	/** How many messages the person has received so far. */
	received: number;
	said: Said;
	/** The reference that the node gave, if it did. */
	reference: string;
	/** References of what the person has received. */
	references: readonly string[];
}

/** What came of one way of sending again. */
export interface Result {
	status: string;
	error: string;
	/** Whether the node has given its items; a retry of a stopped execution can end as failed all the same. */
	isThrough: boolean;
	fates: Fate[];
}

const errors: ReadonlyArray<[RegExp, Said]> = [
	[/^May have been sent: /, 'unknown'],
	[/^Rejected by SMSBOX /, 'rejected'],
	[/^Not sent: /, 'not sent'],
];

const saidInError = (message: string): Said =>
	errors.find(([begin]) => begin.test(message))?.[1] ?? 'something else';

function saidInItem(json: JsonObject | undefined): Said {
	if (json === undefined) return 'nothing';
	if ('error' in json) return saidInError(textAt(json, 'error'));
	if (json.alreadySent === true) return 'sent before';
	return json.accepted === true && textAt(json, 'reference') !== '' ? 'sent' : 'something else';
}

/** Puts side by side what an execution says and what people received. */
export async function resultOf(
	{ simulator }: Stage,
	{ wireName }: Channel,
	people: readonly Person[],
	{ status, error, output }: Execution,
): Promise<Result> {
	const items = output.Send ?? [];
	const isThrough = items.length > 0;
	const fates = people.map(async (person, index): Promise<Fate> => {
		const arrived = (await simulator.messages(person.number)).filter(({ channel }) => channel === wireName);
		const item = items[index];
		const failed = person.fault !== undefined && error !== '' ? saidInError(error) : 'nothing';
		return {
			...person,
			received: arrived.length,
			said: isThrough ? saidInItem(item) : failed,
			reference: textAt(item, 'reference'),
			references: arrived.flatMap(({ references }) => references.slice(0, 1)),
		};
	});
	return { status, error, isThrough, fates: await Promise.all(fates) };
}
