/** A webhook trigger knows its events after a restart, whatever a History Trigger of the same workflow has found. */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { rawGet } from '../support/rawGet';
import { HistoryStage } from './historyStage';

const references = ['800001', '800002', '800003'];

it.each([
	['n8n 2, without items', n8n2, []],
	['n8n 2, with items', n8n2, ['99907770001']],
	['n8n 1, with items', n8n1, ['99907770001']],
])('no event starts the workflow again after a poll and a restart of %s', async (_what, version, numbers) => {
	const stage = await HistoryStage.start({ version, reportsAtOnce: 1 });
	const report = async (): Promise<void> => {
		for (const reference of references)
			await rawGet(stage.reportUrl, `numero=33600123456&reference=${reference}&accuse=0&ts=1705326600`);
	};
	try {
		const sent = await stage.send(numbers);
		await report();
		await stage.untilStarted([...references, ...sent]);
		await stage.nextPoll();
		await stage.stop();
		await stage.startAgain();
		await report();
		await stage.nextPoll();
		await sleep(1_000);
		await expect(stage.startsOf(references)).resolves.toEqual([1, 1, 1]);
	} finally {
		await stage.close();
	}
});
