/**
 * Time and chance of a history: whatever waits (requests, timers, n8n's database) waits here, and goes on one at a time, in an
 * order that a seed decides. So a history always goes the same way, and takes no time.
 */
import crypto from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomFrom } from '../support/random';

interface Waiting {
	go: () => void;
	/** Timers go off in their order, after what is under way anyway. */
	due: number | undefined;
	/** A request: nobody waits for it any more after a kill. */
	isRequest: boolean;
}

export class Scheduler {
	private waiting: Waiting[] = [];
	private readonly random: () => number;
	private now = 0;

	constructor(seed: number) {
		this.random = randomFrom(seed);
	}

	/** Waits until it is this one's turn. */
	async turn(isRequest: boolean): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting.push({ go: resolve, due: undefined, isRequest });
		});
	}

	/** @returns what takes the timer back */
	timer(milliseconds: number, go: () => void): () => void {
		const entry = { go, due: this.now + milliseconds, isRequest: false };
		this.waiting.push(entry);
		return () => {
			this.waiting = this.waiting.filter((other) => other !== entry);
		};
	}

	/** After a kill: no request goes on any more, but what the database has begun it ends. */
	async drain(): Promise<void> {
		await this.runUntil(() => {
			this.waiting = this.waiting.filter(({ isRequest }) => !isRequest);
			return false;
		});
	}

	/** Lets one after the other go on. @returns false where nothing can go on any more, though it is not over */
	async runUntil(isOver: () => boolean): Promise<boolean> {
		for (;;) {
			// All that follows from the last step has been done by then.
			await nextTurn();
			await nextTurn();
			if (isOver()) return true;
			const next = this.pick();
			if (next === undefined) return false;
			this.now = Math.max(this.now, next.due ?? 0);
			this.waiting = this.waiting.filter((one) => one !== next);
			next.go();
		}
	}

	private pick(): Waiting | undefined {
		const now = this.waiting.filter(({ due }) => due === undefined);
		const [timer] = this.waiting
			.filter(({ due }) => due !== undefined)
			.sort((a, b) => (a.due ?? 0) - (b.due ?? 0));
		const choices = timer === undefined ? now : [...now, timer];
		return choices[Math.floor(this.random() * choices.length)];
	}
}

/** What stands in for the timers and the clock of the process while a history runs. */
export function replaceTime(scheduler: Scheduler, now: () => number): () => void {
	const { setTimeout, clearTimeout } = globalThis;
	const dateNow = Date.now;
	const { timeout } = AbortSignal;
	const taken = new WeakMap<object, () => void>();
	Reflect.set(globalThis, 'setTimeout', (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
		const timer = { ref: () => timer, unref: () => timer, hasRef: () => false };
		taken.set(
			timer,
			scheduler.timer(ms, () => {
				run(...given);
			}),
		);
		return timer;
	});
	Reflect.set(globalThis, 'clearTimeout', (timer: unknown) => {
		if (typeof timer !== 'object' || timer === null) return;
		taken.get(timer)?.();
	});
	// Deadlines are in real time: that of a killed execution would wake it up in a later history.
	AbortSignal.timeout = () => new AbortController().signal;
	Date.now = now;
	const { randomBytes } = crypto;
	// With a callback, it is how a run waits for a turn of the event loop.
	Reflect.set(crypto, 'randomBytes', (size: number, callback?: () => void) => {
		if (callback === undefined) return randomBytes(size);
		void scheduler.turn(false).then(callback);
		return undefined;
	});
	return () => {
		Object.assign(crypto, { randomBytes });
		Object.assign(globalThis, { setTimeout, clearTimeout });
		Object.assign(AbortSignal, { timeout });
		Date.now = dateNow;
	};
}
