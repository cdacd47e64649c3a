import type { IDataObject } from 'n8n-workflow';
import { type RecipientPlan } from '../../../protocol/recipients/recipientPlan';
import type { Details, RecipientResult } from '../../../protocol/recipients/recipientResults';
import { type Call, callAll } from '../sending/calls';
import type { Batching, AddHint, Preview } from './operation';
import { sentTo } from './toField';

const digitsOf = (number: string): string => number.replace(/\D/g, '');

/** True only if the service took somebody, false only if it rejected everybody; null where it does not say. */
function acceptedOf(results: readonly RecipientResult[], unconfirmed: readonly string[]): boolean | null {
	if (results.some(({ accepted }) => accepted === true)) return true;
	const isRejected = unconfirmed.length === 0 && results.every(({ accepted }) => accepted === false);
	return isRejected ? false : null;
}

/** The numbers of which the service said nothing. */
export function unconfirmedOf(
	to: readonly string[],
	results: ReadonlyArray<{ submitted: string; number: string }>,
): string[] {
	const mentioned = new Set(
		results.flatMap(({ submitted, number }) => [digitsOf(submitted), digitsOf(number)]),
	);
	return to.filter((number) => !mentioned.has(number));
}

interface CarriedOut extends Details {
	references: string[];
	results: RecipientResult[];
}

async function carriedOut({ exchanges }: RecipientPlan, call: Call, addHint: AddHint): Promise<CarriedOut> {
	const answers = await callAll(exchanges, call);
	const results = answers.flatMap(({ recipients }) => recipients);
	// Such an item is no error, as others may have been taken: it is easily overlooked.
	if (results.some(({ accepted }) => accepted === false)) {
		addHint('SMSBOX rejected some recipients. See rejected in the output.');
	}
	const details = [...new Set(answers.flatMap((answer) => answer.details ?? []))].join(' ');
	return {
		references: answers.flatMap(({ reference }) => reference ?? []),
		results,
		...(details !== '' && { details }),
	};
}

/** Returns the output about the recipients of a plan, whose requests others may share. */
function outputOf(
	{ exchanges, to, duplicatesRemoved }: RecipientPlan,
	{ references, results, ...details }: CarriedOut,
): IDataObject {
	const unconfirmed = unconfirmedOf(to, results);
	const accepted = acceptedOf(results, unconfirmed);
	return {
		...sentTo(accepted, references.length === 1 ? references[0] : undefined, to),
		recipients: results.map((result) => ({ ...result })),
		references,
		rejected: results.filter((one) => one.accepted === false).map(({ number }) => number),
		unconfirmed,
		requests: exchanges.length,
		duplicatesRemoved,
		...details,
	};
}

/** Carries out a plan. Gives what the service says of the requests and of each recipient; nothing of it is a delivery. */
export async function carryOutPlan(plan: RecipientPlan, call: Call, addHint: AddHint): Promise<IDataObject> {
	return outputOf(plan, await carriedOut(plan, call, addHint));
}

/** A message of WABA or RCS: what it says, and to whom. */
export interface Message {
	/** As it would go out alone. */
	plan: RecipientPlan;
	/** Equal for messages that say the same in the same way. */
	says: string;
	/** The same message to others. */
	planTo: (recipients: readonly string[]) => RecipientPlan;
}

/** @param said all that makes the message what it is, the recipients aside */
export function messageOf(recipients: readonly string[], said: unknown, planTo: Message['planTo']): Message {
	return { plan: planTo(recipients), says: JSON.stringify(said), planTo };
}

/**
 * What the service says of numbers, by number: as they were submitted, and as it understood them. It may understand a
 * number as one that was submitted too, which has an answer of its own.
 */
function byNumber(results: readonly RecipientResult[]): Map<string, RecipientResult> {
	const by = (name: 'number' | 'submitted'): Array<[string, RecipientResult]> =>
		results.map((result) => [digitsOf(result[name]), result]);
	return new Map([...by('number'), ...by('submitted')]);
}

/** Sends messages, several of which may share a request: the service says of each recipient what became of it. */
export const messageSending = {
	partitionKeysOf: ({ plan }: Message): string[] => plan.to,
	preview: ({ plan: { to, exchanges, duplicatesRemoved } }: Message): Preview => ({
		to,
		recipientCount: to.length,
		requests: exchanges.length,
		duplicatesRemoved,
	}),
	run: async ({ plan }: Message, call: Call, addHint: AddHint): Promise<IDataObject> =>
		await carryOutPlan(plan, call, addHint),
	batching: {
		alike: ({ says }) => says,
		most: ({ plan }) => plan.mostRecipients,
		merge(items) {
			const [first] = items;
			if (first === undefined) throw new TypeError('There is no item');
			return { ...first, plan: first.planTo(items.flatMap(({ plan }) => plan.to)) };
		},
		async runTogether({ plan }, items, call, addHint) {
			const { results, ...answer } = await carriedOut(plan, call, addHint);
			const known = byNumber(results);
			return items.map((item) => ({
				...outputOf(item.plan, {
					...answer,
					results: item.plan.to.flatMap((number) => known.get(number) ?? []),
				}),
				batchSize: items.length,
			}));
		},
	} satisfies Batching<Message>,
};
