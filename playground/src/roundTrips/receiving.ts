import { storedBytes, type Execution, type StoredFile } from '../n8n/executions';
import { textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import type { SimulatedMessage } from '../simulatorApi';
import { executionWhere, sentWith, type Served, type Stage } from '../stage';
import type { Trip } from './trip';

/** What receives all that comes by a channel with one webhook URL, status updates included. */
export interface Receiver {
	/** The channel, as the simulator calls it and as people do. */
	channel: string;
	title: string;
	workflow: Served;
	/** The names of its trigger, and of the nodes that a status update may run: none of them sends. */
	trigger: string;
	statusNodes: readonly string[];
}

/** Every status starts the workflow, and nothing is sent by it: an answer would have statuses of its own. */
export async function followStatuses(
	stage: Stage,
	{ workflow, trigger, statusNodes }: Receiver,
	{ references }: SimulatedMessage,
	statuses: readonly string[],
	say: Say,
): Promise<void> {
	const told: Execution[] = [];
	for (const status of statuses) {
		const execution = await executionWhere(
			stage,
			`the status ${status} to start its workflow`,
			workflow,
			({ output }) =>
				references.includes(textAt(output[trigger], 0, 'reference')) &&
				textAt(output[trigger], 0, 'status', 'code') === status,
		);
		const others = Object.keys(execution.output).filter(
			(node) => node !== trigger && !statusNodes.includes(node),
		);
		if (others.length > 0) throw new PlaygroundError(`The status ${status} also ran ${others.join(', ')}.`);
		told.push(execution);
	}
	const [update, execution] = told.length === 1 ? ['update', 'execution'] : ['updates', 'executions'];
	say(`status ${update}: ${statuses.join(', ')} (${execution} ${told.map(({ id }) => id).join(', ')})`);
}

/** The execution that something of the person has started, and the answer that it gave. */
export async function answerTo(
	trip: Trip,
	{ workflow }: Receiver,
	what: string,
	matches: (execution: Execution) => boolean,
	answerNode: string,
): Promise<{ execution: Execution; answer: SimulatedMessage }> {
	const execution = await executionWhere(trip, `${what} to start its workflow`, workflow, matches);
	const reference = textAt(execution.output[answerNode], 0, 'reference');
	const answer = await sentWith(trip, `the answer to ${what}`, reference, trip.person);
	return { execution, answer };
}

/** Fails unless n8n holds a file as the person has sent it. */
export async function checkBytes(stage: Stage, file: StoredFile, sent: Buffer): Promise<void> {
	const kept = await storedBytes(stage.api, file);
	if (!kept.equals(sent)) throw new PlaygroundError('The bytes in n8n differ from the bytes sent.');
}

/** Fails if the person got more by this channel than was wanted. */
export async function checkCount(
	{ simulator, person }: Pick<Trip, 'simulator' | 'person'>,
	{ channel, title }: Pick<Receiver, 'channel' | 'title'>,
	wanted: readonly SimulatedMessage[],
): Promise<void> {
	const sent = (await simulator.messages(person)).filter(
		(message) => message.channel === channel && message.direction === 'out' && message.kind !== 'event',
	);
	if (sent.length !== wanted.length)
		throw new PlaygroundError(
			`${sent.length} ${title} messages were sent instead of ${wanted.length}. Something was answered twice.`,
		);
}
