import type { INodeProperties } from 'n8n-workflow';
import { atMost, limitsOf } from '../../../../protocol/schema/entries';
import {
	buttonsContent,
	buttonsMessage,
	listContent,
	listMessage,
} from '../../../../protocol/waba/interactive';
import { textMessage, type WabaContent, wabaTextContent } from '../../../../protocol/waba/message';
import { wabaNumbers } from '../../../../protocol/waba/recipients';
import { planWaba } from '../../../../protocol/waba/send';
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
import { readWabaAgent } from '../../agent';

/** WhatsApp shows up to three buttons, more as a list. */
const mostButtons = limitsOf(buttonsMessage, 'buttons').max;
const longestBody = limitsOf(buttonsMessage, 'body').max;
const longestButtonId = limitsOf(buttonsMessage, 'id').max;
const longestRowId = limitsOf(listMessage, 'id').max;
const longestText = limitsOf(textMessage, 'text').max;

const withTitle = (title: string, text: string): string => (title === '' ? text : `*${title}*\n\n${text}`);

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText'],
	mostChoices: limitsOf(listMessage, 'rows').max,
	longestLabel: limitsOf(buttonsMessage, 'title').max,
	longestToken: (choices) => (choices <= mostButtons ? longestButtonId : longestRowId),
	isWithinLimits: (text, title, withButtons) =>
		withButtons ? text.length <= longestBody : withTitle(title, text).length <= longestText,
};

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Order 1042',
	description: `Bold line above the message, ${atMost(buttonsMessage, 'text')}, and title of the web page`,
};

function contentOf({ question, text, buttons }: ReadQuestion): WabaContent {
	const { title } = question.page;
	if (buttons.length === 0) return wabaTextContent({ text: withTitle(title, text) });
	const header = { type: 'text', text: title } as const;
	const rows = buttons.map((button) => ({ id: button.token, title: button.title }));
	return rows.length <= mostButtons
		? buttonsContent({ header, body: text, buttons: rows })
		: listContent({ header, body: text, button: 'Choose', sections: [{ rows }] });
}

export const sendAndWait = defineOperation<Message & { question: Question }>({
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send a WhatsApp message and wait for response',
	description: 'Ask a question and wait: a tap on a button continues the workflow',
	fields: [oneToField, titleField, ...questionFields(channel)],
	options: { delivery: [limitWaitTimeOption], content: pageOptions },
	readParams(reader) {
		const agent = readWabaAgent(reader);
		const reading = readQuestion(reader, channel, reader.messageParts('title'));
		const content = fromFields(() => contentOf(reading));
		const to = oneRecipient(readRecipientNumbers(reader, wabaNumbers));
		return {
			...messageOf(to, [agent, content.json], (recipients) =>
				planWaba(agent, recipients, content, reader.limits),
			),
			question: reading.question,
		};
	},
	questionOf: ({ question }) => question,
	partitionKeysOf: messageSending.partitionKeysOf,
	run: messageSending.run,
	preview: messageSending.preview,
});
