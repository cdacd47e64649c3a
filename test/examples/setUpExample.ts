/** An example with Data tables and perhaps a trigger, set up anew for each test of a file. */
import type { IDataObject } from 'n8n-workflow';
import type { RunResult, WorkflowJson } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import { PACKAGE } from '../support/smsbox';
import type { ServedTrigger } from '../support/triggers';
import { withoutPauses } from '../support/withoutPauses';
import { DataTables } from './dataTables';
import { ExampleHarness, readExample, type HarnessOptions } from './exampleHarness';

const channels = {
	waba: { type: `${PACKAGE}.smsboxWabaTrigger`, setting: 'wabaWebhookUrl' },
	rcs: { type: `${PACKAGE}.smsboxRcsTrigger`, setting: 'rcsWebhookUrl' },
	sms: { type: `${PACKAGE}.smsboxIncomingSmsTrigger`, setting: 'incomingSmsUrl' },
	report: { type: `${PACKAGE}.smsboxDeliveryReportTrigger`, setting: 'deliveryReportUrl' },
} as const;
type Channel = keyof typeof channels;
/** Of an event that another workflow passes on. */
export const eventId = '0123456789abcdef0123456789abcdef';
type Published = ServedTrigger & { channel: Channel };
type Edits = Readonly<Record<string, string>>;

interface Setup extends Omit<HarnessOptions, 'nodes'> {
	/** The channel of its trigger, where it is published as it is for each test. */
	published?: Channel;
	/** The node that it is run from, where no other one is named. */
	start?: string;
	/** What a user has written into it for all tests. */
	edits?: Edits;
	/** More nodes in the place of n8n's own; they can let simulated time pass. */
	nodes?: (pass: (seconds: number) => Promise<void>) => GivenNodes;
}

function ended(result: RunResult, status: RunResult['status']): RunResult {
	const error = status === 'error' ? expect.anything() : undefined;
	expect({ status: result.status, error: result.error }).toEqual({ status, error });
	return result;
}

/** To be called once in a `describe`. Looks afterwards that nothing went wrong unseen. */
export function setUpExample(
	name: string,
	{ published, start = 'Run by hand', edits: always = {}, nodes = () => ({}), ...options }: Setup = {},
) {
	withoutPauses();
	let harness: ExampleHarness;
	let tables: DataTables;
	let triggers: Published[];
	beforeEach(async () => {
		tables = new DataTables();
		triggers = [];
		harness = await ExampleHarness.start({ ...options, nodes: { ...tables.node, ...nodes(pass) } });
		if (published) await publish(published);
	});
	afterEach(async () => {
		const undeclared = await harness.undeclared();
		await harness.close();
		const errors = triggers.flatMap((trigger) => trigger.errors);
		expect({ undeclared, errors }).toEqual({ undeclared: [], errors: [] });
	});

	const read = (edits: Edits = {}): WorkflowJson => readExample(name, { ...always, ...edits });

	/** Publishes the workflow's trigger, and enters its URL in the customer area. */
	async function publish(channel: Channel, workflow = read()): Promise<Published> {
		const { type, setting } = channels[channel];
		const trigger = Object.assign(await harness.serve(workflow, type), { channel });
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
	function served(): Published {
		const last = triggers.at(-1);
		if (last === undefined) throw new Error('No trigger was published');
		return last;
	}

	async function called(query: string, init: RequestInit = {}): Promise<void> {
		const answer = await fetch(`${served().url}${query}`, init);
		expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
	}

	/** What a node of it does with these items, whatever comes of that. */
	const attempt = async (edits: Edits, node = start, ...items: IDataObject[]): Promise<RunResult> =>
		await harness.run(read(edits), node, items.length > 0 ? items.map((json) => ({ json })) : undefined);

	/** A person writes by the channel of a trigger. Returns the execution that this starts. */
	async function arrive(message: object, { channel, executions, ...trigger } = served()): Promise<RunResult> {
		if (channel === 'report') throw new Error('Nobody writes a delivery report');
		const index = executions.length;
		await harness.write(channel, message);
		return await harness.execution({ executions, ...trigger }, index);
	}

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
		/** The example as its file has it, with what a user writes into it. */
		read,
		attempt,
		/** Runs it to its end from one of its nodes, which puts out these items. */
		run: async (edits: Edits = {}, node = start, ...items: IDataObject[]) =>
			ended(await attempt(edits, node, ...items), 'success'),
		/** The same where it ends with an error. */
		fail: async (edits: Edits = {}, node = start, ...items: IDataObject[]) =>
			ended(await attempt(edits, node, ...items), 'error'),
		/** Runs its upper flow up to where it waits. */
		runToWait: async (edits: Edits = {}, node = start, ...items: IDataObject[]) =>
			ended(await attempt(edits, node, ...items), 'waiting'),
		/** A person writes. Returns the execution that this starts, when it has succeeded. */
		receive: async (message: object, trigger = served()) => ended(await arrive(message, trigger), 'success'),
		/** The same where it fails. */
		receiveAndFail: async (message: object) => ended(await arrive(message), 'error'),
		/** The service calls the trigger's URL with this query. */
		call: async (query: string) => await called(`?${query}`),
		/** The same by a body in JSON. */
		post: async (event: object): Promise<void> => {
			const headers = { 'content-type': 'application/json' };
			await called('', { method: 'POST', headers, body: JSON.stringify(event) });
		},
		/** The n-th execution that a trigger started, counted from 0, when it has succeeded. */
		started: async (index = 0, trigger: ServedTrigger = served()) =>
			ended(await harness.execution(trigger, index), 'success'),
		/** What came of an execution that waited, once it has been resumed and has succeeded. */
		resumed: async (waiting: RunResult) => ended(await harness.resumed(waiting), 'success'),
		/** It was not resumed. */
		stillWaiting: async (waiting: RunResult) => ended(await harness.resumed(waiting), 'waiting'),
		/** The same once its time is over. */
		expired: async (waiting: RunResult) => ended(await harness.expire(waiting), 'success'),
	};
}
