/** An example with a trigger and Data tables, set up anew for each test of a file. */
import type { WorkflowJson } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import type { ServedTrigger } from '../support/triggers';
import { DataTables } from './dataTables';
import { ExampleHarness, rcsTrigger, readExample, wabaTrigger, type Fault } from './exampleHarness';

const channels = {
	waba: { type: wabaTrigger, setting: 'wabaWebhookUrl' },
	rcs: { type: rcsTrigger, setting: 'rcsWebhookUrl' },
	sms: { type: 'n8n-nodes-smsbox.smsboxIncomingSmsTrigger', setting: 'incomingSmsUrl' },
	report: { type: 'n8n-nodes-smsbox.smsboxDeliveryReportTrigger', setting: 'deliveryReportUrl' },
} as const;
type Channel = keyof typeof channels;

interface Setup {
	/** An example and the channel of its trigger, published as it is for each test. */
	published?: [example: string, channel: Channel];
	/** More nodes in the place of n8n's own; they can let simulated time pass. */
	nodes?: (pass: (seconds: number) => Promise<void>) => GivenNodes;
}

/** To be called once in a `describe`. Looks afterwards that nothing went wrong unseen. */
export function tablesHarness({ published, nodes = () => ({}) }: Setup = {}) {
	let harness: ExampleHarness;
	let tables: DataTables;
	let served: ServedTrigger;
	beforeEach(async () => {
		tables = new DataTables();
		harness = await ExampleHarness.start({ nodes: { ...tables.node, ...nodes(pass) } });
		if (published) await publish(readExample(published[0]), published[1]);
	});
	afterEach(async () => {
		const undeclared = await harness.undeclared();
		await harness.close();
		expect({ undeclared, errors: served.errors }).toEqual({ undeclared: [], errors: [] });
	});

	/** Publishes the workflow's trigger, and enters its URL in the customer area. */
	async function publish(workflow: WorkflowJson, channel: Channel): Promise<void> {
		const { type, setting } = channels[channel];
		served = await harness.serve(workflow, type);
		await harness.configure({ [setting]: served.url });
	}

	/** Lets simulated time pass, and what was started in it come to its end. */
	async function pass(seconds: number): Promise<void> {
		await harness.pass(seconds);
		await Promise.all(served.executions.map(async ({ result }) => await result));
	}

	return {
		get harness() {
			return harness;
		},
		get tables() {
			return tables;
		},
		get served() {
			return served;
		},
		publish,
		pass,
	};
}

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
