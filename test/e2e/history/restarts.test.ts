/** How often the items of a poll start the workflow when n8n is stopped and started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n2, type N8nVersion } from '../support/n8nProcess';
import { HistoryStage } from './historyStage';

/** Without any of them, n8n 2 has no durable cursors, whatever the others are. */
const durableCursors = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const restarts = 3;

/** How often a message has started the workflow: after its poll, and after each of some restarts. */
async function startsWith(version: N8nVersion, env: Record<string, string>): Promise<number[]> {
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
		return starts;
	} finally {
		await stage.close();
	}
}

it('with durable cursors, no restart starts the workflow again', async () => {
	await expect(startsWith(n8n2, durableCursors)).resolves.toEqual([1, 1, 1, 1]);
});
