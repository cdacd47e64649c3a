import { atMost, type Figure } from '../figures';
import { untilIdle } from '../load';
import type { N8nStage } from '../n8nStage';
import { chainTo, measured, sendSms } from '../sendingNodes';
import { interleaved, ratiosOf } from '../statistics';
import { latestRun, publish } from '../workflow';

const few = 500;
const many = 50_000;
/** A run of few items is so short that n8n's whole milliseconds say little: several make a sample. */
const repeats = 10;

/** Whether the time for an item rises with the number of items. Without a network, which would hide it. */
export async function measureGrowth(stage: N8nStage, rounds: number): Promise<Figure[]> {
	stage.service.setDelay(0);
	const node = sendSms(stage, 'Réunion à 18 h', { options: { batchItems: true } });
	const { id, url } = await publish(stage, 'growth', chainTo('growth', node));
	const stored: number[] = [];
	const perItem = async (count: number): Promise<number> => {
		await untilIdle(stage.n8n.pid);
		await (await fetch(`${url}?count=${count}`)).arrayBuffer();
		const { milliseconds, contextBytes } = await latestRun(stage, id, measured);
		if (count === many) stored.push(contextBytes / count);
		return (milliseconds / count) * 1000;
	};
	const perItemOfFew = async (): Promise<number> => {
		let sum = 0;
		for (let run = 0; run < repeats; run++) sum += await perItem(few);
		return sum / repeats;
	};
	const measures = [perItemOfFew, async () => await perItem(many)];
	for (const measure of measures) await measure();
	const [ofFew = [], ofMany = []] = await interleaved(rounds, measures);
	return [
		{
			name: '500 → 50,000 items, batched: time per item of many ÷ that of few',
			samples: ratiosOf(ofMany, ofFew),
			goal: atMost(1.2),
		},
		{
			name: 'Stored execution after 50,000 items: bytes of the send log per item',
			samples: stored,
			goal: atMost(64),
		},
		{ name: 'Time per item of 500, batched, no network', samples: ofFew, unit: 'µs', digits: 0 },
		{ name: 'Time per item of 50,000, batched, no network', samples: ofMany, unit: 'µs', digits: 0 },
	];
}
