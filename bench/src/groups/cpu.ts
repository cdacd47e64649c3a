import { atMost, type Figure } from '../figures';
import { cpuSecondsOf, untilIdle } from '../load';
import type { N8nStage } from '../n8nStage';
import { chainTo, editFields, sendSms } from '../sendingNodes';
import { interleaved } from '../statistics';
import { publish, type ChainNode } from '../workflow';

const items = 5_000;

/** Seconds of CPU that n8n uses for a workflow, everything included. */
async function using(stage: N8nStage, name: string, node?: ChainNode): Promise<() => Promise<number>> {
	const { url } = await publish(stage, name, chainTo(name, node));
	return async () => {
		const { pid } = stage.n8n;
		await untilIdle(pid);
		const before = cpuSecondsOf(pid);
		const reply = await fetch(`${url}?count=${items}`);
		await reply.arrayBuffer();
		if (reply.status !== 200) throw new Error(`The workflow ${name} failed`);
		await untilIdle(pid);
		return cpuSecondsOf(pid) - before;
	};
}

/** What batching costs of CPU, besides what an empty run does: against n8n's evaluation of as many expressions. */
export async function measureCpu(stage: N8nStage, rounds: number): Promise<Figure[]> {
	stage.service.setDelay(0);
	const runs = [
		await using(stage, 'cpu-empty'),
		await using(stage, 'cpu-batched', sendSms(stage, 'Réunion à 18 h', { batchItems: true })),
		await using(stage, 'cpu-expressions', editFields(['={{ $json.to }}'])),
	];
	for (const run of runs) await run();
	const [empty = [], batched = [], expressions = []] = await interleaved(rounds, runs);
	const beyond = (samples: readonly number[]): number[] =>
		samples.map((sample, round) => sample - (empty[round] ?? NaN));
	const [own, theirs] = [beyond(batched), beyond(expressions)];
	const perRecipient = (samples: readonly number[]): number[] =>
		samples.map((sample) => (sample / items) * 1e6);
	return [
		{
			name: "CPU per recipient, batched ÷ n8n's Edit Fields node with as many expressions",
			samples: own.map((sample, round) => sample / (theirs[round] ?? NaN)),
			goal: atMost(0.5),
		},
		{ name: 'CPU per recipient, batched', samples: perRecipient(own), unit: 'µs', digits: 0 },
		{
			name: 'CPU per item of an Edit Fields node with one expression',
			samples: perRecipient(theirs),
			unit: 'µs',
			digits: 0,
		},
	];
}
