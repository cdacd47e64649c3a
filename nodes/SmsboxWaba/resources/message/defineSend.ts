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

const isRefused = ({ accepted }: RecipientResult): boolean => accepted === false;

async function sendPlanned(plan: WabaPlan, call: Call): Promise<Output> {
	const accepted = await callAll(plan.exchanges, call);
	const references = accepted.map((part) => part.reference);
	const recipients = accepted.flatMap((part) => part.recipients);
	const refused = recipients.filter(isRefused).map(({ number }) => number);
	const [reference, ...others] = references;
	return {
		accepted: recipients.length === 0 || refused.length < recipients.length,
		...(others.length === 0 && reference !== undefined ? { reference } : {}),
		references,
		to: plan.to,
		recipients: recipients.map((recipient) => ({ ...recipient })),
		refused,
		requests: plan.exchanges.length,
		duplicatesRemoved: plan.duplicatesRemoved,
	};
}

/** An operation that sends one kind of message: only what it says differs. */
export function defineSend({ fields, readContent, ...definition }: SendDefinition): Operation {
	return defineOperation<WabaPlan>({
		...definition,
		fields: [toField, ...fields],
		readParams: (reader) =>
			planWaba(readAgent(reader), wabaNumbers(reader.value('to'), 'to'), readContent(reader)),
		run: sendPlanned,
	});
}
