import type { INodeProperties } from 'n8n-workflow';
import { buttonsContent } from '../../../../protocol/waba/content/buttons';
import type { WabaContent } from '../../../../protocol/waba/content/content';
import { listContent } from '../../../../protocol/waba/content/list';
import { wabaTextContent } from '../../../../protocol/waba/content/text';
import { wabaNumbers } from '../../../../protocol/waba/recipients';
import { planWaba } from '../../../../protocol/waba/send';
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
import { readWabaAgent } from '../../agent';

/** WhatsApp shows up to three buttons, more as a list. */
const mostButtons = 3;
/** Characters (service.md#waba-content). */
const longestBody = 1_024;
const longestButtonId = 256;
const longestRowId = 200;
const longestText = 4_096;

const withTitle = (title: string, text: string): string => (title === '' ? text : `*${title}*\n\n${text}`);

const channel: AskingChannel = {
	responseTypes: ['approval', 'choices', 'freeText'],
	mostChoices: 10,
	longestLabel: 20,
	longestToken: (choices) => (choices <= mostButtons ? longestButtonId : longestRowId),
	fits: (text, title, withButtons) =>
		withButtons ? text.length <= longestBody : withTitle(title, text).length <= longestText,
};

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Order 1042',
	description: 'Bold line above the message, at most 60 characters, and title of the web page',
};

function contentOf({ asked, title, text, withButtons }: ReadQuestion): WabaContent {
	if (!withButtons) return wabaTextContent({ text: withTitle(title, text) });
	const header = { type: 'text', text: title } as const;
	const rows = asked.question.choices.map((choice) => ({ id: asked.tokenOf(choice), title: choice.label }));
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
	options: [limitWaitTimeOption, ...pageOptions],
	readParams(reader) {
		const agent = readWabaAgent(reader);
		const asked = readQuestion(reader, channel, reader.messageText('title').trim());
		const content = fromFields({ header: 'title', body: 'message', text: 'message' }, () => contentOf(asked));
		const to = oneRecipient(readRecipientNumbers(reader, wabaNumbers));
		return {
			...messageOf(to, [agent, content.json], (recipients) =>
				planWaba(agent, recipients, content, reader.limits),
			),
			question: asked.asked.question,
		};
	},
	questionOf: ({ question }) => question,
	partitionKeysOf: messageSending.partitionKeysOf,
	run: messageSending.run,
	preview: messageSending.preview,
});
