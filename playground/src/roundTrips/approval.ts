import { latestExecutions, readExecution, type Execution } from '../n8n/executions';
import { fetchOnce } from '../support/fetchOnce';
import { at, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { waitFor } from '../support/waitFor';
import { followStatuses } from './receiving';
import type { SimulatedMessage } from '../simulatorApi';
import { executionWhere, person, secondsPerStep, sentWith, type Stage } from '../stage';
import { buttonsOf, startedBy, statuses, wabaReceiverOf } from './waba';

const order = 1042;

const whatsAppMessages = async ({ simulator }: Stage): Promise<SimulatedMessage[]> =>
	(await simulator.messages(person)).filter(({ channel }) => channel === 'waba');

async function ask(stage: Stage, say: Say): Promise<SimulatedMessage> {
	const known = new Set((await whatsAppMessages(stage)).map(({ id }) => id));
	const started = await fetchOnce(stage.workflows.approval.url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ to: person, order }),
	});
	if (started.status !== 200)
		throw new PlaygroundError(`The asking workflow responded with ${started.status}.`);
	const asked = await waitFor(
		'the question to reach the simulator',
		async () => (await whatsAppMessages(stage)).find(({ id }) => !known.has(id)),
		{ seconds: secondsPerStep, hopeless: stage.n8nEnded },
	);
	const titles = buttonsOf(asked).map(({ title }) => `[${title}]`);
	if (titles.join() !== '[Approve],[Decline]')
		throw new PlaygroundError(`The question arrived with the buttons ${titles.join(' ')}.`);
	say(`WhatsApp question to ${person}: "${asked.text}" ${titles.join(' ')}`);
	return asked;
}

/** The execution that asked, once it waits. Its ID is in what a button brings back. */
async function whenWaiting(stage: Stage, asked: SimulatedMessage, say: Say): Promise<string> {
	const [, id = ''] = /^\/webhook-waiting\/(\d+)\//.exec(buttonsOf(asked)[0]?.id ?? '') ?? [];
	await waitFor(
		'the asking execution to wait',
		async () =>
			(await latestExecutions(stage.api, stage.workflows.approval.id)).find(
				(execution) => execution.id === id && execution.status === 'waiting',
			),
		{ seconds: secondsPerStep, hopeless: stage.n8nEnded },
	);
	say(`execution ${id} waits for the answer`);
	return id;
}

async function approve(stage: Stage, asked: SimulatedMessage, say: Say): Promise<string> {
	const [button] = buttonsOf(asked);
	const { messageId } = await stage.simulator.wabaIncoming({
		from: person,
		type: 'button_reply',
		...button,
		replyTo: asked.messageId,
	});
	say(`${person} taps [${button?.title ?? ''}]`);
	return messageId;
}

async function checkGoneOn(stage: Stage, id: string, asked: SimulatedMessage): Promise<Execution> {
	const execution = await executionWhere(
		stage,
		'the asking execution to go on',
		stage.workflows.approval,
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
async function checkStartedNone(stage: Stage, messageId: string): Promise<void> {
	const { workflow, trigger } = wabaReceiverOf(stage);
	for (const { id } of await latestExecutions(stage.api, workflow.id)) {
		const execution = await readExecution(stage.api, id);
		const result = textAt(execution.output[trigger], 0, 'waiting', 'result');
		if (startedBy(messageId)(execution) && result !== 'unknown')
			throw new PlaygroundError(`The tap resumed an execution, and also started execution ${id}.`);
	}
}

/**
 * Asks for approval through n8n, has the person tap Approve, and waits until the execution that asked has gone on.
 * @throws PlaygroundError naming the step that failed
 */
export async function approvalRoundTrip(stage: Stage, say: Say): Promise<void> {
	const asked = await ask(stage, say);
	const id = await whenWaiting(stage, asked, say);
	const tap = await approve(stage, asked, say);
	const { output } = await checkGoneOn(stage, id, asked);
	const confirmation = await sentWith(stage, 'the confirmation', textAt(output.Confirm, 0, 'reference'));
	say(`approved: execution ${id} goes on, workflow answers: "${confirmation.text}"`);
	// These come after the tap, in this order.
	await followStatuses(stage, wabaReceiverOf(stage), confirmation, statuses, say);
	await checkStartedNone(stage, tap);
}
