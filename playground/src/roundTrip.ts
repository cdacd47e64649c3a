import type { N8nApi } from './api';
import { hasEnded, latestExecutions, readExecution, type Execution } from './executions';
import { at, parseJson, textAt } from './json';
import { PlaygroundError } from './playgroundError';
import type { Say } from './print';
import type { SimulatedMessage, SimulatorApi } from './simulatorApi';
import { waitFor } from './waitFor';

/** Seconds that each step of the round trip may take. */
const secondsPerStep = 45;

const person = '33600123456';
const question = 'Hello! Your parcel has arrived at the café. When may we bring it?';
const reply = 'Demain à 18 h, merci';

/** The parts of the playground that a round trip goes through. */
export interface Stage {
	api: N8nApi;
	simulator: SimulatorApi;
	/** Ids of the three sample workflows. */
	workflows: { send: string; report: string; answer: string };
	/** The address that starts the sending workflow. */
	sendUrl: string;
	/** Why n8n runs no longer, if so. */
	n8nEnded: () => PlaygroundError | undefined;
}

/** What is known when the round trip is over, each from the simulator or from n8n's stored executions. */
export interface RoundTrip {
	reference: string;
	outcome: string;
	answer: string;
}

/** The execution of a workflow whose first node gave an item with this `reference`, once it has ended. */
async function executionFor(
	stage: Stage,
	what: string,
	workflowId: string,
	trigger: string,
	reference: string,
): Promise<Execution> {
	const seen = new Set<string>();
	return await waitFor(
		what,
		async () => {
			for (const { id, status } of await latestExecutions(stage.api, workflowId)) {
				if (seen.has(id) || !hasEnded(status)) continue;
				seen.add(id);
				const execution = await readExecution(stage.api, id);
				if (execution.output[trigger]?.some((item) => textAt(item, 'reference') === reference) === true)
					return succeeded(execution, what);
			}
			return undefined;
		},
		{
			seconds: secondsPerStep,
			hopeless: stage.n8nEnded,
			seen: () => `${seen.size} other executions of that workflow were there`,
		},
	);
}

function succeeded(execution: Execution, what: string): Execution {
	if (execution.status === 'success') return execution;
	throw new PlaygroundError(
		`${what}: n8n's execution ${execution.id} ended with ${execution.status}: ${execution.error}`,
	);
}

async function messageOnPhone(
	stage: Stage,
	what: string,
	matches: (message: SimulatedMessage) => boolean,
): Promise<SimulatedMessage> {
	return await waitFor(
		what,
		async () =>
			(await stage.simulator.messages(person)).find(
				(message) => message.direction === 'out' && matches(message),
			),
		{ seconds: secondsPerStep, hopeless: stage.n8nEnded },
	);
}

/** Starts the sending workflow, which answers with the output of its last node. Gives the reference in it. */
async function startSending(stage: Stage): Promise<string> {
	const started = await fetch(stage.sendUrl, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ to: person, text: question }),
	});
	const answer = parseJson(await started.text());
	const reference = textAt(answer, 'reference');
	if (started.status === 200 && reference !== '') return reference;
	const [latest] = await latestExecutions(stage.api, stage.workflows.send);
	const reason = latest === undefined ? '' : (await readExecution(stage.api, latest.id)).error;
	throw new PlaygroundError(
		`The sending workflow answered ${started.status} and gave no reference: ${reason || JSON.stringify(answer)}`,
	);
}

/**
 * Sends an SMS through n8n, waits until its delivery report has started a workflow, has the person reply, and waits
 * for the answer. Every step is checked against what the simulator received and what n8n stored.
 * @throws PlaygroundError naming the step that failed
 */
export async function roundTrip(stage: Stage, say: Say): Promise<RoundTrip> {
	const reference = await startSending(stage);
	const sent = await messageOnPhone(stage, 'The SMS arriving at the simulator', ({ references }) =>
		references.includes(reference),
	);
	if (sent.text !== question)
		throw new PlaygroundError('The SMS arrived at the simulator with another text.');
	say(`sent to ${person}: "${sent.text}", reference ${reference}`);

	const report = await executionFor(
		stage,
		'The delivery report starting its workflow',
		stage.workflows.report,
		'Delivery report',
		reference,
	);
	const [event] = report.output['Delivery report'] ?? [];
	if (at(event, 'status', 'delivered') !== true)
		throw new PlaygroundError(`The SMS was not delivered: status ${textAt(event, 'status', 'code')}.`);
	const outcome = textAt(report.output.Delivered?.[0], 'outcome');
	say(`${outcome}, told by the delivery report (execution ${report.id})`);

	const incoming = await stage.simulator.incoming({ from: person, text: reply });
	say(`${person} replies: "${reply}"`);
	const answering = await executionFor(
		stage,
		'The reply starting its workflow',
		stage.workflows.answer,
		'Incoming SMS',
		incoming,
	);
	const received = textAt(answering.output['Incoming SMS']?.[0], 'text');
	if (received !== reply) throw new PlaygroundError(`The reply reached the workflow as "${received}".`);

	const answerReference = textAt(answering.output.Answer?.[0], 'reference');
	const answer = await messageOnPhone(stage, 'The answer arriving at the simulator', ({ references }) =>
		references.includes(answerReference),
	);
	say(`answered: "${answer.text}" (execution ${answering.id})`);

	const undeclared = await stage.simulator.undeclared();
	if (undeclared.length > 0)
		throw new PlaygroundError(
			`The node sent parameters that the service does not declare: ${undeclared.join(', ')}.`,
		);
	return { reference, outcome, answer: answer.text };
}
