import { z } from 'zod';
import type { N8nApi } from '../../../playground/src/n8n/api';
import {
	hasEnded,
	latestExecutions,
	readExecution,
	type Execution,
} from '../../../playground/src/n8n/executions';
import { textAt } from '../../../playground/src/support/json';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import type { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';

/** The n8n that executions are read from. */
export interface Reader {
	api: N8nApi;
	/** Why it runs no longer. */
	ended?: () => PlaygroundError | undefined;
}

/**
 * Runs a workflow from one of its triggers, as the editor's button does. n8n 1 takes the workflow from the request,
 * n8n 2 from its database; each leaves aside what it does not need.
 * @returns the id of the execution
 */
export async function startByHand(api: N8nApi, workflowId: string, trigger: string): Promise<string> {
	const workflowData = await api.get(`/workflows/${workflowId}`);
	const started = await api.post(`/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	return textAt(started, 'executionId');
}

/** Lets simulated time pass, and returns once every callback of that time is answered. */
export async function passTime(simulator: SimulatorApi, seconds: number): Promise<void> {
	let advance = seconds;
	await waitFor(
		'every callback being answered',
		async () => {
			const { settled } = z
				.object({ settled: z.boolean() })
				.parse(await simulator.post('/clock', { advance }));
			advance = 0;
			return settled ? true : undefined;
		},
		{ seconds: 180 },
	);
}

/** Returns once an execution waits. */
export async function waitingExecution({ api, ended }: Reader, id: string): Promise<void> {
	await waitFor(
		`execution ${id} waiting`,
		async () => {
			const { status, error } = await readExecution(api, id);
			if (hasEnded(status)) throw new Error(`Execution ${id} did not wait: ${status} ${error}`);
			return status === 'waiting' ? status : undefined;
		},
		{ seconds: 180, hopeless: () => ended?.() },
	);
}

/** One execution, once it has ended. */
export async function endedExecution({ api, ended }: Reader, id: string, seconds = 180): Promise<Execution> {
	return await waitFor(
		`execution ${id} ending`,
		async () => {
			const execution = await readExecution(api, id);
			return hasEnded(execution.status) ? execution : undefined;
		},
		{ seconds, hopeless: () => ended?.() },
	);
}

/**
 * The latest executions of a workflow (at most 50), oldest first, once all have ended.
 * @param atLeast how many there will be: n8n 1 acknowledges an event before it stores the execution
 */
export async function allEnded(
	{ api, ended }: Reader,
	workflowId: string,
	atLeast = 0,
): Promise<Execution[]> {
	let seen = '';
	const summaries = await waitFor(
		`all executions of a workflow ending, ${atLeast} at least,`,
		async () => {
			const latest = await latestExecutions(api, workflowId);
			seen = latest.map(({ status }) => status).join(', ');
			return latest.length >= atLeast && latest.every(({ status }) => hasEnded(status)) ? latest : undefined;
		},
		{ seconds: 360, hopeless: () => ended?.(), seen: () => seen },
	);
	const oldestFirst = summaries.map(({ id }) => Number(id)).sort((one, other) => one - other);
	return await Promise.all(oldestFirst.map(async (id) => await readExecution(api, String(id))));
}

/** The last of `count` executions of a workflow, once they have ended. */
export async function lastEnded(reader: Reader, workflowId: string, count: number): Promise<Execution> {
	const all = await allEnded(reader, workflowId, count);
	const last = all.at(-1);
	if (last === undefined || all.length > count)
		throw new Error(`${all.length} executions instead of ${count}`);
	return last;
}
