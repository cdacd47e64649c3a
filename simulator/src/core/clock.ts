import { performance } from 'node:perf_hooks';

import { TaskQueue } from './taskQueue';

/** A timer of Node holds no more; a longer wait is taken in several steps. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Unix seconds as text, as callbacks contain them. */
export const unixSeconds = (time: number): string => String(Math.floor(time / 1_000));

export interface ClockOptions {
	/** Where simulated time begins: Unix milliseconds. */
	startAt: number;
	/** Simulated seconds per real second; 0 stops the clock, which then only moves by `advance`. */
	speed: number;
}

/**
 * The simulated clock: simulated time = where it began + real time elapsed × speed + what it was advanced by.
 * While a task runs, `now()` is the moment it was due, so that what it records is exact however late the machine is.
 * All times are Unix milliseconds.
 */
export class SimulatedClock {
	private readonly tasks = new TaskQueue();
	private simulatedAnchor: number;
	private realAnchor = performance.now();
	private rate: number;
	private moment: number | undefined;
	private timer: NodeJS.Timeout | undefined;
	private closed = false;

	constructor({ startAt, speed }: ClockOptions) {
		this.simulatedAnchor = startAt;
		this.rate = speed;
	}

	now(): number {
		return this.moment ?? this.flow();
	}

	get speed(): number {
		return this.rate;
	}

	setSpeed(speed: number): void {
		this.anchor(this.flow());
		this.rate = speed;
		this.arm();
	}

	/**
	 * @param due Unix milliseconds on this clock; what is past runs as soon as possible
	 * @returns a function that cancels the task
	 */
	schedule(due: number, run: () => void): () => void {
		if (this.closed) return () => undefined;
		const cancel = this.tasks.add(due, run);
		this.arm();
		return cancel;
	}

	/** Moves the clock forward and runs, in order, all that falls due on the way. */
	advance(milliseconds: number): void {
		const target = this.now() + milliseconds;
		this.runUntil(target);
		this.anchor(target);
		this.arm();
	}

	close(): void {
		this.closed = true;
		clearTimeout(this.timer);
		this.tasks.clear();
	}

	private flow(): number {
		return this.simulatedAnchor + (performance.now() - this.realAnchor) * this.rate;
	}

	private anchor(simulated: number): void {
		this.simulatedAnchor = simulated;
		this.realAnchor = performance.now();
	}

	private runUntil(target: number): void {
		try {
			for (let task = this.tasks.take(target); task !== undefined; task = this.tasks.take(target)) {
				this.moment = task.due;
				task.run();
			}
		} finally {
			this.moment = undefined;
		}
	}

	private arm(): void {
		clearTimeout(this.timer);
		const due = this.tasks.nextDue();
		if (this.closed || due === undefined || this.moment !== undefined) return;
		const ahead = due - this.flow();
		if (ahead > 0 && this.rate === 0) return;
		const delay = ahead <= 0 ? 0 : Math.min(Math.ceil(ahead / this.rate), LONGEST_TIMER_MS);
		this.timer = setTimeout(() => {
			this.runUntil(this.flow());
			this.arm();
		}, delay);
		this.timer.unref();
	}
}
