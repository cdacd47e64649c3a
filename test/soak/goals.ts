import { atMost, exactly, type Figure } from '../../bench/src/figures';
import { summaryOf } from '../../bench/src/statistics';
import type { Problem } from './ledger';
import { executionsASecond, smsASecond } from './traffic';

/** Below this many minutes, memory is shown but not judged. */
const judgedMinutes = 6;

/** The most executions that n8n keeps. */
export const keptExecutions = 500;
/** Seconds until n8n has removed an execution that is one too many: it looks each minute, and removes a minute later. */
const pruningSeconds = 180;

/** Bytes of static data: the History Trigger keeps the messages of an hour, and older open ones, with about 30 bytes for each. */
const historyBytes = Math.ceil(smsASecond * 3_600 * 35);
/** Bytes of static data: another trigger keeps 250 hashes. */
const triggerBytes = 8_000;

/** The memory of n8n's process at a time. */
export interface MemorySample {
	/** Since the traffic began. */
	seconds: number;
	megabytes: number;
}

/** The results of a soak. */
export interface Measured {
	minutes: number;
	memory: readonly MemorySample[];
	/** The most bytes of static data at any time, by the workflow's name. */
	staticBytes: ReadonlyMap<string, number>;
	/** The most executions in n8n's database at any time. */
	mostExecutions: number;
	/** Submissions that n8n did not accept. */
	refused: number;
	/** Executions that n8n ended with an error. */
	failed: number;
	problems: readonly Problem[];
	/** Seconds of CPU that n8n used for each second. */
	busy: number;
}

/** The median memory of each sixth of the time, in megabytes. */
export function memoryBySixths({ memory, minutes }: Pick<Measured, 'memory' | 'minutes'>): number[] {
	const length = (minutes * 60) / 6;
	return Array.from({ length: 6 }, (_, sixth) => {
		const within = memory.filter(({ seconds }) => Math.floor(seconds / length) === sixth);
		return summaryOf(within.map(({ megabytes }) => megabytes)).median;
	});
}

/** The first sixth is the warm-up. */
function memoryGrowth(measured: Measured): Figure {
	const [, second = NaN, , , , last = NaN] = memoryBySixths(measured);
	return {
		name: 'Memory of n8n, last ÷ second sixth of the time',
		samples: [last / second],
		digits: 3,
		...(measured.minutes >= judgedMinutes && { goal: atMost(1.05) }),
	};
}

/** All figures, those with a goal included. */
export function figuresOf(measured: Measured): Figure[] {
	const { problems, staticBytes, mostExecutions, refused, failed, busy } = measured;
	const none = (name: string, count: number): Figure => ({
		name,
		samples: [count],
		digits: 0,
		goal: exactly(0),
	});
	return [
		none('Lost', problems.filter(({ problem }) => problem === 'lost').length),
		none('Twice', problems.filter(({ problem }) => problem === 'twice').length),
		none('Unexpected', problems.filter(({ problem }) => problem === 'unexpected').length),
		none('Submissions that n8n did not accept', refused),
		none('Executions that failed', failed),
		memoryGrowth(measured),
		...[...staticBytes].map(([name, bytes]) => ({
			name: `Static data, ${name}`,
			samples: [bytes],
			unit: 'bytes',
			digits: 0,
			goal: atMost(name === 'history' ? historyBytes : triggerBytes),
		})),
		{
			name: 'Stored executions, the most',
			samples: [mostExecutions],
			digits: 0,
			goal: atMost(Math.ceil(keptExecutions + pruningSeconds * executionsASecond)),
		},
		{ name: 'CPU of n8n', samples: [busy], unit: 'cores' },
	];
}
