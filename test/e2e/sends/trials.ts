import type { Execution } from '../../../playground/src/n8n/executions';
import { messageOf } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';
import { sendingChain } from './channels';
import { resultOf, type Result } from './fates';
import { held } from './faults';
import { WorkflowRuns } from './workflowRuns';
import { courses, messagesOf, type Course, type Plan, type Row, type Track } from './plan';
import type { Stage } from './stage';
import { ways, type WayName } from './ways';

/** What came of one execution of a track after it was run again in one way. */
export interface Trial {
	track: Track;
	row: Row;
	way: WayName;
	/** The status of the execution that was run again. */
	before: string;
	/** How often the node has run by now; not always as often as n8n was asked to ({@link ranNothing}). */
	tries: number;
	result: Result;
}

/**
 * Whether n8n ended an execution well without running the node. It does so with retries of a stopped one whose data it
 * has stored twice, the second time with nothing left to do.
 */
export const ranNothing = ({ result }: Trial): boolean => result.status === 'success' && !result.isThrough;

interface Stand {
	stage: Stage;
	runs: WorkflowRuns;
	track: Track;
	row: Row;
	/** Keeps what came of a way. */
	note: (way: WayName, before: Execution, after: Execution) => Promise<void>;
}

/** What is left to do after n8n was killed. */
type Rest = (() => Promise<void>) | undefined;

/** Waits until the message that is never answered has left: so have all before it. */
async function untilUnderWay({ stage, row }: Stand): Promise<void> {
	const last = row.people.find(({ fault }) => fault === held);
	if (last === undefined) throw new Error('No message of this execution is held');
	await waitFor(
		'the last message having left',
		async () => ((await stage.simulator.messages(last.number)).length > 0 ? true : undefined),
		{ seconds: 360, hopeless: stage.n8n.ended },
	);
}

/** The steps of each course, in the order of a user's clicks. */
const steps: Record<Course, (stand: Stand) => Promise<Rest>> = {
	retryOnFail: async ({ runs, row, note }) => {
		const only = await runs.run(messagesOf(row));
		await note('retryOnFail', only, only);
		return undefined;
	},
	retryOnFailGoingOn: async ({ runs, row, note }) => {
		const only = await runs.run(messagesOf(row));
		await note('retryOnFailGoingOn', only, only);
		return undefined;
	},
	retries: async ({ runs, row, note }) => {
		const failed = await runs.run(messagesOf(row));
		await note('firstRetry', failed, await runs.retry(failed.id, 'original workflow'));
		await note('secondRetry', failed, await runs.retry(failed.id, 'original workflow'));
		return undefined;
	},
	retryOfRetry: async ({ runs, row, note }) => {
		const failed = await runs.run(messagesOf(row));
		const retried = await runs.retry(failed.id, 'saved workflow');
		const isOver = retried.status === 'success';
		await note('retryOfRetry', retried, isOver ? retried : await runs.retry(retried.id, 'saved workflow'));
		return undefined;
	},
	stop: async (stand) => {
		const { runs, row, note } = stand;
		const id = await runs.begin(messagesOf(row));
		await untilUnderWay(stand);
		const stopped = await runs.stop(id);
		await note('afterStop', stopped, await runs.retry(id, 'original workflow'));
		await note('anewAfterStop', stopped, await runs.run(messagesOf(row)));
		return undefined;
	},
	kill: async (stand) => {
		const { runs, row, note } = stand;
		const id = await runs.begin(messagesOf(row));
		await untilUnderWay(stand);
		return async () => {
			const killed = await runs.ended(id);
			await note('afterKill', killed, await runs.retry(id, 'original workflow'));
			await note('anewAfterKill', killed, await runs.run(messagesOf(row)));
		};
	},
};

/** Tries out a whole plan on one stage. What could not be tried out is told as troubles. */
export class Trials {
	readonly trials: Trial[] = [];
	readonly troubles: string[] = [];

	constructor(
		private readonly stage: Stage,
		private readonly plan: Plan,
	) {}

	async run(): Promise<void> {
		await this.stage.simulator.put('/faults', { faults: this.plan.strikes });
		const isKill = ({ course }: Track): boolean => course === 'kill';
		await this.all(this.plan.tracks.filter((track) => !isKill(track)));
		const rests = await this.all(this.plan.tracks.filter(isKill));
		if (rests.length === 0) return;
		await this.stage.n8n.kill();
		await this.stage.boot();
		await Promise.all(rests.map(async (rest) => await this.attempt('after SIGKILL', rest)));
	}

	private async all(tracks: readonly Track[]): Promise<(() => Promise<void>)[]> {
		const rests = await Promise.all(tracks.map(async (track) => await this.runTrack(track)));
		return rests.flat();
	}

	/** The executions of a track come one after the other, as the option's names are kept for its node. */
	private async runTrack(track: Track): Promise<(() => Promise<void>)[]> {
		const { channel, isOnce, course, rows } = track;
		const name = `${channel.name}-${course}${isOnce ? '-once' : ''}`;
		const rests: (() => Promise<void>)[] = [];
		await this.attempt(name, async () => {
			const chain = sendingChain(channel, `sends/${name}`, isOnce, courses[course].settings);
			const runs = new WorkflowRuns(this.stage, await this.stage.publishChain(name, ...chain));
			for (const row of rows) {
				await this.attempt(`${name}, ${row.faults.map((fault) => fault.name).join(', ')}`, async () => {
					const rest = await steps[course]({ ...this.standOf(track, row), runs });
					if (rest !== undefined) rests.push(rest);
				});
			}
		});
		return rests;
	}

	private standOf(track: Track, row: Row): Omit<Stand, 'runs'> {
		let idle = 0;
		const note: Stand['note'] = async (way, before, after) => {
			const result = await resultOf(this.stage, track.channel, row.people, after);
			const trial = { track, row, way, before: before.status, tries: ways[way].tries - idle, result };
			if (ranNothing(trial)) idle += 1;
			this.trials.push(trial);
		};
		return { stage: this.stage, track, row, note };
	}

	/** One that fails must not keep the others from being tried out. */
	private async attempt(what: string, act: () => Promise<void>): Promise<void> {
		try {
			await act();
		} catch (error) {
			this.troubles.push(`${what}: ${messageOf(error)}`);
		}
	}
}
