import type { SimulatorApi } from '../../../../playground/src/simulatorApi';
import type { StartOptions } from '../../../../simulator/src';

/** An example that stands published in one version of n8n, and the service that it talks to. */
export interface Stage {
	simulator: SimulatorApi;
	/** Runs it from one of its triggers, as the editor's button does, until it has ended. */
	run: (trigger: string) => Promise<void>;
	/** Runs it in the same way, until it waits. */
	runToWait: (trigger: string) => Promise<void>;
	/**
	 * Lets simulated time pass; what is due in it happens, and what that starts has ended.
	 * @param executions how many there are by then; n8n 1 acknowledges an event before it stores the execution
	 */
	pass: (seconds: number, executions?: number) => Promise<void>;
}

/** How an example is run, and what must come of it. */
export interface Scenario {
	/** Its file in `examples/`, without `.json`. */
	example: string;
	name: string;
	/** Texts of the file, and what a user writes in their place. */
	edits?: Readonly<Record<string, string>>;
	service?: StartOptions;
	/** Our nodes whose output is not compared: it holds the time, a random code or the ID of an execution. */
	differs?: readonly string[];
	happen: (stage: Stage) => Promise<void>;
	/** What the phones must show of what was sent, each as `number: text`; digits of a code as `#`, a link as `<link>`. */
	sent: readonly string[];
	/** How many executions must have come of it. */
	executions: number;
}

/** Whom most of them write to. */
export const person = '33600123456';
