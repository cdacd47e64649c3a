import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { startSimulator, type StartOptions } from '../../simulator/src';
import { edited } from '../support/edited';
import { eventually } from '../support/eventually';
import { runWorkflow, type RunOptions, type RunResult, type WorkflowJson } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import { HistoryPolling } from '../support/historyPolling';
import { clearProcessedData } from '../support/processedData';
import { smsboxAccess, smsboxNodes } from '../support/smsbox';
import { readWorkflow, type ReadWorkflow } from '../support/workflowJson';
import { serveTrigger, type ServedTrigger } from '../support/triggers';
import { WaitingExecutions } from '../support/waitingExecutions';

export const examplesFolder = path.resolve(__dirname, '../../examples');

const workflowSchema = z.object({
	name: z.string(),
	nodes: z.array(z.object({ name: z.string(), type: z.string() }).passthrough()),
	connections: z.record(z.unknown()),
	settings: z.record(z.unknown()),
});

/**
 * An example as its file holds it.
 * @param edits texts in the file and what a user writes in their place; each must be there
 */
export function readExample(name: string, edits: Record<string, string> = {}): WorkflowJson {
	const file = `${name}.json`;
	const text = readFileSync(path.join(examplesFolder, file), 'utf8');
	return workflowSchema.parse(JSON.parse(edited(file, text, edits)));
}

/** A workflow in which some of its nodes have other parameters beside their own. */
export function withParameters(json: WorkflowJson, names: readonly string[], changed: object): ReadWorkflow {
	const { nodes, ...workflow } = readWorkflow(json);
	const change = (node: INode): INode => ({ ...node, parameters: { ...node.parameters, ...changed } });
	return { ...workflow, nodes: nodes.map((node) => (names.includes(node.name) ? change(node) : node)) };
}

const request = z.object({ operation: z.string().nullable(), fields: z.record(z.string()) }).passthrough();
const shown = z.object({
	channel: z.enum(['sms', 'waba', 'rcs']),
	direction: z.enum(['in', 'out']),
	number: z.string(),
	text: z.string(),
	content: z.record(z.unknown()).default({}),
	reference: z.string().nullish(),
	statusName: z.string().nullish(),
});
type Message = z.infer<typeof shown>;
const simulated = {
	requests: z.object({ requests: z.array(request) }),
	messages: z.object({ messages: z.array(shown) }),
	undeclared: z.object({ undeclared: z.array(z.unknown()) }),
	incoming: z.object({ messageId: z.string(), fileId: z.string().nullable() }),
	state: z.object({ balance: z.number(), subAccounts: z.array(z.unknown()) }),
};

/** One thing that goes wrong at the service; see the simulator's README. */
export type Fault = Record<string, string | number | boolean | Record<string, string>>;

export interface HarnessOptions extends Pick<StartOptions, 'balance' | 'templates' | 'startAt' | 'speed'> {
	/** Nodes in the place of n8n's own, by full type. */
	nodes?: GivenNodes;
	/** More fields of the SMSBOX credential. */
	credential?: Record<string, string>;
}

/** A simulator and the examples that run against it. */
export class ExampleHarness {
	private constructor(
		private readonly simulator: Awaited<ReturnType<typeof startSimulator>>,
		private readonly nodes: GivenNodes,
		private readonly waiting: WaitingExecutions,
		private readonly credential: Record<string, string>,
		private readonly served: ServedTrigger[] = [],
	) {}

	static async start(given: HarnessOptions = {}): Promise<ExampleHarness> {
		const { nodes = {}, credential = {}, ...options } = given;
		await clearProcessedData();
		const simulator = await startSimulator({ port: 0, key: 'demo', ...options });
		return new ExampleHarness(simulator, nodes, await WaitingExecutions.start(), credential);
	}

	/** The address of the simulator. */
	get url(): string {
		return this.simulator.url;
	}

	private access() {
		return {
			nodeTypes: { ...smsboxNodes, ...this.nodes },
			...smsboxAccess(this.simulator.url, this.credential),
			...this.waiting.options,
		};
	}

	/**
	 * Runs a workflow from one of its nodes, as if it had been published.
	 * @param input what a trigger puts out, where the workflow begins with one
	 */
	async run(workflow: WorkflowJson, startNode: string, input?: RunOptions['input']): Promise<RunResult> {
		return await runWorkflow(workflow, { ...this.access(), startNode, ...(input && { input }) });
	}

	/** n8n's Retry of a failed execution. */
	async retry(workflow: WorkflowJson, failed: RunResult): Promise<RunResult> {
		return await runWorkflow(workflow, { ...this.access(), retryOf: failed });
	}

	/** What came of an execution that waited, once it has been resumed. */
	async resumed(execution: RunResult): Promise<RunResult> {
		return await this.waiting.outcome(execution);
	}

	/** Ends the wait of an execution: its time is over. */
	async expire(execution: RunResult): Promise<RunResult> {
		return await this.waiting.expire(execution);
	}

	/** Publishes a workflow's trigger; its URL goes into the customer area by {@link configure}. */
	async serve(workflow: WorkflowJson, type: string): Promise<ServedTrigger> {
		const trigger = await serveTrigger({ ...this.access(), workflow, type });
		this.served.push(trigger);
		return trigger;
	}

	/** Publishes the history trigger of a workflow. Each poll returns the execution that it started. */
	async publishHistory(workflow: WorkflowJson, name: string, now: () => number) {
		const { parameters } = readWorkflow(workflow).nodes.find((node) => node.name === name) ?? {};
		const polling = new HistoryPolling(this.simulator.url, now, parameters);
		await polling.publish();
		return async (): Promise<RunResult | undefined> => {
			const before = polling.executions.length;
			await polling.tick();
			expect(polling.errors).toEqual([]);
			const input = polling.executions[before]?.map((json) => ({ json }));
			return input && (await this.run(workflow, name, input));
		};
	}

	/** What a user enters in the customer area, and what the service sets up for an account. */
	async configure(settings: Record<string, unknown>): Promise<void> {
		await this.control('PUT', 'config', settings);
	}

	/** A person writes, sends a file, shares a place or taps something. */
	async write(channel: Message['channel'], message: object): Promise<unknown> {
		return await this.control('POST', channel === 'sms' ? 'incoming' : `${channel}/incoming`, message);
	}

	/** A person writes on WhatsApp: what the message and its file are called there. */
	async receiveByWhatsApp(message: object): Promise<z.infer<typeof simulated.incoming>> {
		return simulated.incoming.parse(await this.write('waba', message));
	}

	/** One more status of a message that was sent. */
	async changeStatus(channel: 'waba' | 'rcs', reference: string, status: string): Promise<void> {
		await this.control('POST', `${channel}/status`, { reference, status });
	}

	/** How phones take RCS from now on: see the simulator's README. */
	async setPhones(state: string, ...numbers: string[]): Promise<void> {
		for (const number of numbers) await this.control('PUT', 'rcs/phones', { number, state });
	}

	/** What goes wrong from now on. */
	async break(...faults: Fault[]): Promise<void> {
		await this.control('PUT', 'faults', { faults });
	}

	/** Lets simulated time pass; what is due in it happens. */
	async pass(seconds: number): Promise<void> {
		await this.control('POST', 'clock', { advance: seconds });
	}

	/** The SMS that arrived on the phones, oldest first. */
	async sent(): Promise<{ number: string; text: string }[]> {
		return (await this.outgoing('sms')).map(({ number, text }) => ({ number, text }));
	}

	/** What was sent by WhatsApp, oldest first: the content as it went over the wire. */
	async sentByWhatsApp(): Promise<{ number: string; content: Record<string, unknown> }[]> {
		return (await this.outgoing('waba')).map(({ number, content }) => ({ number, content }));
	}

	/** The same by RCS, and what has become of it: `delivered`, `revoked` … */
	async sentByRcs() {
		const sent = await this.outgoing('rcs');
		return sent.map(({ number, content, statusName: status }) => ({ number, content, status }));
	}

	/** Whom a message was sent to by a channel, oldest first. */
	async recipients(channel: Message['channel'] = 'sms'): Promise<string[]> {
		return (await this.outgoing(channel)).map(({ number }) => number);
	}

	/** What the service calls the messages that were sent by a channel, oldest first. */
	async references(channel: 'waba' | 'rcs' = 'waba'): Promise<string[]> {
		return (await this.outgoing(channel)).map(({ reference }) => reference ?? '');
	}

	/** The decoded fields of every request that asked for a send. */
	async sendFields(): Promise<Record<string, string>[]> {
		return (await this.requests()).map(({ fields }) => fields).filter((fields) => 'msg' in fields);
	}

	/** What the service was asked for, in its order: `sms.message.send` … */
	async asked(): Promise<(string | null)[]> {
		return (await this.requests()).map(({ operation }) => operation);
	}

	/** The main account gets a sub-account, without credits. */
	async createSubAccount(username: string): Promise<void> {
		const { url } = this.simulator;
		const response = await fetch(`${url}/1.1/api.php?action=utilisateur`, {
			method: 'POST',
			headers: { authorization: 'App demo' },
			body: new URLSearchParams({ do: 'add', pseudo: username, mdp: 'secret', nolimit: 'no' }),
		});
		const reply = await response.text();
		if (reply !== 'OK') throw new Error(`No sub-account: ${reply}`);
	}

	/** The account, as far as credits are concerned. */
	async credits(): Promise<z.infer<typeof simulated.state>> {
		return simulated.state.parse(await this.control('GET', 'state'));
	}

	/** The bytes of a file that a person sent. */
	async file(id: string): Promise<Buffer> {
		const response = await fetch(`${this.simulator.url}/__sim/waba/files/${id}`);
		return Buffer.from(await response.arrayBuffer());
	}

	/** Fields that the service does not declare; the nodes send none. */
	async undeclared(): Promise<unknown[]> {
		return simulated.undeclared.parse(await this.control('GET', 'undeclared')).undeclared;
	}

	/** The n-th execution that a trigger started, counted from 0, when it has come to its end. */
	async execution(trigger: ServedTrigger, index = 0): Promise<RunResult> {
		const { result } = await eventually(() => {
			const started = trigger.executions[index];
			if (!started) throw new Error(`Waited in vain for execution ${index}`);
			return started;
		});
		return await result;
	}

	async close(): Promise<void> {
		await Promise.all(this.served.map(async (trigger) => await trigger.close()));
		await this.waiting.close();
		await this.simulator.close();
		expect(this.waiting.errors).toEqual([]);
	}

	private async outgoing(channel: Message['channel']): Promise<Message[]> {
		const { messages } = simulated.messages.parse(await this.control('GET', 'messages'));
		return messages
			.filter((message) => message.direction === 'out' && message.channel === channel)
			.map((message) => ({ ...message, number: `+${message.number}` }));
	}

	private async requests() {
		return simulated.requests.parse(await this.control('GET', 'requests')).requests;
	}

	private async control(method: string, what: string, body?: object): Promise<unknown> {
		const response = await fetch(`${this.simulator.url}/__sim/${what}`, {
			method,
			...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const reply: unknown = await response.json();
		if (!response.ok)
			throw new Error(`${method} /__sim/${what}: ${response.status} ${JSON.stringify(reply)}`);
		return reply;
	}
}
