import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../../playground/src/n8n/executions';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { saveModelCredential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import {
	parseWorkflow,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type WorkflowFile,
} from '../../../playground/src/n8n/workflows';
import { startSimulator } from '../../../simulator/src';
import { edited } from '../../support/edited';
import { agent, apiKey, type RealN8n } from '../support/realN8n';
import { allEnded, endedExecution, passTime, startByHand, waitingExecution } from '../support/runs';
import { triggers } from './events';
import { scenarios } from './scenarios';
import type { Scenario } from './scenarios/scenario';
import { withTablesByHand } from './tablesByHand';
import { withoutIds } from './withoutIds';
import { callbackTimeoutMs, connect, type World } from './world';

const folder = join(repositoryRoot, 'examples');
/** n8n 1 has no reviews of tools; reviewedTool.ts runs what has some. What needs PostgreSQL runs in queue mode. */
const isForBoth = (file: string): boolean =>
	!/HitlTool"|"n8n-nodes-base\.postgres"/.test(readFileSync(join(folder, file), 'utf8'));
const examples = readdirSync(folder).flatMap((file) =>
	file.endsWith('.json') && isForBoth(file) ? [file.slice(0, -'.json'.length)] : [],
);

const settingOf = new Map<string, string>(
	Object.values(triggers).map(({ type, setting }) => [`n8n-nodes-smsbox.${type}`, setting]),
);

/** A schedule for half an hour later than now: by itself it would start the workflow at a minute that n8n draws. */
function notNow(node: JsonObject): JsonObject {
	if (textAt(node, 'type') !== 'n8n-nodes-base.scheduleTrigger') return node;
	const triggerAtMinute = (new Date().getMinutes() + 30) % 60;
	const interval = listAt(node, 'parameters', 'rule', 'interval').filter(isObject);
	return {
		...node,
		parameters: { rule: { interval: interval.map((rule) => ({ ...rule, triggerAtMinute })) } },
	};
}

/** An example as n8n's editor imports it: its triggers get the secret part of their addresses there. */
export function readExample(example: string, edits: Readonly<Record<string, string>> = {}): WorkflowFile {
	const file = `${example}.json`;
	const text = readFileSync(join(folder, file), 'utf8');
	const workflow = parseWorkflow(edited(file, text, edits), example);
	return {
		...workflow,
		id: randomUUID().slice(0, 8),
		nodes: workflow.nodes.map((node) =>
			settingOf.has(textAt(node, 'type')) ? { ...node, webhookId: randomUUID() } : notNow(node),
		),
	};
}

/** Imports, publishes, and enters the address of each trigger in the customer area. */
export async function publish(
	{ real, credential }: World,
	workflow: WorkflowFile,
	simulator: SimulatorApi,
): Promise<string> {
	const model = await saveModelCredential(real.api, 'Simulated model', simulator.url);
	const id = await publishWorkflow(real.api, workflow, credential, model);
	expect(at(await real.api.get(`/workflows/${id}`), 'active')).toBe(true);
	await enterUrls(real, workflow, simulator);
	return id;
}

/** Enters the address of each trigger in the customer area, once n8n serves it. */
export async function enterUrls(
	real: RealN8n,
	workflow: WorkflowFile,
	simulator: SimulatorApi,
): Promise<void> {
	const types = workflow.nodes.map((node) => textAt(node, 'type')).filter((type) => settingOf.has(type));
	const webhooks = await publishedWebhooks(real.api, workflow);
	for (const [index, webhook] of webhooks.entries()) {
		await waitUntilServed(webhook);
		await simulator.configure({ [settingOf.get(types[index] ?? '') ?? '']: webhook.url });
	}
}

interface Outcome {
	executions: Array<Pick<Execution, 'status' | 'mode' | 'error' | 'output'>>;
	sent: string[];
	undeclared: string[];
}

async function sentBy(simulator: SimulatorApi): Promise<string[]> {
	return listAt(await simulator.get('/messages'), 'messages')
		.filter((message) => textAt(message, 'direction') === 'out')
		.map((message) => `${textAt(message, 'number')}: ${textAt(message, 'text')}`)
		.map((line) => line.replace(/\b\d{6}\b/, '######').replace(/http\S+/, '<link>'));
}

/** Runs an example in one version, against a service of its own that is three hours behind the clock. */
async function outcomeOf(world: World, scenario: Scenario): Promise<Outcome> {
	const service = await startSimulator({
		port: 0,
		key: apiKey,
		speed: 0,
		startAt: new Date(Date.now() - 3 * 3_600_000),
		agents: [agent],
		callbackParallelism: 1,
		callbackTimeoutMs,
		...scenario.service,
	});
	const simulator = simulatorApi(service.url);
	try {
		await connect(world.real, service.url);
		const workflow = await withTablesByHand(world.real.api, readExample(scenario.example, scenario.edits));
		const id = await publish(world, workflow, simulator);
		await scenario.happen({
			simulator,
			run: async (trigger) => {
				await endedExecution(world.reader, await startByHand(world.real.api, id, trigger));
			},
			runToWait: async (trigger) => {
				await waitingExecution(world.reader, await startByHand(world.real.api, id, trigger));
			},
			pass: async (seconds, executions) => {
				await passTime(simulator, seconds);
				await allEnded(world.reader, id, executions);
				// What those executions have sent may have callbacks of its own.
				await passTime(simulator, 30);
			},
		});
		const executions = await allEnded(world.reader, id, scenario.executions);
		await world.real.api.post(`/workflows/${id}/deactivate`, {});
		// n8n's own nodes may give other things in each version: what comes of them is in what ours say and send.
		const compared = workflow.nodes
			.filter((node) => textAt(node, 'type').startsWith('n8n-nodes-smsbox.'))
			.map((node) => textAt(node, 'name'))
			.filter((name) => !scenario.differs?.includes(name));
		return {
			executions: executions.map(({ status, mode, error, output }) => ({
				status,
				mode,
				error,
				output: Object.fromEntries(Object.entries(output).filter(([node]) => compared.includes(node))),
			})),
			sent: await sentBy(simulator),
			undeclared: await simulator.undeclared(),
		};
	} finally {
		await connect(world.real, world.real.simulator.url);
		await service.close();
	}
}

/** Every workflow of `examples/` is imported, published and run in each version. */
export function exampleChecks(worlds: () => readonly World[]): void {
	describe('the examples', () => {
		it('are all run', () => {
			const run = new Set(scenarios.map(({ example }) => example));
			expect([...run].sort()).toEqual([...examples].sort());
		});

		it.each(scenarios)('$example: $name comes to the same in each version', async (scenario) => {
			const outcomes = await Promise.all(worlds().map(async (world) => await outcomeOf(world, scenario)));
			for (const { executions, sent, undeclared } of outcomes) {
				const ends = executions.map(({ status, error }) => `${status} ${error}`.trim());
				expect(ends).toEqual(Array.from({ length: scenario.executions }, () => 'success'));
				expect(sent).toEqual(scenario.sent);
				expect(undeclared).toEqual([]);
			}
			const [first, ...others] = outcomes.map((outcome) => withoutIds(outcome));
			for (const other of others) expect(other).toEqual(first);
		});
	});
}
