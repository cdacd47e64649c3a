import type { INodeProperties } from 'n8n-workflow';
import { type RcsContent, rcsContent, rcsMessage } from '../../../../protocol/rcs/message';
import { planRcs } from '../../../../protocol/rcs/send';
import { suggestion } from '../../../../protocol/rcs/suggestions';
import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { limitsOf } from '../../../../protocol/schema/entries';
import { type Message, messageOf, messageSending } from '../../../engine/operations/messageSending';
import { defineOperation } from '../../../engine/operations/operation';
import { readRecipientNumbers } from '../../../engine/operations/toField';
import type { Question } from '../../../engine/waiting/question';
import {
	type AskingChannel,
	fromFields,
	oneRecipient,
	oneToField,
	questionFields,
	readQuestion,
	type ReadQuestion,
} from '../../../engine/waiting/readQuestion';
import { limitWaitTimeOption, pageOptions } from '../../../engine/waiting/waitFields';
import { readAgentId } from '../../agent';

const withTitle = (title: string, text: string): string => (title === '' ? text : `${title}\n\n${text}`);

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText'],
	mostChoices: limitsOf(rcsMessage, 'suggestions').max,
	longestLabel: limitsOf(suggestion, 'text').max,
	isWithinLimits: (text, title) => withTitle(title, text).length <= limitsOf(rcsMessage, 'text').max,
};

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order 1042',
	description: 'First line of the message, and title of the web page. If empty, neither has one.',
};

const contentOf = ({ question, text, buttons }: ReadQuestion): RcsContent =>
	rcsContent({
		type: 'text',
		text: withTitle(question.page.title, text),
		suggestions: buttons.map(({ title, token }) => ({ type: 'reply', text: title, postbackData: token })),
	});

export const sendAndWait = defineOperation<Message & { question: Question }>({
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send an RCS message and wait for response',
	description: 'Ask a question and wait: a tap on a suggestion continues the workflow',
	fields: [oneToField, titleField, ...questionFields(channel)],
	options: { delivery: [limitWaitTimeOption], content: pageOptions },
	readParams(reader) {
		const agentId = readAgentId(reader);
		const reading = readQuestion(reader, channel, reader.messageParts('title'));
		const content = fromFields(() => contentOf(reading));
		const to = oneRecipient(readRecipientNumbers(reader, internationalNumbers));
		return {
			...messageOf(to, [agentId, content.json], (recipients) =>
				planRcs(agentId, recipients, content, undefined, reader.limits),
			),
			question: reading.question,
		};
	},
	questionOf: ({ question }) => question,
	partitionKeysOf: messageSending.partitionKeysOf,
	run: messageSending.run,
	preview: messageSending.preview,
});
