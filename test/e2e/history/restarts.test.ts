/** How often the items of a poll start the workflow when n8n is stopped and started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';
import { HistoryStage } from './historyStage';

/** Without any of them, n8n 2 has no durable cursors, whatever the others are. */
const durableCursors = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const restarts = 3;

it.each<[what: string, starts: number[], version: N8nVersion, env?: Record<string, string>]>([
	['n8n 2: once more, and never again', [1, 2, 2, 2], n8n2],
	['n8n 1: once more, and never again', [1, 2, 2, 2], n8n1],
	['n8n 2 with durable cursors: never', [1, 1, 1, 1], n8n2, durableCursors],
])('a restart starts the workflow again in %s', async (_what, expected, version, env = {}) => {
	const stage = await HistoryStage.start({ version, reportsAtOnce: 1, env });
	try {
		const references = await stage.send(['99907770001']);
		await stage.untilStarted(references);
		const starts = await stage.startsOf(references);
		for (let restart = 0; restart < restarts; restart++) {
			await stage.nextPoll();
			await stage.stop();
			await stage.startAgain();
			await stage.nextPoll();
			await stage.nextPoll();
			await sleep(1_000);
			starts.push(...(await stage.startsOf(references)));
		}
		expect(starts).toEqual(expected);
	} finally {
		await stage.close();
	}
});
