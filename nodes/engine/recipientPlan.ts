import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { RecipientPlan } from '../../protocol/recipientPlan';
import type { RecipientResult } from '../../protocol/recipientResults';
import { type Call, callAll } from './call';

/** Whom a message, or a request about one, goes to: WABA and RCS. */
export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +33600123456, +33600789012',
	description:
		'Phone numbers in international format, comma-separated, or a list by expression. Over 5,000, several requests are made.',
};

const digitsOf = (number: string): string => number.replace(/\D/g, '');

/** True only if the service took somebody, false only if it refused everybody; null where it does not say. */
function acceptedOf(results: readonly RecipientResult[], unconfirmed: readonly string[]): boolean | null {
	if (results.some(({ accepted }) => accepted === true)) return true;
	const isRefused = unconfirmed.length === 0 && results.every(({ accepted }) => accepted === false);
	return isRefused ? false : null;
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

/** Carries out a plan. Gives what the service says of the requests and of each recipient; nothing of it is a delivery. */
export async function carryOutPlan(plan: RecipientPlan, call: Call): Promise<IDataObject> {
	const answers = await callAll(plan.exchanges, call, ({ reference }) => reference);
	const references = answers.map((answer) => answer.reference);
	const recipients = answers.flatMap((answer) => answer.recipients);
	const refused = recipients.filter(({ accepted }) => accepted === false).map(({ number }) => number);
	const unconfirmed = unconfirmedOf(plan.to, recipients);
	const [reference, ...others] = references;
	return {
		accepted: acceptedOf(recipients, unconfirmed),
		...(others.length === 0 && reference !== undefined ? { reference } : {}),
		references,
		to: plan.to,
		recipients: recipients.map((recipient) => ({ ...recipient })),
		refused,
		unconfirmed,
		requests: plan.exchanges.length,
		duplicatesRemoved: plan.duplicatesRemoved,
	};
}
