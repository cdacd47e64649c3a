import type { INodeProperties } from 'n8n-workflow';
import { planSms, type SendPlan } from '../../../../protocol/sms/send';
import { parseNumbers } from '../../../../protocol/recipients/phoneNumbers';
import { measureText } from '../../../../protocol/text';
import { defineOperation } from '../../../engine/operations/operation';
import { callAll } from '../../../engine/sending/calls';
import type { OptionsByPurpose } from '../../../engine/operations/optionLists';
import type { Reader } from '../../../engine/operations/reader';
import { readRecipientNumbers, sentTo } from '../../../engine/operations/toField';
import type { Question } from '../../../engine/waiting/question';
import {
	type AskingChannel,
	fromFields,
	oneRecipient,
	oneToField,
	questionFields,
	readQuestion,
} from '../../../engine/waiting/readQuestion';
import { limitWaitTimeOption, pageOptions } from '../../../engine/waiting/waitFields';
import { senderFields } from './fields';
import { callbackDataOption, questionEncodingOption, validityPeriodOption } from './optionFields';
import { readSmsSettings, smsPreview, textOutput, hintsOnSms } from './plannedSms';
import type { SmsOptions } from '../../../../protocol/sms/options';

/** Segments of a message that reviews a tool of an AI agent, the link included. */
const mostReviewSegments = 3;

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText', 'deliveryStatus'],
	mostChoices: 20,
	longestLabel: undefined,
	// A character outside of GSM 7-bit would double the segments.
	gap: ' | ',
	isWithinLimits: (text) =>
		measureText(text, { encoding: 'auto', concatenationHeader: 'sixBytes' }).segments <= mostReviewSegments,
};

const pageTitleOption: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	description: 'Title of the web page',
};

/** Of Send's, only those that fit a question: it leaves at once, and its link must stay whole. */
const questionOptions: OptionsByPurpose = {
	delivery: [limitWaitTimeOption, validityPeriodOption, callbackDataOption],
	content: [pageTitleOption, ...pageOptions, questionEncodingOption],
};

/** Name of the callback data that brings the token back with each delivery report. */
const tokenName = 'waitingExecution';

/** A question to one number. */
interface SmsQuestion {
	options: SmsOptions;
	plan: SendPlan;
	now: Date;
	question: Question;
}

/**
 * The settings of Send, with the token in the callback data if the delivery report answers. Phones always join the segments:
 * none alone has the whole link.
 */
function settingsOf(reader: Reader, token: string | undefined): Omit<SmsOptions, 'text' | 'category'> {
	const settings = { ...readSmsSettings(reader), concatenationHeader: undefined };
	if (token === undefined) return settings;
	const callbackData = [...(settings.callbackData ?? []), { name: tokenName, value: token }];
	return { ...settings, requestDeliveryReport: true, callbackData };
}

export const sendAndWait = defineOperation<SmsQuestion>({
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send an SMS and wait for response',
	description: 'Ask a question with a link to a web page, or wait for the delivery status',
	fields: [oneToField, ...questionFields(channel), ...senderFields],
	options: questionOptions,
	readParams(reader) {
		const title = reader.options().messageParts('pageTitle');
		const { question, text, reportToken } = readQuestion(reader, channel, title);
		const { now, limits } = reader;
		const waitsForReport = question.responseType === 'deliveryStatus';
		const settings = settingsOf(reader, waitsForReport ? reportToken : undefined);
		const options: SmsOptions = { ...settings, text, category: 'alert' };
		const recipients = oneRecipient(readRecipientNumbers(reader, parseNumbers)).map((to) => ({ to }));
		const plan = fromFields(() => planSms({ ...options, recipients }, now, limits));
		return { options, plan, now, question };
	},
	questionOf: ({ question }) => question,
	partitionKeysOf: ({ plan }) => plan.to,
	hints: hintsOnSms,
	preview: smsPreview,
	async run({ plan }, call) {
		const references = (await callAll(plan.exchanges, call)).flatMap((reply) => reply.references);
		return { ...sentTo(true, references[0], plan.to), ...textOutput({ plan }), references };
	},
});
