import { atMost, type Figure } from '../figures';
import { cpuSecondsOf, untilIdle } from '../load';
import type { N8nStage } from '../n8nStage';
import { benchRequests, chainTo, editFields, sendSms } from '../sendingNodes';
import { sending } from '../sendingRun';
import { interleaved, ratiosOf } from '../statistics';
import { publish, type ChainNode } from '../workflow';

const items = 5_000;

/** The time of a dry run against that of sending the same batch. */
export async function measureDryRun(stage: N8nStage, rounds: number): Promise<Figure[]> {
	const text = 'Réunion à 18 h';
	const runs = await Promise.all([
		sending(
			stage,
			'dry-run',
			sendSms(stage, text, { safetyOptions: { dryRun: true }, options: { batchItems: true } }),
		),
		sending(stage, 'dry-run-sent', sendSms(stage, text, { options: { batchItems: true } })),
	]);
	for (const run of runs) await run(items, 0);
	const samples = await interleaved(
		rounds,
		runs.map((run) => async () => (await run(items, 0)).milliseconds),
	);
	const [dry = [], sent = []] = samples;
	return [
		{
			name: '5,000 items: time of a dry run ÷ sending them batched, no network',
			samples: ratiosOf(dry, sent),
			goal: atMost(1),
		},
	];
}

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

/**
 * What sending costs of CPU, besides what an empty run does: batched against n8n's evaluation of as many expressions, one by one
 * against n8n's request helper alone.
 */
export async function measureCpu(stage: N8nStage, rounds: number): Promise<Figure[]> {
	stage.service.setDelay(0);
	const runs = [
		await using(stage, 'cpu-empty'),
		await using(stage, 'cpu-batched', sendSms(stage, 'Réunion à 18 h', { options: { batchItems: true } })),
		await using(stage, 'cpu-expressions', editFields(['={{ $json.to }}'])),
		await using(stage, 'cpu-own-texts', sendSms(stage, '={{ $json.text }}', {})),
		await using(stage, 'cpu-requests', benchRequests(stage, 20)),
	];
	for (const run of runs) await run();
	const [empty = [], batched = [], expressions = [], separate = [], requests = []] = await interleaved(
		rounds,
		runs,
	);
	const beyond = (samples: readonly number[]): number[] =>
		samples.map((sample, round) => sample - (empty[round] ?? NaN));
	const [own, theirs] = [beyond(batched), beyond(expressions)];
	const [sent, called] = [beyond(separate), beyond(requests)];
	const perRecipient = (samples: readonly number[]): number[] =>
		samples.map((sample) => (sample / items) * 1e6);
	return [
		{
			name: "CPU per recipient, batched ÷ n8n's Edit Fields node with as many expressions",
			samples: ratiosOf(own, theirs),
			goal: atMost(0.5),
		},
		{
			name: "CPU per message, not batched ÷ a node that only calls n8n's request helper",
			samples: ratiosOf(sent, called),
			goal: atMost(1.25),
		},
		{ name: 'CPU per message, not batched', samples: perRecipient(sent), unit: 'µs', digits: 0 },
		{ name: "CPU per call of n8n's request helper", samples: perRecipient(called), unit: 'µs', digits: 0 },
		{ name: 'CPU per recipient, batched', samples: perRecipient(own), unit: 'µs', digits: 0 },
		{
			name: 'CPU per item of an Edit Fields node with one expression',
			samples: perRecipient(theirs),
			unit: 'µs',
			digits: 0,
		},
	];
}
