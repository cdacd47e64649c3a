import { latestExecutions, readExecution, type Execution } from '../n8n/executions';
import { fetchOnce } from '../support/fetchOnce';
import { at, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { waitFor } from '../support/waitFor';
import { followStatuses } from './receiving';
import type { SimulatedMessage } from '../simulatorApi';
import { executionWhere, secondsPerStep, sentWith } from '../stage';
import type { Trip } from './trip';
import { buttonsOf, startedBy, statuses, wabaReceiverOf } from './waba';

const order = 1042;

async function ask(trip: Trip, say: Say): Promise<SimulatedMessage> {
	const started = await fetchOnce(trip.workflows.approval.url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ to: trip.person, order }),
	});
	if (started.status !== 200)
		throw new PlaygroundError(`The asking workflow responded with ${started.status}.`);
	const asked = await waitFor(
		'the question to reach the simulator',
		async () => (await trip.simulator.messages(trip.person))[0],
		{ seconds: secondsPerStep, hopeless: trip.n8nEnded },
	);
	const titles = buttonsOf(asked).map(({ title }) => `[${title}]`);
	if (titles.join() !== '[Approve],[Decline]')
		throw new PlaygroundError(`The question arrived with the buttons ${titles.join(' ')}.`);
	say(`WhatsApp question to ${trip.person}: "${asked.text}" ${titles.join(' ')}`);
	return asked;
}

/** The execution that asked, once it waits. Its ID is in what a button brings back. */
async function whenWaiting(trip: Trip, asked: SimulatedMessage, say: Say): Promise<string> {
	const [, id = ''] = /^\/webhook-waiting\/(\d+)\//.exec(buttonsOf(asked)[0]?.id ?? '') ?? [];
	await waitFor(
		'the asking execution to wait',
		async () =>
			(await latestExecutions(trip.api, trip.workflows.approval.id)).find(
				(execution) => execution.id === id && execution.status === 'waiting',
			),
		{ seconds: secondsPerStep, hopeless: trip.n8nEnded },
	);
	say(`execution ${id} waits for the answer`);
	return id;
}

async function approve(trip: Trip, asked: SimulatedMessage, say: Say): Promise<string> {
	const [button] = buttonsOf(asked);
	const { messageId } = await trip.simulator.wabaIncoming({
		from: trip.person,
		type: 'button_reply',
		...button,
		replyTo: asked.messageId,
	});
	say(`${trip.person} taps [${button?.title ?? ''}]`);
	return messageId;
}

async function checkGoneOn(trip: Trip, id: string, asked: SimulatedMessage): Promise<Execution> {
	const execution = await executionWhere(
		trip,
		'the asking execution to go on',
		trip.workflows.approval,
		(ended) => ended.id === id,
	);
	const [answer] = execution.output.Ask ?? [];
	if (at(answer, 'data', 'approved') !== true)
		throw new PlaygroundError(`The execution went on with ${JSON.stringify(answer)}.`);
	if (!asked.references.includes(textAt(answer, 'reference')))
		throw new PlaygroundError(`The answer is for the message ${textAt(answer, 'reference')}.`);
	return execution;
}

/** Fails if the tap has started an execution besides the one that it resumed, unless n8n was too slow to tell. */
async function checkStartedNone(trip: Trip, messageId: string): Promise<void> {
	const { workflow, trigger } = wabaReceiverOf(trip);
	for (const { id } of await latestExecutions(trip.api, workflow.id)) {
		const execution = await readExecution(trip.api, id);
		const result = textAt(execution.output[trigger], 0, 'waiting', 'result');
		if (startedBy(messageId)(execution) && result !== 'unknown')
			throw new PlaygroundError(`The tap resumed an execution, and also started execution ${id}.`);
	}
}

/**
 * Asks for approval through n8n, has the person tap Approve, and waits until the execution that asked has gone on.
 * @throws PlaygroundError naming the step that failed
 */
export async function approvalRoundTrip(trip: Trip, say: Say): Promise<void> {
	const asked = await ask(trip, say);
	const id = await whenWaiting(trip, asked, say);
	const tap = await approve(trip, asked, say);
	const { output } = await checkGoneOn(trip, id, asked);
	const confirmation = await sentWith(
		trip,
		'the confirmation',
		textAt(output.Confirm, 0, 'reference'),
		trip.person,
	);
	say(`approved: execution ${id} goes on, workflow answers: "${confirmation.text}"`);
	// These come after the tap, in this order.
	await followStatuses(trip, wabaReceiverOf(trip), confirmation, statuses, say);
	await checkStartedNone(trip, tap);
}
