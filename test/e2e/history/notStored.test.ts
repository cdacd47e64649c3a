/** A poll finds a status while n8n 2's database takes no writes, as during a backup: the status starts the workflow once it does. */
import { n8n2 } from '../support/n8nProcess';
import { HistoryStage } from './historyStage';

it('a status whose execution n8n could not store starts the workflow once', async () => {
	const stage = await HistoryStage.start({ version: n8n2, reportsAtOnce: 1 });
	try {
		const before = await stage.send(['99907770001']);
		await stage.untilStarted(before);
		let locked: string[] = [];
		await stage.whileLocked(async () => {
			locked = await stage.send(['99907770002']);
			await stage.untilLogged('SQLITE_BUSY: database is locked');
			// n8n gives up one write after the other.
			await stage.nextPoll();
			await stage.nextPoll();
		});
		await stage.untilStarted(locked);
		const after = await stage.send(['99907770003']);
		await stage.untilStarted(after);
		await expect(stage.startsOf([...before, ...locked, ...after])).resolves.toEqual([1, 1, 1]);
	} finally {
		await stage.close();
	}
});
