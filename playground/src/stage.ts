import type { N8nApi } from './n8n/api';
import { hasEnded, latestExecutions, readExecution, type Execution } from './n8n/executions';
import { fetchOnce } from './support/fetchOnce';
import { parseJson, textAt } from './support/json';
import { PlaygroundError } from './support/playgroundError';
import type { SimulatedMessage, SimulatorApi } from './simulatorApi';
import { waitFor } from './support/waitFor';

/** Seconds that each step of a round trip may take, on a busy machine. */
export const secondsPerStep = 120;

/** A sample workflow that n8n serves. */
export interface Served {
	id: string;
	/** Whether it is published: another workflow may serve its address instead. */
	isPublished: boolean;
	/** The production address of its webhook or trigger. */
	url: string;
}

/** The parts of the playground that a round trip goes through. */
export interface Stage {
	api: N8nApi;
	simulator: SimulatorApi;
	workflows: Record<
		'send' | 'report' | 'answer' | 'ask' | 'whatsapp' | 'offer' | 'rcs' | 'approval' | 'assistant',
		Served
	>;
	/** Why n8n runs no longer, if so. */
	n8nEnded: () => PlaygroundError | undefined;
}

/** The execution of a workflow that matches, once it has ended, and well. */
export async function executionWhere(
	stage: Stage,
	what: string,
	workflow: Served,
	matches: (execution: Execution) => boolean,
): Promise<Execution> {
	const seen = new Set<string>();
	const execution = await waitFor(
		what,
		async () => {
			for (const { id, status } of await latestExecutions(stage.api, workflow.id)) {
				if (seen.has(id) || !hasEnded(status)) continue;
				seen.add(id);
				const found = await readExecution(stage.api, id);
				if (matches(found)) return found;
			}
			return undefined;
		},
		{
			seconds: secondsPerStep,
			hopeless: stage.n8nEnded,
			seen: () => `saw ${seen.size} other executions`,
		},
	);
	if (execution.status === 'success') return execution;
	throw new PlaygroundError(
		`Execution ${execution.id} ended with the status ${execution.status}, waiting for ${what}: ${execution.error}`,
	);
}

/** What the simulator has sent to a number with the reference that n8n was given: without one, nothing was sent. */
export async function sentWith(
	stage: Stage,
	what: string,
	reference: string,
	number: string,
): Promise<SimulatedMessage> {
	return await waitFor(
		what,
		async () =>
			(await stage.simulator.messages(number)).find(
				({ direction, references }) => direction === 'out' && references.includes(reference),
			),
		{ seconds: secondsPerStep, hopeless: stage.n8nEnded },
	);
}

/** Starts a workflow that sends, and answers with the output of its last node. Gives the reference in it. */
export async function startSending({ api }: Stage, { id, url }: Served, body: unknown): Promise<string> {
	const started = await fetchOnce(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const answer = parseJson(await started.text());
	const reference = textAt(answer, 'reference');
	if (started.status === 200 && reference !== '') return reference;
	const [latest] = await latestExecutions(api, id);
	const reason = latest === undefined ? '' : (await readExecution(api, latest.id)).error;
	throw new PlaygroundError(
		`The sending workflow responded with ${started.status} and no reference: ${reason || JSON.stringify(answer)}`,
	);
}
