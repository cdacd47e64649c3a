/** n8n that is slow, down, or cannot write: what the service could not deliver comes later, and starts nothing twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilServed, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { endWithUs } from '../support/guard';
import { figure } from '../support/report';
import { withLockedDatabase } from '../support/sqlite';
import { accountOf, type Account } from './account';
import { Stage, type SimulatedCallback } from './stage';
import { triggerWorkflow } from './workflows';

const quarterOfAnHour = 15 * 60;
/** All of a test are under way at once, so that none waits for the time-out of another. */
const reports = 40;

describe('delivery reports while n8n', () => {
	let stage: Stage;
	let workflow: WorkflowFile;
	let url = '';
	let seen = 0;

	beforeAll(async () => {
		// The clock stands still unless a test moves it.
		stage = await Stage.open({ service: { speed: 0, callbackParallelism: reports } });
		await stage.boot();
		workflow = triggerWorkflow('smsboxDeliveryReportTrigger');
		url = `${stage.n8n.url}${await stage.publish(workflow)}`;
		await stage.simulator.configure({ deliveryReportUrl: url });
	});
	afterAll(async () => await stage.close());

	/** One report for each of so many messages, which comes due now and gets its first answer. */
	async function report(): Promise<void> {
		const first = 100_000 + seen;
		await stage.send(Array.from({ length: reports }, (_, index) => `9999${first + index}`));
		await stage.pass(3);
	}

	/** The service tries again every 15 minutes until all is said. In each, n8n gets something done. */
	async function tryAgain(): Promise<void> {
		for (let attempts = 0; attempts < 48 && (await stage.counts()).callbacksPending > 0; attempts++) {
			if (attempts > 0) await sleep(1_000);
			await stage.pass(quarterOfAnHour);
		}
	}

	/** What became of the reports of this test. */
	async function account(): Promise<Account> {
		const executions = await stage.endedExecutions(workflow.id);
		const callbacks = (await stage.callbacks()).slice(seen);
		seen += callbacks.length;
		return accountOf(callbacks, executions);
	}

	function expectEachOnce({ fates }: Account): void {
		expect(fates).toHaveLength(reports);
		expect(fates.filter(({ state }) => state !== 'acknowledged')).toEqual([]);
		expect(fates.map(({ executions }) => executions.length)).toEqual(fates.map(() => 1));
	}

	const firstAnswers = ({ fates }: Account): string[] => {
		const answers = fates.map(({ attempts: [first] }) => first?.error ?? String(first?.status));
		return [...new Set(answers.map((answer) => answer.replace(/ 127.0.0.1:\d+$/, '')))];
	};
	const attemptsOf = (attempts: SimulatedCallback['attempts'][]): string => {
		const counts = attempts.map(({ length }) => length);
		return `${Math.min(...counts)} to ${Math.max(...counts)}`;
	};

	function print(what: string, result: Account): void {
		const { fates, startedTwice, lost } = result;
		figure(what, 'reports', fates.length);
		figure(what, 'first answer', firstAnswers(result).join(', '));
		figure(what, 'attempts each', attemptsOf(fates.map(({ attempts }) => attempts)));
		figure(what, 'lost', lost.length);
		figure(what, 'started twice', startedTwice.length);
	}

	it('answers after more than three seconds start the workflow once each', async () => {
		const release = endWithUs(stage.n8n.pid);
		process.kill(stage.n8n.pid, 'SIGSTOP');
		try {
			await report();
		} finally {
			process.kill(stage.n8n.pid, 'SIGCONT');
			release();
		}
		await tryAgain();
		const result = await account();
		print('n8n stands still for over 3 s', result);
		expect(firstAnswers(result)).toEqual([expect.stringMatching(/^no response within/)]);
		expectEachOnce(result);
	});

	it('is down for an hour come when it is up again', async () => {
		await stage.n8n.stop();
		await report();
		for (let quarter = 0; quarter < 4; quarter++) await stage.pass(quarterOfAnHour);
		expect(await stage.counts()).toMatchObject({ callbacksPending: reports, callbacksFailed: 0 });
		await stage.boot();
		await waitUntilServed({ method: 'GET', url });
		await tryAgain();
		const result = await account();
		print('n8n is down for an hour', result);
		expectEachOnce(result);
	});

	it('cannot write to its database come when it can, and start the workflow once each', async () => {
		await withLockedDatabase(stage.folders, async () => await report());
		await tryAgain();
		const result = await account();
		print("n8n's database is locked for over 3 s", result);
		expect(firstAnswers(result)).not.toContain('200');
		expectEachOnce(result);
	});
});
