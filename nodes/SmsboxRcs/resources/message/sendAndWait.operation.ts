import type { INodeProperties } from 'n8n-workflow';
import { rcsTextContent } from '../../../../protocol/rcs/content/text';
import { planRcs, type RcsContent } from '../../../../protocol/rcs/send';
import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { type Message, messageOf, messageSending } from '../../../engine/operations/messageSending';
import { defineOperation } from '../../../engine/operations/operation';
import { readRecipientNumbers } from '../../../engine/operations/toField';
import type { Question } from '../../../engine/waiting/question';
import { pageOptions } from '../../../engine/waiting/pageOptions';
import {
	type AskingChannel,
	fromFields,
	oneRecipient,
	oneToField,
	questionFields,
	readQuestion,
	type ReadQuestion,
} from '../../../engine/waiting/readQuestion';
import { limitWaitTimeOption } from '../../../engine/waiting/waitFields';
import { readAgentId } from '../../agent';

/** Characters (service.md#rcs-content). */
const longestText = 3_072;

const withTitle = (title: string, text: string): string => (title === '' ? text : `${title}\n\n${text}`);

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText'],
	mostChoices: 11,
	longestLabel: 25,
	fits: (text, title) => withTitle(title, text).length <= longestText,
};

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order 1042',
	description: 'First line of the message, and title of the web page. If empty, neither has one.',
};

function contentOf({ asked, title, text, withButtons }: ReadQuestion): RcsContent {
	const suggestions = asked.question.choices.map((choice) => ({
		type: 'reply' as const,
		text: choice.label,
		postbackData: asked.tokenOf(choice),
	}));
	return rcsTextContent({ text: withTitle(title, text), suggestions: withButtons ? suggestions : [] });
}

export const sendAndWait = defineOperation<Message & { question: Question }>({
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send an RCS message and wait for response',
	description: 'Ask a question and wait: a tap on a suggestion continues the workflow',
	fields: [oneToField, titleField, ...questionFields(channel)],
	options: [limitWaitTimeOption, ...pageOptions],
	readParams(reader) {
		const agentId = readAgentId(reader);
		const asked = readQuestion(reader, channel, reader.messageText('title').trim());
		const content = fromFields({ header: 'title', body: 'message', text: 'message' }, () => contentOf(asked));
		const to = oneRecipient(readRecipientNumbers(reader, internationalNumbers));
		return {
			...messageOf(to, [agentId, content.json], (recipients) =>
				planRcs(agentId, recipients, content, undefined, reader.limits),
			),
			question: asked.asked.question,
		};
	},
	questionOf: ({ question }) => question,
	partitionKeysOf: messageSending.partitionKeysOf,
	run: messageSending.run,
	preview: messageSending.preview,
});
