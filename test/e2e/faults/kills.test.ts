/**
 * 2,000 delivery reports stream in while n8n is killed three times, with n8n bare and behind nginx (with --long behind Caddy
 * too). The service's clock runs 60 times as fast: its 15 minutes between two attempts are 15 seconds.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { WorkflowFile } from '../../../playground/src/n8n/workflows';
import { figure, isLong } from '../support/report';
import { queryDatabase } from '../support/sqlite';
import { accountOf, type Account, type Fate } from './account';
import { nginx, proxies, type Proxy, type RunningProxy } from './proxies';
import { Stage } from './stage';
import { exampleWorkflow, triggerWorkflow } from './workflows';

type Attempt = Fate['attempts'][number];

const reports = 2_000;
/** With so many callbacks the service is done when n8n is killed. */
const killedAt = [400, 1_000, 1_600];
/** How many messages leave together, and how often; fewer where n8n does not keep up. */
const batch = 20;
const batchesInASecond = 2;
const mostPending = 600;
/** How many callbacks are under way at a time: a burst, where the service itself waits for each answer. */
const parallel = 8;

const numbers = Array.from({ length: reports }, (_, index) => `9999${String(index).padStart(7, '0')}`);
/** Polls on no schedule while a test runs, only when n8n starts. */
const onlyAtStart = {
	pollTimes: { item: [{ mode: 'custom', cronExpression: '0 0 0 1 1 *' }] },
	events: ['finalStatus'],
	lookBack: 2,
	filters: {},
	output: 'simplified',
};

/** Whether n8n did not answer in time, as on a busy machine, or the trigger answered that storing takes too long. */
const isLate = ({ status, body, error }: Attempt): boolean =>
	(error?.startsWith('no response within') ?? false) || (status === 503 && body?.trim() === 'ERROR');

/** What the service takes as final. */
const isFinal = (status: number | null | undefined): boolean => [401, 403, 404].includes(status ?? 0);

class Run {
	private constructor(
		readonly stage: Stage,
		readonly workflow: WorkflowFile,
		private readonly proxy: RunningProxy | undefined,
		private readonly path: string,
	) {}

	/** @param proxy what n8n stands behind; bare without */
	static async begin(workflow: WorkflowFile, proxy?: Proxy): Promise<Run> {
		const stage = await Stage.open({
			service: { speed: 60, callbackParallelism: parallel },
			env: proxy === undefined ? {} : { N8N_PROXY_HOPS: '1' },
		});
		try {
			await stage.boot();
			const path = await stage.publish(workflow);
			const running = await proxy?.start(join(stage.folders.root, 'proxy'), {
				main: stage.port,
				webhooks: stage.port,
			});
			return new Run(stage, workflow, running, path);
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	/** Messages leave all the time, whether n8n is up or not; their reports come at once. */
	private async feed(): Promise<void> {
		for (let next = 0; next < reports;) {
			if ((await this.stage.counts()).callbacksPending < mostPending) {
				await this.stage.send(numbers.slice(next, next + batch));
				next += batch;
			}
			await sleep(1_000 / batchesInASecond);
		}
	}

	/** How many polls have handed over what they found. */
	private async polled(): Promise<number> {
		const [row] = await queryDatabase(
			this.stage.folders,
			"SELECT count(*) AS count FROM execution_entity WHERE mode = 'trigger' AND status = 'success'",
		);
		return Number(row?.['count']);
	}

	/** Kills n8n, but not while Remove Duplicates has recorded what a poll found, and the execution isn't stored. */
	private async killOnTheWay(): Promise<void> {
		const { stage, workflow } = this;
		const polls = workflow.nodes.some(({ type }) => type === 'n8n-nodes-smsbox.smsboxHistoryTrigger');
		for (const count of killedAt) {
			await stage.untilOver(count);
			await stage.n8n.kill();
			const before = await this.polled();
			await stage.boot();
			if (polls)
				await waitFor(
					'the poll of the new start',
					async () => ((await this.polled()) > before ? true : undefined),
					{ seconds: 300, everyMs: 500, hopeless: stage.ended },
				);
		}
	}

	/** The stream, with n8n killed and started again on the way. */
	async stream(): Promise<Account> {
		const { stage, proxy, path } = this;
		const deliveryReportUrl = `${proxy?.url ?? stage.n8n.url}${path}`;
		await stage.simulator.configure({ deliveryReportUrl });
		await Promise.all([this.feed(), this.killOnTheWay()]);
		await stage.untilOver(reports);
		const executions = await stage.endedExecutions(this.workflow.id);
		return accountOf(
			await stage.callbacks(),
			executions.filter(({ mode }) => mode === 'webhook'),
		);
	}

	/**
	 * Starts n8n again, which polls then. It has polled at each start before, too.
	 * @param missed the references that it has to find
	 * @returns the references that the history has handed to the branch
	 */
	async reconcile(missed: readonly string[]): Promise<string[]> {
		const { stage, workflow } = this;
		await stage.n8n.kill();
		await stage.boot();
		let found: string[] = [];
		await waitFor(
			'the poll of the new start finding all',
			async () => {
				const executions = await stage.endedExecutions(workflow.id);
				const polled = executions.filter(({ mode }) => mode === 'trigger');
				found = polled.flatMap(({ handedOver }) => handedOver);
				return missed.every((reference) => found.includes(reference)) ? true : undefined;
			},
			{ seconds: 120, everyMs: 1_000, seen: () => `${found.length} found` },
		);
		return found;
	}

	async close(): Promise<void> {
		await this.proxy?.close();
		await this.stage.close();
	}
}

function print(section: string, account: Account): void {
	const { fates, lost, startedTwice, otherSuccesses, notSuccessful } = account;
	const row = (name: string, value: number, note?: string): void => figure(section, name, value, note);
	row('callbacks', fates.length);
	row('attempts', fates.flatMap(({ attempts }) => attempts).length);
	row(
		'attempts answered too late, or by the proxy while n8n was away',
		fates.flatMap(({ attempts }) => attempts.filter(isLate)).length,
	);
	row('acknowledged', fates.filter(({ state }) => state === 'acknowledged').length);
	row('acknowledged, but in no execution', account.acknowledgedInVain.length, 'must be 0');
	row('lost: answered with 404 while n8n started', lost.length);
	row('answered 200 without OK while n8n started', otherSuccesses);
	row(
		'started twice, with the same eventId',
		startedTwice.length,
		'stored, but not yet remembered at a kill',
	);
	row('stored, and cut off by a kill', notSuccessful.length, 'n8n lists them as crashed');
}

/** What holds for every run. */
function expectNothingLostInSilence({ fates, acknowledgedInVain, startedTwice }: Account): void {
	expect(fates).toHaveLength(reports);
	expect(acknowledgedInVain).toEqual([]);
	// What was started again had an answer that never came back, and those are few: what was under way at a kill, or late.
	expect(startedTwice.filter(({ attempts, executions }) => executions.length > attempts.length)).toEqual([]);
	const inTime = startedTwice.filter(({ attempts }) => !attempts.some(isLate));
	expect(inTime.length).toBeLessThanOrEqual(killedAt.length * parallel);
}

describe('2,000 delivery reports while n8n is killed three times', () => {
	let run: Run | undefined;
	afterEach(async () => {
		await run?.close();
		run = undefined;
	});

	it.each(isLong ? proxies : [nginx])('behind $name: none is lost', async (proxy) => {
		run = await Run.begin(triggerWorkflow('smsboxDeliveryReportTrigger'), proxy);
		const account = await run.stream();
		print(`2,000 reports, three SIGKILLs, behind ${proxy.name}`, account);
		expectNothingLostInSilence(account);
		expect(account.lost).toEqual([]);
		expect(account.fates.filter(({ state }) => state !== 'acknowledged')).toEqual([]);
		expect(account.otherSuccesses).toBe(0);
	});

	it('bare: lost is what n8n answers with 404 while it starts, and the history finds all of it', async () => {
		run = await Run.begin(exampleWorkflow('reconcile-delivery-reports', { 'From the history': onlyAtStart }));
		const account = await run.stream();
		print('2,000 reports, three SIGKILLs, n8n bare', account);
		expectNothingLostInSilence(account);
		expect(account.lost.length).toBeGreaterThan(0);
		expect(account.lost.filter(({ attempts }) => !isFinal(attempts.at(-1)?.status))).toEqual([]);

		const missed = [...new Set(account.lost.map(({ reference }) => reference))];
		const found = await run.reconcile(missed);
		const section = 'Reconciling after the bare run';
		figure(section, 'lost', missed.length);
		figure(section, 'of these, found in the history', missed.filter((each) => found.includes(each)).length);
		figure(section, 'found before their report came, or cut off by a kill', found.length - missed.length);
		expect(missed.filter((reference) => !found.includes(reference))).toEqual([]);
	});
});
