/** What happened in a history: what the nodes did, and what the service really took. Everything the oracle judges by. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FaultKind, Setting, Wish } from './history';

/** A request that sends. */
export interface SentRequest {
	/** When, among all that happened. */
	at: number;
	execution: number;
	attempt: number;
	/** Whom it was to. */
	numbers: readonly string[];
	/** What it asked for. */
	wishes: readonly Wish[];
	/** What had struck it; `stop` and `kill` where its answer never came. */
	fault: FaultKind | 'stop' | 'kill' | undefined;
	/** What the service took of it, in its order. */
	taken: readonly Wish[];
	/** Entries over what a request may hold. */
	excess: number;
}

/** One call of a node's `execute`. */
export interface Attempt {
	began: number;
	/** Undefined while it runs, and where it was killed. */
	ended: number | undefined;
	execution: number;
	/** As n8n's `$runIndex`, also where n8n begins to count again. */
	run: number;
	setting: Setting;
	/** What came in. */
	input: readonly IDataObject[];
	output: readonly INodeExecutionData[] | undefined;
	error: { message: string; description: string } | undefined;
}

export interface Execution {
	/** The one whose stored data it continues: it knows what that one knew. */
	parent: number | undefined;
	/** How it came about, for people. */
	kind: string;
	status: 'success' | 'error' | 'stopped' | 'killed' | 'stuck';
}

export interface Trace {
	executions: Execution[];
	attempts: Attempt[];
	requests: SentRequest[];
}

/** Faults after which nobody knows whether the service took a request. */
export const leavesOpen: ReadonlyArray<SentRequest['fault']> = [
	'cutBefore',
	'cutAfter',
	'timeout',
	'garbage',
	'garbageTaken',
	'undocumented',
	'undocumentedTaken',
	'stop',
	'kill',
];

/** Returns an execution and those that it continues, the first one first. */
export function chainOf(index: number, executions: readonly Execution[]): number[] {
	const parent = executions[index]?.parent;
	return parent === undefined ? [index] : [...chainOf(parent, executions), index];
}
