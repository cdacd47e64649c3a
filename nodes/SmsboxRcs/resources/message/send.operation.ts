import type { INodeProperties } from 'n8n-workflow';
import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { planRcs, validityRange } from '../../../../protocol/rcs/send';
import { defineOperation } from '../../../engine/operations/operation';
import { type Message, messageOf, messageSending } from '../../../engine/operations/messageSending';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';
import { contentFields, readRcsContentFields } from './contents';

const fetchFilesAgainOption: INodeProperties = {
	displayName: 'Fetch Files Again',
	name: 'forceRefresh',
	type: 'boolean',
	default: false,
	description:
		'Whether to fetch files from their URLs again, even if they were sent before. In JSON, set it in the message itself.',
};

const validityPeriodOption: INodeProperties = {
	displayName: 'Validity Period (Minutes)',
	name: 'validityPeriod',
	type: 'number',
	typeOptions: { minValue: validityRange.min, maxValue: validityRange.max },
	default: 1440,
	description:
		'Time to keep trying to deliver the message, from 1 to 10,080 (7 days). An undelivered message then expires, with a status update.',
};

export const send = defineOperation<Message>({
	name: 'Send',
	value: 'send',
	action: 'Send an RCS message',
	description: 'Send a text, file, card or carousel with buttons; taps arrive in the RCS trigger',
	fields: [toField, ...contentFields],
	options: { delivery: [validityPeriodOption], content: [fetchFilesAgainOption] },
	readParams(reader) {
		const agentId = readAgentId(reader);
		const content = readRcsContentFields(reader);
		const validityPeriod = reader.options().optionalInteger('validityPeriod');
		const to = readRecipientNumbers(reader, internationalNumbers);
		return messageOf(to, [agentId, content.json, validityPeriod], (recipients) =>
			planRcs(agentId, recipients, content, validityPeriod, reader.limits),
		);
	},
	...messageSending,
});
