/** An example with Data tables and perhaps a trigger, set up anew for each test of a file. */
import type { RunResult, WorkflowJson } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import type { ServedTrigger } from '../support/triggers';
import { DataTables } from './dataTables';
import {
	ExampleHarness,
	rcsTrigger,
	readExample,
	reportTrigger,
	smsTrigger,
	wabaTrigger,
	type Fault,
	type HarnessOptions,
} from './exampleHarness';

const channels = {
	waba: { type: wabaTrigger, setting: 'wabaWebhookUrl' },
	rcs: { type: rcsTrigger, setting: 'rcsWebhookUrl' },
	sms: { type: smsTrigger, setting: 'incomingSmsUrl' },
	report: { type: reportTrigger, setting: 'deliveryReportUrl' },
} as const;
type Channel = keyof typeof channels;

interface Setup extends Omit<HarnessOptions, 'nodes'> {
	/** The channel of its trigger, where it is published as it is for each test. */
	published?: Channel;
	/** More nodes in the place of n8n's own; they can let simulated time pass. */
	nodes?: (pass: (seconds: number) => Promise<void>) => GivenNodes;
}

function succeeded(result: RunResult): RunResult {
	expect({ status: result.status, error: result.error }).toEqual({ status: 'success', error: undefined });
	return result;
}

/** To be called once in a `describe`. Looks afterwards that nothing went wrong unseen. */
export function setUpExample(name: string, { published, nodes = () => ({}), ...options }: Setup = {}) {
	let harness: ExampleHarness;
	let tables: DataTables;
	let triggers: ServedTrigger[];
	beforeEach(async () => {
		tables = new DataTables();
		triggers = [];
		harness = await ExampleHarness.start({ ...options, nodes: { ...tables.node, ...nodes(pass) } });
		if (published) await publish(readExample(name), published);
	});
	afterEach(async () => {
		const undeclared = await harness.undeclared();
		await harness.close();
		const errors = triggers.flatMap((trigger) => trigger.errors);
		expect({ undeclared, errors }).toEqual({ undeclared: [], errors: [] });
	});

	/** Publishes the workflow's trigger, and enters its URL in the customer area. */
	async function publish(workflow: WorkflowJson, channel: Channel): Promise<ServedTrigger> {
		const { type, setting } = channels[channel];
		const trigger = await harness.serve(workflow, type);
		triggers.push(trigger);
		await harness.configure({ [setting]: trigger.url });
		return trigger;
	}

	/** Lets simulated time pass, and what was started in it come to its end. */
	async function pass(seconds: number): Promise<void> {
		await harness.pass(seconds);
		const executions = triggers.flatMap((trigger) => trigger.executions);
		await Promise.all(executions.map(async ({ result }) => await result));
	}

	/** The trigger that was published last. */
	function served(): ServedTrigger {
		const last = triggers.at(-1);
		if (last === undefined) throw new Error('No trigger was published');
		return last;
	}

	const start = async (edits: Record<string, string>, node: string): Promise<RunResult> =>
		await harness.run(readExample(name, edits), node);

	return {
		get harness() {
			return harness;
		},
		get tables() {
			return tables;
		},
		get served() {
			return served();
		},
		publish,
		pass,
		/** Runs it to its end from one of its nodes. */
		run: async (edits: Record<string, string> = {}, node = 'Run by hand') =>
			succeeded(await start(edits, node)),
		/** Runs its upper flow up to where it waits. */
		runToWait: async (edits: Record<string, string> = {}): Promise<RunResult> => {
			const waiting = await start(edits, 'Run by hand');
			expect({ status: waiting.status, error: waiting.error }).toEqual({
				status: 'waiting',
				error: undefined,
			});
			return waiting;
		},
		/** The n-th execution that a trigger started, counted from 0, when it has succeeded. */
		started: async (index = 0, trigger = served()) => succeeded(await harness.execution(trigger, index)),
		/** What came of an execution that waited, once it has been resumed and has succeeded. */
		resumed: async (waiting: RunResult) => succeeded(await harness.resumed(waiting)),
		/** The same once its time is over. */
		expired: async (waiting: RunResult) => succeeded(await harness.expire(waiting)),
	};
}

/** The service refuses an operation from now on. */
export const refusing = (operation: string, status = 503, times = 0): Fault => ({
	on: 'request',
	kind: 'refuse',
	status,
	times,
	match: { operation },
});

/** The reference under which the service {@link perhaps} has taken a message. */
export const perhapsReference = '123456789012';

/** The service takes the next message of an operation, and does not say so in words that anybody knows. */
export const perhaps = (operation: string, number: string): Fault => ({
	on: 'request',
	kind: 'body',
	body: JSON.stringify({
		response: { response_code: '202', response_desc: 'Request successfully queued.' },
		reference: perhapsReference,
		recipients: [{ submitted: number, rewrited: number, state: 'PERHAPS', reason_code: 'LATER' }],
	}),
	contentType: 'application/json',
	accepted: true,
	match: { operation },
});
