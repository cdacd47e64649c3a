import type { JsonObject } from '../../../playground/dist/support/json';
import { runChild } from '../child';
import { atLeast, type Figure } from '../figures';
import { callAll, cpuSecondsOf, untilIdle } from '../load';
import { benchNode, type Engine, type N8nStage } from '../n8nStage';
import { interleaved, ratiosOf } from '../statistics';
import { nothing, publish, type ChainNode } from '../workflow';

const callers = 4;
/** Calls of a sample: a second's worth or so. */
const calls: Record<Engine, number> = { default: 30, lazy: 150 };
const filteredCalls = 600;
/** Many short rounds, so that what slows the machine down for a moment falls on few of them. */
const slices = 3;
const warmUp = 60;

const trigger = (type: string, parameters: JsonObject): ChainNode => ({
	name: 'Trigger',
	type,
	typeVersion: 2,
	parameters,
});

const idle = trigger(benchNode('benchTrigger'), {});
const reports = (finalOnly: boolean): ChainNode =>
	trigger('n8n-nodes-smsbox.smsboxDeliveryReportTrigger', {
		statuses: [],
		finalOnly,
		output: 'simplified',
		options: {},
	});
const webhook: ChainNode = {
	name: 'Trigger',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: { httpMethod: 'GET', path: 'bench/webhook', responseMode: 'onReceived', options: {} },
};

let reference = 100_000_000_000;

/** Reports that differ, as a repeated one would be left out. Status 9 is one that another follows. */
const queries = (count: number, status: number): string[] =>
	Array.from(
		{ length: count },
		() => `numero=33600123456&reference=${reference++}&accuse=${status}&ts=1705326600`,
	);

interface Sample {
	/** Calls a second. */
	rate: number;
	/** Seconds of CPU that n8n used for each, its execution included. */
	cpu: number;
}

type Run = (count: number) => Promise<Sample>;

/** Calls of a workflow, and what n8n needs for them. */
const callsOf =
	({ n8n: { pid } }: N8nStage, url: string, status = 0): Run =>
	async (count) => {
		await untilIdle(pid);
		const before = cpuSecondsOf(pid);
		const seconds = await callAll(url, queries(count, status), callers);
		await untilIdle(pid);
		return { rate: count / seconds, cpu: (cpuSecondsOf(pid) - before) / count };
	};

/** A workflow that begins with this node, ready to be called. */
async function calling(stage: N8nStage, name: string, first: ChainNode): Promise<Run> {
	const { url } = await publish(stage, name, [first, nothing]);
	const run = callsOf(stage, url);
	await run(warmUp);
	return run;
}

/** Our trigger, as it is once it has run for a while: it remembers as many events as it can. */
async function receiving(stage: N8nStage, name: string, finalOnly: boolean, status = 0): Promise<Run> {
	const { url, id } = await publish(stage, name, [reports(finalOnly), nothing]);
	await runChild('remember.mjs', stage.database, id);
	const run = callsOf(stage, url, status);
	await run(warmUp);
	return run;
}

const rates = (samples: readonly Sample[] = []): number[] => samples.map(({ rate }) => rate);

const shown = (name: string, engine: Engine, samples: readonly Sample[]): Figure[] => [
	{ name: `${name}, ${engine} engine`, samples: rates(samples), unit: 'a second', digits: 0 },
	{
		name: `${name}, ${engine} engine: CPU of n8n for each`,
		samples: samples.map(({ cpu }) => cpu * 1000),
		unit: 'ms',
		digits: 1,
	},
];

/** With the engine that n8n has unless told otherwise: our trigger against one that does nothing. */
export async function measureReportsDefault(stage: N8nStage, rounds: number): Promise<Figure[]> {
	const runs = [await calling(stage, 'idle', idle), await receiving(stage, 'reports', false)];
	const [none = [], own = []] = await interleaved(
		rounds * slices,
		runs.map((run) => async () => await run(calls.default)),
	);
	return [
		{
			name: 'Delivery reports a second ÷ calls of a trigger that does nothing, default engine',
			samples: ratiosOf(rates(own), rates(none)),
			goal: atLeast(0.95),
		},
		...shown('Delivery reports', 'default', own),
		...shown('Calls of a trigger that does nothing', 'default', none),
	];
}

/** With the engine that takes a sandbox only where it is needed. */
export async function measureReportsLazy(stage: N8nStage, rounds: number): Promise<Figure[]> {
	const starting = [
		await calling(stage, 'idle', idle),
		await receiving(stage, 'reports', false),
		await calling(stage, 'webhook', webhook),
	];
	const filtered = await receiving(stage, 'filtered', true, 9);
	const [none = [], own = [], theirs = [], kept = []] = await interleaved(rounds * slices, [
		...starting.map((run) => async () => await run(calls.lazy)),
		async () => await filtered(filteredCalls),
	]);
	return [
		{
			name: 'Delivery reports a second ÷ calls of a trigger that does nothing, lazy engine',
			samples: ratiosOf(rates(own), rates(none)),
			goal: atLeast(0.95),
		},
		{
			name: 'Filtered reports a second ÷ reports that start an execution, lazy engine',
			samples: ratiosOf(rates(kept), rates(own)),
			goal: atLeast(4),
		},
		{
			name: "Delivery reports a second ÷ calls of n8n's own Webhook node, lazy engine",
			samples: ratiosOf(rates(own), rates(theirs)),
			goal: atLeast(0.9),
		},
		...shown('Delivery reports', 'lazy', own),
		...shown('Filtered delivery reports', 'lazy', kept),
		...shown('Calls of a trigger that does nothing', 'lazy', none),
		...shown("Calls of n8n's own Webhook node", 'lazy', theirs),
	];
}
