import type { IDataObject } from 'n8n-workflow';
import { e164 } from '../../../protocol/recipients/phoneNumbers';
import { type RecipientPlan } from '../../../protocol/recipients/recipientPlan';
import {
	acceptedOf,
	agreedOf,
	type Details,
	type RecipientResult,
	resultsByNumber,
	unconfirmedOf,
} from '../../../protocol/recipients/recipientResults';
import { type Call, callAll } from '../sending/calls';
import type { Batching, Preview } from './operation';
import { sentTo } from './toField';

interface CarriedOut extends Details {
	references: string[];
	results: RecipientResult[];
}

async function resultsOfPlan({ exchanges }: RecipientPlan, call: Call): Promise<CarriedOut> {
	const answers = await callAll(exchanges, call);
	const results = answers.flatMap(({ recipients }) => recipients);
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
	const accepted = acceptedOf(to, results);
	const resultsOf = resultsByNumber(results);
	// Who was taken, too, is not rejected; and a number that is no recipient's counts for nobody.
	const rejected = to.filter(
		(number) => agreedOf(resultsOf(number).map((result) => result.accepted)) === false,
	);
	return {
		...sentTo(accepted, references.length === 1 ? references[0] : undefined, to),
		recipients: results.map((result) => ({ ...result })),
		references,
		rejected: rejected.map(e164),
		unconfirmed,
		requests: exchanges.length,
		duplicatesRemoved,
		...details,
	};
}

/** Carries out a plan. Gives what the service says of the requests and of each recipient; nothing of it is a delivery. */
export async function carryOutPlan(plan: RecipientPlan, call: Call): Promise<IDataObject> {
	return outputOf(plan, await resultsOfPlan(plan, call));
}

/** A message of WABA or RCS: what it says, and to whom. */
export interface Message {
	/** As it would go out alone. */
	plan: RecipientPlan;
	/** Equal for messages that say the same in the same way. */
	contentKey: string;
	/** The same message to others. */
	planTo: (recipients: readonly string[]) => RecipientPlan;
}

/** @param content all that makes the message what it is, the recipients aside */
export function messageOf(
	recipients: readonly string[],
	content: unknown,
	planTo: Message['planTo'],
): Message {
	return { plan: planTo(recipients), contentKey: JSON.stringify(content), planTo };
}

/** Sends messages, several of which may share a request: the service says of each recipient what became of it. */
export const messageSending = {
	partitionKeysOf: ({ plan }: Message): string[] => plan.to,
	keepRecipients(message: Message, isKept: (number: string) => boolean): Message {
		const { to, duplicatesRemoved } = message.plan;
		return { ...message, plan: { ...message.planTo(to.filter(isKept)), duplicatesRemoved } };
	},
	preview: ({ plan: { to, exchanges, duplicatesRemoved } }: Message): Preview => ({
		to: to.map(e164),
		recipientCount: to.length,
		requests: exchanges.length,
		duplicatesRemoved,
	}),
	run: async ({ plan }: Message, call: Call): Promise<IDataObject> => await carryOutPlan(plan, call),
	batching: {
		contentKeyOf: ({ contentKey }) => contentKey,
		mostRecipientsOf: ({ plan }) => plan.mostRecipients,
		merge(items) {
			const [first] = items;
			if (first === undefined) throw new TypeError('There is no item');
			return { ...first, plan: first.planTo(items.flatMap(({ plan }) => plan.to)) };
		},
		async runTogether({ plan }, items, call) {
			const { results, ...answer } = await resultsOfPlan(plan, call);
			const resultsOf = resultsByNumber(results);
			return items.map((item) => ({
				...outputOf(item.plan, {
					...answer,
					results: item.plan.to.flatMap(resultsOf),
				}),
				batchSize: items.length,
			}));
		},
	} satisfies Batching<Message>,
};
