import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { createCalls, type ItemCalls } from './call';
import { Failure } from '../failure';
import { type Job, membersOf } from '../execution/jobs';
import { askedOf, isCalledDirectly, isTool } from '../policy/agentTool';
import { createLedger, guardNames, type Ledger } from '../policy/guardLedger';
import { createMemory, hashOf, type Memory, originOf, type Place } from './memory';
import type { RunLimits } from '../limits';
import { createOnceKeys, type OnceKeys } from './once';
import { optionsName } from '../operations/properties';
import { createToolMemory } from './toolMemory';
import { shareReads, type Transport, transportOf } from '../http/transport';
import { atOnceName, combineName } from '../execution/volume';

/** What a run knows before it asks the service anything: the memory of earlier tries, and where its items stand. */
export interface Recall {
	run: Place['run'];
	memory: Memory;
	/** See `originOf`, for several items. */
	originOf: (items: readonly number[]) => string;
	placeOf: (job: Job) => Place;
	/** The items of which an earlier try was accepted, or may have been. */
	tried: ReadonlySet<number>;
	/** What this execution has sent so far, for the limit that its author set. */
	ledger: Ledger;
}

/** What the jobs of one run share: the way to the service, and the names of what is to be sent once only. */
export interface Session {
	/** For asking beforehand: equal reads of several jobs go out once. */
	ask: (job: Job) => ItemCalls;
	/** For the work itself. */
	work: (job: Job) => ItemCalls;
	onceKeys: OnceKeys;
}

/** `$runIndex` tells a retry of the same run from the next round of a loop. */
function runOf(context: IExecuteFunctions): number {
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

/** The options that say how requests are made, and not what they say. */
const manner = ['timeout', combineName, atOnceName, ...guardNames];

/** The parameters that say what is sent. */
function parametersOf(context: IExecuteFunctions): unknown {
	const { parameters } = context.getNode();
	const options = parameters[optionsName];
	if (typeof options !== 'object' || options === null) return parameters;
	const saying = Object.entries(options).filter(([name]) => !manner.includes(name));
	return { ...parameters, [optionsName]: Object.fromEntries(saying) };
}

/** Opens the memory of a run. */
export function recall(context: IExecuteFunctions): Recall {
	const kept = contextOf(context);
	const run = runOf(context);
	// Once for the run: the parameters are the same for all its jobs, and may hold a long text.
	const parameters = hashOf(JSON.stringify(parametersOf(context)));
	const input = context.getInputData();
	const originOfItems = (items: readonly number[]): string =>
		originOf(
			parameters,
			items.map((item) => askedOf(input[item])),
		);
	const isForAgent = isTool(context);
	const memory = isForAgent ? createToolMemory(kept, (item) => originOfItems([item])) : createMemory(kept);
	return {
		run,
		memory,
		ledger: createLedger(kept, isCalledDirectly(context) ? undefined : run),
		originOf: originOfItems,
		tried: memory.tried(run, input.length),
		placeOf(job) {
			const items = job.items.map(({ item }) => item);
			const members = membersOf(job);
			const isMessage = job.items[0]?.operation.sends === true;
			return {
				run,
				item: items[0] ?? 0,
				part: 0,
				origin: originOfItems(items),
				...(members && { members }),
				...(isForAgent && isMessage && { to: job.names ?? [] }),
			};
		},
	};
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
	{ memory, placeOf }: Recall,
	signal: AbortSignal | undefined,
	limits: RunLimits,
): Promise<Session> {
	const transport = await connect(context, signal);
	const callsOver = (carrier: Transport) => (job: Job) =>
		createCalls({
			transport: carrier,
			memory,
			place: placeOf(job),
			timeoutSeconds: job.items[0]?.timeoutSeconds ?? 0,
			earlier: job.earlier,
		});
	return {
		ask: callsOver(shareReads(transport)),
		work: callsOver(transport),
		onceKeys: createOnceKeys(context, limits.deduplicationKeys),
	};
}
