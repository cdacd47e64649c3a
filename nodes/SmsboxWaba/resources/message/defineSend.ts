import type { INodeProperties } from 'n8n-workflow';
import { wabaNumbers } from '../../../../protocol/waba/recipients';
import {
	planWaba,
	type RecipientResult,
	type WabaContent,
	type WabaPlan,
} from '../../../../protocol/waba/send';
import { type Call, callAll } from '../../../engine/call';
import {
	defineOperation,
	type Operation,
	type OperationDefinition,
	type Output,
} from '../../../engine/operation';
import type { Reader } from '../../../engine/reader';
import { readAgent } from '../../agent';

const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +33600123456, +33600789012',
	description:
		'Phone numbers in international format, comma-separated, or a list by expression. Over 5,000, several requests are made.',
};

type SendDefinition = Pick<
	OperationDefinition<WabaPlan>,
	'name' | 'value' | 'action' | 'description' | 'fields' | 'options'
> & {
	/** Reads and checks what is said; the recipients and the agent are read here. */
	readContent: (reader: Reader) => WabaContent;
};

const digitsOf = (number: string): string => number.replace(/\D/g, '');

/** True only if the service took somebody, false only if it refused everybody; null where it does not say. */
function acceptedOf(results: readonly RecipientResult[], unconfirmed: readonly string[]): boolean | null {
	if (results.some(({ accepted }) => accepted === true)) return true;
	const isRefused = unconfirmed.length === 0 && results.every(({ accepted }) => accepted === false);
	return isRefused ? false : null;
}

async function sendPlanned(plan: WabaPlan, call: Call): Promise<Output> {
	const answers = await callAll(plan.exchanges, call, ({ reference }) => reference);
	const references = answers.map((answer) => answer.reference);
	const recipients = answers.flatMap((answer) => answer.recipients);
	const refused = recipients.filter(({ accepted }) => accepted === false).map(({ number }) => number);
	const mentioned = new Set(
		recipients.flatMap(({ submitted, number }) => [digitsOf(submitted), digitsOf(number)]),
	);
	const unconfirmed = plan.to.filter((number) => !mentioned.has(number));
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

/** An operation that sends one kind of message: only what it says differs. */
export function defineSend({ fields, readContent, ...definition }: SendDefinition): Operation {
	return defineOperation<WabaPlan>({
		...definition,
		sends: true,
		fields: [toField, ...fields],
		readParams: (reader) =>
			planWaba(readAgent(reader), wabaNumbers(reader.value('to'), 'to'), readContent(reader)),
		run: sendPlanned,
	});
}
