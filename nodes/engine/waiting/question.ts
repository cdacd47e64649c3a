/** What a waiting node asks. */
import type { IContextObject, IDataObject } from 'n8n-workflow';
import { smsStatus } from '../../../protocol/sms/statuses';
import { isRecord } from '../operations/values';
import { withCommas } from '../../../protocol/validation';

/** What the node waits for. `deliveryStatus` waits for the final delivery report of the message itself. */
export const responseTypes = ['approval', 'choices', 'freeText', 'deliveryStatus'] as const;
export type ResponseType = (typeof responseTypes)[number];

/** Something to tap. */
export interface Choice {
	/** What the workflow gets. */
	id: string;
	/** What the person reads. */
	label: string;
}

/** The words of the answer page. */
export interface PageTexts {
	/** Empty where the workflow's author set none. */
	title: string;
	message: string;
	/** Of the button that sends a free text. */
	submitLabel: string;
	/** What the page says once the answer has arrived. */
	closing: string;
}

/**
 * What was asked, as it lies in the node's context while the execution waits. It is frozen when the message leaves: nothing in
 * it depends on an expression any more.
 */
export interface Question {
	/** Of this one message: a tap on an older one is refused by it. */
	nonce: string;
	responseType: ResponseType;
	/** Approval: `approve` and, where it can be declined, `decline`. Free text and delivery status: none. */
	choices: readonly Choice[];
	page: PageTexts;
	/** When the wait ends, in milliseconds since 1970. */
	until: number;
	/** Whom the message went to, once it has been accepted; who answers, nobody can prove. */
	to?: string;
	/** The service's reference of the message, once it has been accepted. */
	reference?: string;
}

/** Returns what every output of a question says of its message. */
export const messageFactsOf = ({ to, reference }: Question): Pick<Question, 'to' | 'reference'> => ({
	...(to !== undefined && { to }),
	...(reference !== undefined && { reference }),
});

const isQuestion = (value: unknown): value is Question =>
	isRecord(value) &&
	typeof value['nonce'] === 'string' &&
	responseTypes.some((type) => type === value['responseType']) &&
	Array.isArray(value['choices']) &&
	typeof value['until'] === 'number' &&
	isRecord(value['page']);

/** IDs of an approval's choices. */
export const approveId = 'approve';
export const declineId = 'decline';

/** Characters of a free text. */
export const longestAnswer = 1_000;

/**
 * What came of a question, for branches: one word each. A report that doesn't say whether the message arrived is `unknown`. The
 * last two were not asked.
 */
export type Outcome =
	| ('approved' | 'declined' | 'answered' | 'delivered' | 'failed' | 'unknown' | 'noAnswer')
	| ('alreadySent' | 'dryRun');

/** An answer, in the form of n8n's own nodes; or the status of the message. */
export interface Answer {
	outcome: Outcome;
	data: IDataObject;
}

/** What came with a call that answers. */
export interface Given {
	/** The position of what was tapped, from 1. */
	button: string;
	text: string;
	/** Code of the status in a final delivery report. */
	status: string;
}

/** Reads an answer to a question. Returns what to do, as a sentence, where it is none. */
export function answerTo(
	{ responseType, choices }: Question,
	{ button, text, status }: Given,
): Answer | string {
	if (responseType === 'freeText') {
		// A form sends CR LF for the end of a line, which the field counts as one character.
		const answer = text.replace(/\r\n?/g, '\n').trim();
		if (answer !== '' && answer.length <= longestAnswer)
			return { outcome: 'answered', data: { text: answer } };
		return `Enter an answer of at most ${withCommas(longestAnswer)} characters.`;
	}
	if (responseType === 'deliveryStatus') {
		const reported = smsStatus(status);
		if (reported.final !== true) return 'Wait for the delivery report.';
		const { delivered } = reported;
		const outcome = delivered === null ? 'unknown' : delivered ? 'delivered' : 'failed';
		return { outcome, data: { delivered, status: { ...reported } } };
	}
	const chosen = choices[Number(button) - 1];
	if (chosen === undefined) return 'Choose one of the answers.';
	if (responseType === 'choices')
		return { outcome: 'answered', data: { choice: chosen.id, choiceLabel: chosen.label } };
	const approved = chosen.id === approveId;
	return { outcome: approved ? 'approved' : 'declined', data: { approved } };
}

const contextKey = 'smsboxQuestion';

/** Freezes what is asked in n8n's context of the node, which is stored with the waiting execution. */
export function storeQuestion(context: IContextObject, question: Question): void {
	// n8n's context is there to be written to.
	Object.assign(context, { [contextKey]: question });
}

/** Returns what the node last asked; undefined where it has asked nothing. */
export function questionIn(context: IContextObject): Question | undefined {
	const question: unknown = context[contextKey];
	return isQuestion(question) ? question : undefined;
}

const escaped = (brace: string): string => `\\u00${brace.charCodeAt(0).toString(16)}`;

interface WebhookContext {
	getNode: () => { name: string };
	evaluateExpression: (expression: string) => unknown;
}

/**
 * Returns what was asked, while the execution waits. A webhook has no context of its own node; this expression is ours, and
 * refers to nothing that a user has written but the node's name.
 */
export function storedQuestion(context: WebhookContext): Question | undefined {
	// A brace would end the expression, also inside of a string.
	const name = JSON.stringify(context.getNode().name).replace(/[{}]/g, escaped);
	const evaluated = context.evaluateExpression(`{{ $node[${name}].context.${contextKey} }}`);
	return isQuestion(evaluated) ? evaluated : undefined;
}
