/** Final statuses reach the workflow by report or by history, behind Remove Duplicates, and whenever n8n is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';
import { figure, isLong } from '../support/report';
import { HistoryStage, type StageOptions } from './historyStage';

const messages = isLong ? 300 : 90;
const lostReports = messages / 3;
const numbers = Array.from({ length: messages }, (_, index) => `9990${String(index).padStart(7, '0')}`);

const versions: readonly N8nVersion[] = [n8n1, n8n2];

let stage: HistoryStage;
/** Only of a stage that could be started. */
let close: () => Promise<void>;
beforeEach(() => {
	close = async () => await Promise.resolve();
});
afterEach(async () => {
	await close();
});

async function begin(options: StageOptions): Promise<void> {
	stage = await HistoryStage.start(options);
	close = async () => await stage.close();
}

interface Reconciled {
	passed: string[];
	references: string[];
}

/** Sends, loses the reports of a third, and waits until the history and the other reports have started everything. */
async function reconcile(options: StageOptions): Promise<Reconciled> {
	await begin(options);
	await stage.simulator.configure({ deliveryReportUrl: stage.reportUrl });
	const off = numbers.slice(0, lostReports);
	await stage.breakService(
		off.map((numero) => ({ on: 'callback', kind: 'off', times: 0, match: { numero } })),
	);
	const references = await stage.send(numbers);
	await stage.untilStarted(references.slice(0, lostReports));
	await stage.untilStarted(references.slice(lostReports), 2);
	expect(await stage.failures()).toEqual([]);
	return { references, passed: await stage.passed() };
}

describe.each(versions)('n8n $name', (version) => {
	const section = `History, n8n ${version.name}`;

	it('one execution at a time: every final status passes exactly once', async () => {
		const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
		const { passed, references } = await reconcile({ version, reportsAtOnce: 1, env });
		figure(section, 'Messages, and those whose reports were lost', `${messages}, ${lostReports}`);
		figure(section, 'One at a time: final statuses that started an execution', new Set(passed).size);
		expect([...passed].sort()).toEqual([...references].sort());
	});

	it('ten reports at once: every final status passes', async () => {
		const { passed, references } = await reconcile({ version, reportsAtOnce: 10 });
		figure(section, 'Ten at once: final statuses that started an execution', new Set(passed).size);
		figure(section, 'Ten at once: passed Remove Duplicates twice', passed.length - new Set(passed).size);
		expect([...new Set(passed)].sort()).toEqual([...references].sort());
	});

	it('killed between polls and during polls: nothing is lost', async () => {
		await begin({ version, reportsAtOnce: 1 });
		const latency = 1_000;
		/** Milliseconds after a poll was answered; negative ones lie within it, the last one between two polls. */
		const delays = [-500, 0, 60, 2_500];
		const more = [10, 30, 100, 200];
		const rounds = isLong ? [...delays, ...more].flatMap((delay) => [delay, delay, delay]) : delays;
		const references: string[] = [];
		for (const [round, delay] of rounds.entries()) {
			references.push(...(await stage.send(numbers.slice(round * 10, round * 10 + 10))));
			// Final after five seconds: the poll before the kill has them.
			await sleep(5_500);
			await stage.nextPoll();
			if (delay < 0) {
				await stage.breakService([
					{ on: 'request', kind: 'latency', ms: latency, match: { action: 'historique' } },
				]);
				await stage.nextPoll();
			} else await sleep(delay);
			await stage.kill();
			await stage.startAgain();
		}
		await stage.untilStarted(references);
		const starts = await stage.startsOf(references);
		figure(section, 'Kills', rounds.length);
		figure(section, 'Kills: messages', references.length);
		figure(section, 'Kills: final statuses lost', starts.filter((count) => count === 0).length);
		figure(
			section,
			'Kills: started again, with the same statusId',
			starts.filter((count) => count > 1).length,
		);
		expect(starts.filter((count) => count === 0)).toEqual([]);
	});
});
