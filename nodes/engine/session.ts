import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { createCalls, type ItemCalls } from './call';
import { Failure } from './failure';
import { createOnceKeys } from './once';
import { createMemory, hashOf, type Memory, originOf, type Place } from './memory';
import { firstOf, type Job } from './plan';
import { optionsName } from './properties';
import { shareReads, type Transport, transportOf } from './transport';

/** What the jobs of one run share: the way to the service, and the memory of what was sent. */
export interface Session {
	/** For asking beforehand: equal reads of several jobs go out once. */
	ask: (job: Job) => ItemCalls;
	/** For the work itself. */
	work: (job: Job) => ItemCalls;
	memory: Memory;
	placeOf: (job: Job) => Place;
}

/** `$runIndex` tells a retry of the same run from the next round of a loop, but for a tool it tells nothing. */
function runOf(context: IExecuteFunctions): number | 'tool' {
	if ('isToolExecution' in context && context.isToolExecution()) return 'tool';
	const index: unknown = context.getWorkflowDataProxy(0).$runIndex;
	return typeof index === 'number' ? index : 0;
}

/** Where n8n runs a node outside of an execution (a tool of its MCP server), there is nothing that could be kept. */
function contextOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** The parameters that say what is sent: how long to wait for the answer is none of them. */
function parametersOf(context: IExecuteFunctions): unknown {
	const { parameters } = context.getNode();
	const options = parameters[optionsName];
	if (typeof options !== 'object' || options === null) return parameters;
	return { ...parameters, [optionsName]: { ...options, timeout: undefined } };
}

/** n8n explains what is wrong with a credential; nothing has been sent yet. */
function credentialFailure(error: unknown): Failure {
	const description = error instanceof Error ? error.message : undefined;
	return new Failure({ kind: 'notSent', message: 'Not sent: the credential cannot be used', description });
}

async function connect(context: IExecuteFunctions, signal: AbortSignal | undefined): Promise<Transport> {
	try {
		return await transportOf(context, signal);
	} catch (error) {
		throw credentialFailure(error);
	}
}

/** Opens the session of a run. Throws a {@link Failure} where the credential cannot be used. */
export async function openSession(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<Session> {
	const transport = await connect(context, signal);
	const memory = createMemory(contextOf(context));
	const run = runOf(context);
	// Once for the run: the parameters are the same for all its jobs, and may hold a long text.
	const parameters = hashOf(JSON.stringify(parametersOf(context)));
	const input = context.getInputData();
	const placeOf = (job: Job): Place => {
		const items = job.items.map((item) => input[item]?.json);
		return { run, item: firstOf(job), part: 0, origin: originOf(parameters, items) };
	};
	const keys = createOnceKeys(context);
	const callsOver = (carrier: Transport) => (job: Job) =>
		createCalls({
			transport: carrier,
			memory,
			place: placeOf(job),
			timeoutSeconds: job.timeoutSeconds,
			once: job.onceKey === undefined ? undefined : { keys, key: job.onceKey },
		});
	return { ask: callsOver(shareReads(transport)), work: callsOver(transport), memory, placeOf };
}
