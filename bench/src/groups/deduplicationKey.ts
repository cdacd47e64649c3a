import type { Figure } from '../figures';
import type { N8nStage } from '../n8nStage';
import { sendSms } from '../sendingNodes';
import { sending } from '../sendingRun';
import { interleaved } from '../statistics';

const many = 5_000;
const few = 500;
const warmUp = 50;
const atOnce = 20;
const text = 'Réunion à 18 h: 10 €';
const ownText = '={{ $json.text }}';
const deduplicationKey = '={{ $json.order }}';

/** What Deduplication Key costs: names are written to n8n's database before and after each request. */
export async function measureDeduplicationKey(stage: N8nStage, rounds: number): Promise<Figure[]> {
	const ways = [
		{ count: many, name: 'batched', node: sendSms(stage, text, { options: { batchItems: true } }) },
		{
			count: many,
			name: 'batched, Deduplication Key',
			node: sendSms(stage, text, { safetyOptions: { deduplicationKey }, options: { batchItems: true } }),
		},
		{
			count: few,
			name: '20 concurrent',
			node: sendSms(stage, ownText, { options: { maxConcurrentRequests: atOnce } }),
		},
		{
			count: few,
			name: '20 concurrent, Deduplication Key',
			node: sendSms(stage, ownText, {
				safetyOptions: { deduplicationKey },
				options: { maxConcurrentRequests: atOnce },
			}),
		},
	];
	const runs: Array<() => Promise<number>> = [];
	for (const [index, { count, node }] of ways.entries()) {
		const run = await sending(stage, `deduplication-key-${index}`, node);
		await run(warmUp);
		runs.push(async () => (await run(count)).milliseconds / 1000);
	}
	const samples = await interleaved(rounds, runs);
	return ways.map(({ count, name }, index) => ({
		name: `${count.toLocaleString('en')} messages, ${name}`,
		samples: samples[index] ?? [],
		unit: 's',
	}));
}
