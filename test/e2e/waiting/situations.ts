import type { Execution } from '../../../playground/src/n8n/executions';
import type { JsonObject } from '../../../playground/src/support/json';
import { questions, type Answer, type Question } from './questions';
import { receivedBy, type Reaction, type Received } from './person';
import { reasonOf, runsOf, unanswered, wasUnanswered, type WaitingStage } from './waitingStage';
import { askName, type Shape } from './workflows';

/** What came of a cell of the matrix. */
export interface Outcome {
	status: string;
	/** Items of each run of the asking node, or of the node that called its workflow. */
	output: JsonObject[][];
	/** How often what follows has run. */
	followed: number;
	/** How many messages the phone has. */
	messages: number;
	references: string[];
	reactions: Reaction[];
}

/** A conversation with one person. */
export class Conversation {
	private execution = '';
	private readonly reactions: Reaction[] = [];

	constructor(
		private readonly stage: WaitingStage,
		readonly question: Question,
		readonly number: string,
	) {}

	private get simulator() {
		return this.stage.stage.simulator;
	}

	/** Starts a workflow that asks this person. */
	async start(shape: Shape, more: JsonObject = {}): Promise<void> {
		const question = questions.indexOf(this.question);
		this.execution = await this.stage.start(shape, {
			to: `+${this.number}`,
			question,
			minutes: 1_440,
			...more,
		});
	}

	/** Returns the questions so far, once the execution waits for the answer to the last of `count`. */
	async asked(count = 1): Promise<Received[]> {
		const received = await receivedBy(this.simulator, this.question, this.number, count);
		await this.stage.waiting(this.execution);
		return received;
	}

	/** Starts a workflow. Returns its question once it waits. */
	async ask(shape: Shape, more: JsonObject = {}): Promise<Received | undefined> {
		await this.start(shape, more);
		return (await this.asked())[0];
	}

	/** Has the service reject the next message to this person. */
	async rejectOnce(): Promise<void> {
		// For good: the node itself tries a temporary rejection again.
		const fault =
			this.question.channel === 'sms'
				? { kind: 'body', body: 'ERROR 04', match: { dest: this.number } }
				: { kind: 'refuse', status: 400, match: { recipients: `+${this.number}` } };
		await this.simulator.post('/faults', { on: 'request', times: 1, ...fault });
	}

	/** Answers a question by an answer of the table. */
	async answer(received: Received | undefined, index: 0 | 1 | 2): Promise<Reaction> {
		if (received === undefined) throw new Error('No question has arrived');
		const reaction = await received.answer(this.question.answers[index].given);
		this.reactions.push(reaction);
		return reaction;
	}

	/** Waits until the execution has ended. */
	async outcome(seconds = 180, node = askName(this.question)): Promise<Outcome> {
		const execution: Execution = await this.stage.ended(this.execution, seconds);
		const received = await receivedBy(this.simulator, this.question, this.number, 1);
		return {
			status: execution.status,
			output: runsOf(execution.data, node),
			followed: runsOf(execution.data, 'Done').length,
			messages: received.length,
			references: received.map(({ reference }) => reference),
			reactions: this.reactions,
		};
	}
}

/** A way in which a conversation can go. */
export interface Situation {
	name: string;
	/** What happens once, for all conversations of the situation. */
	needs?: 'restart' | 'kill';
	/** Whether it waits longer than others. */
	isSlow?: true;
	/** n8n 1 gives wrong data to the parent of a sub-workflow that waits. */
	onlyN8n2?: true;
	/** @param reached returns once what it needs has happened */
	run: (conversation: Conversation, stage: WaitingStage, reached: () => Promise<void>) => Promise<Outcome>;
	/** Answers that resume, one a round; undefined for the input. */
	answers: (question: Question) => ReadonlyArray<Answer | undefined>;
	/** How many answers resume nothing. */
	refused: number;
	/** How often what follows runs; once unless given. */
	followed?: number;
}

const first = ({ answers }: Question): readonly Answer[] => [answers[0]];
const second = ({ answers }: Question): readonly Answer[] => [answers[1]];

const afterwards =
	(index: 0 | 1): Situation['run'] =>
	async (conversation, _stage, reached) => {
		const question = await conversation.ask('plain');
		await reached();
		await conversation.answer(question, index);
		return await conversation.outcome();
	};

/** Two outputs lead to the question, so that it is asked again once it is answered. */
const askedTwice = (situation: Pick<Situation, 'name' | 'needs'>): Situation => ({
	...situation,
	answers: ({ answers: [one, two] }) => [two, one],
	refused: 0,
	followed: 2,
	async run(conversation, _stage, reached) {
		await conversation.start('queued', { rounds: [1, 2] });
		const [question] = await conversation.asked();
		await conversation.answer(question, 1);
		const both = await conversation.asked(2);
		if (situation.needs !== undefined) await reached();
		await conversation.answer(both.at(-1), 0);
		return await conversation.outcome();
	},
});

export const situations: readonly Situation[] = [
	{
		name: 'plain',
		answers: first,
		refused: 0,
		async run(conversation) {
			const question = await conversation.ask('plain');
			await conversation.answer(question, 0);
			return await conversation.outcome();
		},
	},
	{
		name: 'a loop of three rounds, with all older answers again',
		answers: ({ answers }) => answers,
		refused: 6,
		async run(conversation) {
			await conversation.start('loop', { rounds: [1, 2, 3] });
			for (const round of [0, 1, 2] as const) {
				const received = await conversation.asked(round + 1);
				for (const older of received.slice(0, round)) {
					await conversation.answer(older, 0);
					await conversation.answer(older, 1);
				}
				await conversation.answer(received[round], round);
			}
			return await conversation.outcome();
		},
	},
	askedTwice({ name: 'two outputs that lead to the question' }),
	askedTwice({ name: 'n8n restarted between the answers to two outputs', needs: 'restart' }),
	{
		name: 'Retry On Fail after a rejected try',
		answers: second,
		refused: 0,
		async run(conversation) {
			await conversation.rejectOnce();
			const question = await conversation.ask('retry');
			await conversation.answer(question, 1);
			return await conversation.outcome();
		},
	},
	{
		name: 'answered twice',
		answers: second,
		refused: 2,
		async run(conversation) {
			const question = await conversation.ask('plain');
			await conversation.answer(question, 1);
			await conversation.answer(question, 0);
			const outcome = await conversation.outcome();
			await conversation.answer(question, 0);
			return outcome;
		},
	},
	{
		name: 'expiry, and answered then',
		answers: () => [undefined],
		refused: 1,
		isSlow: true,
		async run(conversation) {
			const question = await conversation.ask('plain', { minutes: 1 });
			const outcome = await conversation.outcome(360);
			await conversation.answer(question, 0);
			return outcome;
		},
	},
	{ name: 'n8n restarted while it waits', needs: 'restart', answers: first, refused: 0, run: afterwards(0) },
	{ name: 'n8n killed while it waits', needs: 'kill', answers: second, refused: 0, run: afterwards(1) },
	{
		name: 'in a sub-workflow',
		onlyN8n2: true,
		answers: second,
		refused: 0,
		async run(conversation, stage) {
			const question = await conversation.ask('parent', { child: stage.idOf('child') });
			await conversation.answer(question, 1);
			return await conversation.outcome(180, 'Call');
		},
	},
	{
		name: 'in a sub-workflow that a loop calls',
		onlyN8n2: true,
		answers: ({ answers }) => answers,
		refused: 0,
		async run(conversation, stage) {
			await conversation.start('callingLoop', { rounds: [1, 2, 3], child: stage.idOf('child') });
			for (const round of [0, 1, 2] as const)
				await conversation.answer((await conversation.asked(round + 1))[round], round);
			return await conversation.outcome(180, 'Call');
		},
	},
];

/** What an event says that did not resume. */
export const reasonsOf = (events: readonly JsonObject[], number: string): string[] =>
	events
		.filter((event) => JSON.stringify(event).includes(number))
		.map((event) => (wasUnanswered(event) ? unanswered : reasonOf(event)));
