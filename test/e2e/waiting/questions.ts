import type { JsonObject } from '../../../playground/src/support/json';

/** Where a person answers: a button or a row in the chat, the web page, or by receiving the message. */
export type Way = 'button' | 'page' | 'report';

/** What a person answers, and what the workflow gets of it. */
export interface Answer {
	/** ID of the choice, the text, or the code of the status. */
	given: string;
	/** In `data` of the output, besides the time. */
	data: JsonObject;
}

type Channel = 'sms' | 'waba' | 'rcs';

/** A question in one channel. */
export interface Question {
	name: string;
	channel: Channel;
	way: Way;
	/** Of the node, besides recipient, message and limit. */
	parameters: JsonObject;
	/** IDs of what can be tapped, in their order. */
	choiceIds: readonly string[];
	/** A different one for each round. */
	answers: readonly [Answer, Answer, Answer];
	/** Whether n8n can ask it as a review of a tool. */
	isApproval: boolean;
}

const channelParameters: Record<Channel, JsonObject> = {
	sms: {},
	waba: { wabaId: '100100100100100', phoneId: '200200200200200', title: 'Order 7' },
	rcs: { agentId: 'smsbox-demo-agent', title: 'Order 7' },
};

export const nodeTypes: Record<Channel, string> = { sms: 'smsboxSms', waba: 'smsboxWaba', rcs: 'smsboxRcs' };

interface Kind {
	name: string;
	parameters: JsonObject;
	choiceIds: readonly string[];
	answers: Question['answers'];
}

const approve: Answer = { given: 'approve', data: { approved: true } };
const decline: Answer = { given: 'decline', data: { approved: false } };
const approval: Kind = {
	name: 'Approval',
	parameters: { responseType: 'approval' },
	choiceIds: ['approve', 'decline'],
	answers: [approve, decline, approve],
};

const chosen = (id: string, label: string): Answer => ({
	given: id,
	data: { choice: id, choiceLabel: label },
});
const choicesOf = (name: string, ...choices: Array<{ id: string; label: string }>): Kind => ({
	name,
	parameters: { responseType: 'choices', choices: { choice: choices } },
	choiceIds: choices.map(({ id }) => id),
	answers: [chosen('été & 7?', 'Été'), chosen('b', 'Second'), chosen('c', '<i>Third</i>')],
});
const three = [
	{ id: 'b', label: 'Second' },
	{ id: 'été & 7?', label: 'Été' },
	{ id: 'c', label: '<i>Third</i>' },
];
const choices = choicesOf('Choices', ...three);
const list = choicesOf('Choices as a list', ...three, { id: 'd', label: 'D' }, { id: 'e', label: 'E' });

const freeText: Kind = {
	name: 'Free Text',
	parameters: { responseType: 'freeText' },
	choiceIds: [],
	answers: [
		{ given: 'À 18 h & <b>demie</b> 🙂', data: { text: 'À 18 h & <b>demie</b> 🙂' } },
		{ given: ' two\r\nlines ', data: { text: 'two\nlines' } },
		{ given: '0', data: { text: '0' } },
	],
};

const reported = (code: string, delivered: boolean): Answer => ({
	given: code,
	data: { delivered, status: expect.objectContaining({ code, final: true }) },
});
const deliveryStatus: Kind = {
	name: 'Delivery Status',
	parameters: { responseType: 'deliveryStatus' },
	choiceIds: [],
	answers: [reported('0', true), reported('2', false), reported('7', false)],
};

const wayNames: Record<Way, string> = { button: 'in the chat', page: 'on the page', report: 'by its report' };

function question(channel: Channel, way: Way, { name, parameters, choiceIds, answers }: Kind): Question {
	const answerWith = way === 'button' ? 'buttons' : 'page';
	return {
		name: `${channel.toUpperCase()} ${name} ${wayNames[way]}`,
		channel,
		way,
		parameters: {
			...channelParameters[channel],
			...parameters,
			...(channel !== 'sms' && parameters.responseType !== 'freeText' && { answerWith }),
		},
		choiceIds,
		answers,
		isApproval: parameters.responseType === 'approval',
	};
}

/** Every question that each channel can ask. */
export const questions: readonly Question[] = [
	question('sms', 'page', approval),
	question('sms', 'page', choices),
	question('sms', 'page', freeText),
	question('sms', 'report', deliveryStatus),
	question('waba', 'button', approval),
	question('waba', 'page', approval),
	question('waba', 'button', choices),
	question('waba', 'button', list),
	question('waba', 'page', choices),
	question('waba', 'page', freeText),
	question('rcs', 'button', approval),
	question('rcs', 'page', approval),
	question('rcs', 'button', choices),
	question('rcs', 'page', choices),
	question('rcs', 'page', freeText),
];
