import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { isBlank } from '../../../protocol/validation';
import type { TextPart } from '../operations/asking';
import type { Reader } from '../operations/reader';
import { toField } from '../operations/toField';
import { docs } from '../webhook/description';
import { approveId, type Choice, declineId, type Question, type ResponseType } from './question';
import { newNonce, requireRecognizable, tokenOf } from './resumeToken';
import { type Review, reviewOf } from './toolInput';
import { messageField, readPageTexts, readWaitLimit, responseTypeField } from './waitFields';

/** What a channel can ask. */
export interface AskingChannel {
	responseTypes: readonly ResponseType[];
	mostChoices: number;
	/** Characters of a label where it is tapped in the chat; undefined where there is only the page. */
	longestLabel: number | undefined;
	/** Characters of what a button in the chat carries, by the number of buttons. */
	longestToken?: (choices: number) => number;
	/** What shows a gap within a value, such as a line break, where a tool is reviewed; ⏎ unless the channel lacks the character. */
	gap?: string;
	/** Whether a text fits. Where a tool of an AI agent is reviewed, its values are shortened. */
	isWithinLimits: (text: string, title: string, withButtons: boolean) => boolean;
}

/** Encoded characters of a label that is its own ID. Saved workflows branch on these IDs: they depend on nothing else. */
const longestLabelId = 45;

const isShort = (label: string): boolean =>
	new URLSearchParams([['', label]]).toString().length <= longestLabelId + 1;

function readLabel(reader: Reader, name: string, longest: number): string {
	const label = reader.messageText(name).trim();
	if (!isBlank(label) && [...label].length <= longest) return label;
	throw reader.invalid(name, `A label must have 1 to ${longest} characters.`, 'Change the label.');
}

const areDifferent = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
const sameLabel = 'Two choices have the same label.';

function readChoices(reader: Reader, maximum: number, longestLabel: number): Choice[] {
	const rows = reader.rows('choices', 'choice');
	const choices = rows.map((row, index) => {
		const label = readLabel(row, 'label', longestLabel);
		const id = row.messageText('id', 'data').trim() || (isShort(label) ? label : String(index + 1));
		return { id, label };
	});
	const problem =
		(choices.length === 0 && 'There are no choices.') ||
		(choices.length > maximum && `There are more than ${maximum} choices.`) ||
		(!areDifferent(choices.map(({ label }) => label)) && sameLabel) ||
		(!areDifferent(choices.map(({ id }) => id)) && 'Two choices have the same ID.');
	if (problem !== false)
		throw new InvalidInput('choices', problem, `Add one to ${maximum} different choices.`);
	return choices;
}

function readApproval(reader: Reader, longestLabel: number): Choice[] {
	const approve = { id: approveId, label: readLabel(reader, 'approveLabel', longestLabel) };
	if (reader.choice('approvalType', ['single', 'double']) === 'single') return [approve];
	const decline = { id: declineId, label: readLabel(reader, 'declineLabel', longestLabel) };
	if (approve.label !== decline.label) return [approve, decline];
	throw reader.invalid('declineLabel', sameLabel, 'Change the label.');
}

/** A review that a channel takes has at most so many characters of each value: the page shows them all. */
function shortened(review: Review, isWithinLimits: (message: string) => boolean): string {
	let [short, long] = [0, review.wholeMessage.length];
	if (!isWithinLimits(review.upTo(short)))
		throw new InvalidInput(
			'message',
			'The message is too long, even with the input of the tool shortened.',
			'Shorten the message, or ask the model for fewer recipients.',
		);
	while (long - short > 1) {
		const middle = Math.floor((short + long) / 2);
		if (isWithinLimits(review.upTo(middle))) short = middle;
		else long = middle;
	}
	return review.upTo(short);
}

/** Characters of a button on the page. */
const longestPageLabel = 200;

const forApproval = { show: { responseType: ['approval'] } };

/** The buttons of an approval. n8n's own nodes hide their labels in a collection: these are to be translated. */
const approvalFields: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		noDataExpression: true,
		default: 'double',
		options: [
			{ name: 'Approve and Decline', value: 'double', description: 'Two buttons' },
			{ name: 'Approve Only', value: 'single', description: 'One button' },
		],
		description: 'Buttons to show',
		displayOptions: forApproval,
	},
	{
		displayName: 'Approve Button Label',
		name: 'approveLabel',
		type: 'string',
		default: 'Approve',
		description: 'Text of the button that approves',
		displayOptions: forApproval,
	},
	{
		displayName: 'Decline Button Label',
		name: 'declineLabel',
		type: 'string',
		default: 'Decline',
		description: 'Text of the button that declines',
		displayOptions: { show: { responseType: ['approval'], approvalType: ['double'] } },
	},
];

const choicesField = (maximum: number): INodeProperties => ({
	displayName: 'Choices',
	name: 'choices',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: maximum },
	placeholder: 'Add choice',
	default: {},
	options: [
		{
			displayName: 'Choice',
			name: 'choice',
			values: [
				{
					displayName: 'Label',
					name: 'label',
					type: 'string',
					default: '',
					placeholder: 'e.g. Tomorrow morning',
					description: 'Text of the button',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. morning',
					description:
						'Value in the output when this is chosen; if empty, the label, or its number if the label is long',
				},
			],
		},
	],
	description: `Answers to choose from, at most ${maximum}`,
	displayOptions: { show: { responseType: ['choices'] } },
});

const answerWithField: INodeProperties = {
	displayName: 'Answer With',
	name: 'answerWith',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Buttons in the Chat',
			value: 'buttons',
			description: 'One tap in the chat answers. It arrives at a published trigger.',
		},
		{ name: 'Web Page', value: 'page', description: 'The message has a link to a page with the buttons' },
	],
	default: 'buttons',
	description: 'Where to answer',
	displayOptions: { show: { responseType: ['approval', 'choices'] } },
};

/** What an answer needs that comes as an event: without a trigger it is lost, and nothing in the editor shows it. */
const triggerNotice = (
	name: string,
	sentence: string,
	visibleFor: Readonly<Record<string, string[]>>,
): INodeProperties => ({
	displayName: `${sentence} in a published workflow. <a href="${docs}/conversations.md#set-up">Set it up</a>`,
	name,
	type: 'notice',
	default: '',
	displayOptions: { show: visibleFor },
});

const buttonsNotice = triggerNotice('buttonsNotice', 'Taps arrive at an SMSBOX trigger', {
	responseType: ['approval', 'choices'],
	answerWith: ['buttons'],
});

const reportNotice = triggerNotice(
	'reportNotice',
	'The report arrives at an SMSBOX Delivery Report Trigger',
	{
		responseType: ['deliveryStatus'],
	},
);

/** What a question is asked with, the title aside. */
export const questionFields = (channel: AskingChannel): INodeProperties[] => [
	messageField,
	responseTypeField(channel.responseTypes),
	...approvalFields,
	choicesField(channel.mostChoices),
	...(channel.longestLabel === undefined ? [] : [answerWithField, buttonsNotice]),
	...(channel.responseTypes.includes('deliveryStatus') ? [reportNotice] : []),
];

/** A question as it was read. */
export interface ReadQuestion {
	question: Question;
	/** What is asked, with the link to the page where that answers, or shows what was shortened. */
	text: string;
	/** To tap in the chat; none where only the page answers. */
	buttons: ReadonlyArray<{ title: string; token: string }>;
	/** What a delivery report brings back. */
	reportToken: string;
}

/**
 * Reads {@link questionFields}.
 *
 * @param enteredTitle of the page, and of the message where the channel shows one
 */
export function readQuestion(
	reader: Reader,
	channel: AskingChannel,
	enteredTitle: readonly TextPart[],
): ReadQuestion {
	const toolInput = reader.asking.review?.toolInput();
	const responseType = reader.choice('responseType', channel.responseTypes);
	const isTapped = responseType === 'approval' || responseType === 'choices';
	const withButtons =
		channel.longestLabel !== undefined &&
		isTapped &&
		reader.choice('answerWith', ['buttons', 'page']) === 'buttons';
	const longestLabel = (withButtons ? channel.longestLabel : undefined) ?? longestPageLabel;
	const choices =
		responseType === 'approval'
			? readApproval(reader, longestLabel)
			: isTapped
				? readChoices(reader, channel.mostChoices, longestLabel)
				: [];
	// Of this one message: nobody can answer it by an older one.
	const nonce = newNonce(reader.asking.instanceId());
	const buttons = (withButtons ? choices : []).map(({ label }, index) => ({
		title: label,
		token: tokenOf(reader.asking.resumeUrl({ nonce, button: String(index + 1) })),
	}));
	const longestToken = channel.longestToken?.(buttons.length) ?? Infinity;
	if (buttons.some(({ token }) => token.length > longestToken))
		throw reader.invalid(
			'answerWith',
			'The path in WEBHOOK_URL and the ID of the node are too long for a button.',
			'Choose Web Page. A copy of the node has a short ID: paste it, and delete the original.',
		);
	const options = reader.options();
	const entered = { title: enteredTitle, message: reader.messageParts('message') };
	const review = reviewOf(entered, toolInput, channel.gap ?? ' ⏎ ');
	const { title } = review;
	const message = review.upTo(Infinity);
	if (isBlank(message))
		throw reader.invalid('message', 'The message is empty.', 'Enter a text, or correct the expression.');
	const page = { title, message: review.wholeMessage, ...readPageTexts(options) };
	const pageUrl = reader.asking.resumeUrl({ nonce });
	requireRecognizable(pageUrl);
	const linked = (text: string): string => `${text}\n\n${pageUrl}`;
	const isWithinLimits = (text: string): boolean => channel.isWithinLimits(text, title, withButtons);
	const fullText = withButtons || responseType === 'deliveryStatus' ? message : linked(message);
	return {
		question: { nonce, responseType, choices, page, until: readWaitLimit(options) },
		text:
			reader.asking.review === undefined || isWithinLimits(fullText)
				? fullText
				: linked(shortened(review, (text) => isWithinLimits(linked(text)))),
		buttons,
		reportToken: tokenOf(pageUrl),
	};
}

/** The fields in which the parts of a message are entered. */
const fieldsOfParts: Readonly<Record<string, string>> = { header: 'title', body: 'message', text: 'message' };

/** Makes a message of a question. An error about a part of it becomes one about the field that it was entered in. */
export function fromFields<Made>(make: () => Made): Made {
	const inField = (error: unknown): unknown =>
		error instanceof InvalidInput
			? new InvalidInput(fieldsOfParts[error.field] ?? error.field, error.message, error.remediation)
			: error;
	try {
		return make();
	} catch (error) {
		throw inField(error);
	}
}

/** The one number that a question goes to. */
export const oneToField: INodeProperties = {
	...toField,
	placeholder: 'e.g. +33600123456',
	description: 'Phone number in international format',
};

/** Checks that a question goes to one person: n8n waits for one answer. */
export function oneRecipient<Recipient>(recipients: readonly Recipient[]): readonly Recipient[] {
	if (recipients.length <= 1) return recipients;
	throw new InvalidInput(
		'to',
		`A question goes to one recipient, and this one to ${recipients.length}.`,
		'Use Loop Over Items to ask several people.',
	);
}
