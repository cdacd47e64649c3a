import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { startSimulator } from '../../simulator/src';
import { runWorkflow, type RunResult, type WorkflowJson } from '../support/engine';
import { smsboxAccess, smsboxNodes } from '../support/smsbox';
import { serveTrigger, type ServedTrigger } from '../support/triggers';

/** The first test of a file loads n8n's engine, on a machine that may be busy. */
jest.setTimeout(60_000);

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
	let text = readFileSync(path.join(examplesFolder, `${name}.json`), 'utf8');
	for (const [from, to] of Object.entries(edits)) {
		if (!text.includes(from)) throw new Error(`${name}.json does not hold ${from}`);
		text = text.replaceAll(from, to);
	}
	return workflowSchema.parse(JSON.parse(text));
}

const simulated = {
	requests: z.object({
		requests: z.array(z.object({ url: z.string(), fields: z.record(z.string()) }).passthrough()),
	}),
	messages: z.object({
		messages: z.array(
			z.object({ direction: z.enum(['in', 'out']), number: z.string(), text: z.string() }).passthrough(),
		),
	}),
	undeclared: z.object({ undeclared: z.array(z.unknown()) }),
};

/** A simulator and the examples that run against it. */
export class ExampleBed {
	private constructor(
		private readonly simulator: Awaited<ReturnType<typeof startSimulator>>,
		private readonly served: ServedTrigger[] = [],
	) {}

	static async start(options: { balance?: number } = {}): Promise<ExampleBed> {
		return new ExampleBed(await startSimulator({ port: 0, key: 'demo', ...options }));
	}

	private access() {
		return { nodeTypes: smsboxNodes, ...smsboxAccess(this.simulator.url) };
	}

	/** Runs a workflow from one of its nodes, as if it had been published. */
	async run(workflow: WorkflowJson, startNode: string): Promise<RunResult> {
		return await runWorkflow(workflow, { ...this.access(), startNode });
	}

	/** Publishes a workflow's trigger; its URL goes into the customer area by {@link configure}. */
	async serve(workflow: WorkflowJson, type: string): Promise<ServedTrigger> {
		const trigger = await serveTrigger({ ...this.access(), workflow, type });
		this.served.push(trigger);
		return trigger;
	}

	/** What a user enters in the customer area. */
	async configure(urls: { deliveryReportUrl?: string; incomingSmsUrl?: string }): Promise<void> {
		await this.control('PUT', 'config', urls);
	}

	/** A person writes an SMS. */
	async receive(message: { from: string; text: string; charset?: string }): Promise<void> {
		await this.control('POST', 'incoming', message);
	}

	/** Lets simulated time pass; what is due in it happens. */
	async pass(seconds: number): Promise<void> {
		await this.control('POST', 'clock', { advance: seconds });
	}

	/** What arrived on the phones, oldest first. */
	async sent(): Promise<{ number: string; text: string }[]> {
		const { messages } = simulated.messages.parse(await this.control('GET', 'messages'));
		return messages
			.filter(({ direction }) => direction === 'out')
			.map(({ number, text }) => ({ number, text }));
	}

	/** The decoded fields of every request that asked for a send. */
	async sendFields(): Promise<Record<string, string>[]> {
		const { requests } = simulated.requests.parse(await this.control('GET', 'requests'));
		return requests.map(({ fields }) => fields).filter((fields) => 'msg' in fields);
	}

	/** Fields that the service does not declare; the nodes send none. */
	async undeclared(): Promise<unknown[]> {
		return simulated.undeclared.parse(await this.control('GET', 'undeclared')).undeclared;
	}

	/** The n-th execution that a trigger started, counted from 0, when it has come to its end. */
	async execution(trigger: ServedTrigger, index = 0): Promise<RunResult> {
		const started = await until(() => trigger.executions[index], `execution ${index}`);
		return await started.result;
	}

	async close(): Promise<void> {
		await Promise.all(this.served.map(async (trigger) => await trigger.close()));
		await this.simulator.close();
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

/** Waits for something that happens elsewhere, at most ten seconds. */
export async function until<Value>(
	look: () => Value | undefined | Promise<Value | undefined>,
	what: string,
): Promise<Value> {
	const deadline = Date.now() + 10_000;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await new Promise<void>((resolve) => {
			setTimeout(resolve, 20);
		});
	}
}
