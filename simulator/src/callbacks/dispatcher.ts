import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { flatten } from '../core/json';
import type { JsonObject } from '../core/json';
import type { SimulatedClock } from '../core/clock';
import type { Numbering } from '../core/numbering';
import type { CallbackFaults } from '../http/faults';
import { attempt } from './attempt';
import type { AttemptResult, CallbackTarget } from './attempt';
import { PartitionedQueue } from './partitionedQueue';
import { CallbackLog } from './log';
import type { CallbackKind, CallbackRecord, Subject } from './record';

/** service.md#callbacks, retries: every 15 minutes for up to 12 hours, simulated. */
const RETRY_EVERY_MS = 15 * 60_000;
const RETRY_FOR_MS = 12 * 3_600_000;
/** Statuses that end it at once. */
const PERMANENT_FAILURES: readonly (number | null)[] = [401, 403, 404];

/**
 * How many are under way at a time. Each SMS callback waits for the answer to the one before it
 * (service.md#callbacks). *Assumed*: JSON webhooks don't, unless they concern the same number.
 */
const PARALLELISM: Readonly<Record<CallbackKind, number>> = {
	delivery_report: 1,
	incoming_sms: 1,
	waba_webhook: 4,
	rcs_webhook: 4,
};

/** As many values of a webhook as faults can be matched with. */
const MOST_FIELDS = 200;

export interface DispatcherOptions {
	readonly clock: SimulatedClock;
	readonly numbering: Numbering;
	/** Real milliseconds that a receiver has to answer. */
	readonly timeoutMs: number;
	/** How many callbacks of one kind are under way at a time; as each kind has it unless given. */
	readonly parallelism: number | undefined;
	/** How many callbacks that are over are kept. */
	readonly capacity: number;
	readonly takeFaults: (fields: Readonly<Record<string, string>>) => CallbackFaults;
	readonly announce: (record: CallbackRecord) => void;
}

const isAcknowledged = ({ status, body }: AttemptResult): boolean => status === 200 && body?.trim() === 'OK';

/** The parameters of an SMS callback, encoded. */
export interface CallbackParameters {
	readonly own: string;
	/** The custom ones, which are documented as GET parameters. */
	readonly custom?: string;
}

/**
 * Delivers callbacks as service.md#callbacks says: `OK` within the time, else again and again, then given up.
 * *Assumed*: JSON webhooks, which are a POST, are timed and tried again in the same way.
 */
export class CallbackDispatcher {
	private readonly log: CallbackLog;
	private readonly queues: Readonly<Record<CallbackKind, PartitionedQueue<CallbackRecord>>>;
	private readonly ending = new AbortController();
	private waiters: (() => void)[] = [];

	constructor(private readonly options: DispatcherOptions) {
		// Each attempt under way listens; how many those are is the caller's choice.
		setMaxListeners(0, this.ending.signal);
		this.log = new CallbackLog(options.capacity, (record) => this.giveUp(record));
		const queue = (kind: CallbackKind): PartitionedQueue<CallbackRecord> =>
			new PartitionedQueue(
				options.parallelism ?? PARALLELISM[kind],
				({ number }) => number,
				(record) => this.deliver(record),
				() => this.tellWaiters(),
			);
		this.queues = {
			delivery_report: queue('delivery_report'),
			incoming_sms: queue('incoming_sms'),
			waba_webhook: queue('waba_webhook'),
			rcs_webhook: queue('rcs_webhook'),
		};
	}

	/**
	 * *Assumed*: a POST has the custom parameters in its address.
	 * @param receiver the address configured; a query of its own is kept, and ours appended
	 */
	send(
		kind: CallbackKind,
		method: 'GET' | 'POST',
		receiver: string,
		{ own, custom = '' }: CallbackParameters,
		subject: Subject,
	): CallbackRecord {
		const base = new URL(receiver);
		const isForm = method === 'POST';
		const query = [base.search.slice(1), isForm ? '' : own, custom].filter((part) => part !== '').join('&');
		const target: CallbackTarget = {
			base,
			path: `${base.pathname}${query === '' ? '' : `?${query}`}`,
			body: isForm ? Buffer.from(own, 'latin1') : null,
			...(isForm && { contentType: 'application/x-www-form-urlencoded' }),
		};
		const fields = Object.fromEntries(new URLSearchParams(`${own}&${custom}`));
		return this.start(kind, target, subject, fields, undefined);
	}

	/**
	 * @param receiver the address configured, used as it is
	 * @param json what is posted, byte for byte the same at each attempt
	 */
	sendJson(kind: CallbackKind, receiver: string, json: JsonObject, subject: Subject): CallbackRecord {
		const base = new URL(receiver);
		const body = Buffer.from(JSON.stringify(json), 'utf8');
		const fields = flatten(json, MOST_FIELDS);
		const path = `${base.pathname}${base.search}`;
		const target: CallbackTarget = { base, path, body, contentType: 'application/json' };
		return this.start(kind, target, subject, fields, json);
	}

	private start(
		kind: CallbackKind,
		target: CallbackTarget,
		{ number, about }: Subject,
		fields: Readonly<Record<string, string>>,
		json: JsonObject | undefined,
	): CallbackRecord {
		const now = this.options.clock.now();
		const record: CallbackRecord = {
			id: this.options.numbering.nextId(),
			kind,
			target,
			url: `${target.base.origin}${target.path}`,
			number,
			about,
			json,
			fields: { kind, ...fields },
			firstDue: now,
			state: 'pending',
			attempts: [],
			nextAttemptAt: now,
			cancelRetry: () => undefined,
		};
		this.log.add(record);
		this.queues[kind].add(record);
		this.options.announce(record);
		return record;
	}

	/** All that are pending and the last that are over, in the order they were made. */
	all(): readonly CallbackRecord[] {
		return this.log.all();
	}

	/**
	 * Waits until nothing is under way and nothing overdue.
	 * @returns false if that took longer than `limitMs` real milliseconds
	 */
	async settled(limitMs: number): Promise<boolean> {
		const limit = AbortSignal.timeout(limitMs);
		while (!this.idle) {
			if (limit.aborted) return false;
			await new Promise<void>((resolve) => {
				this.waiters.push(resolve);
				limit.addEventListener('abort', () => resolve(), { once: true });
			});
		}
		return true;
	}

	close(): void {
		this.ending.abort();
		for (const queue of Object.values(this.queues)) queue.close();
	}

	private get idle(): boolean {
		return Object.values(this.queues).every((queue) => queue.idle);
	}

	private tellWaiters(): void {
		const waiters = this.waiters;
		this.waiters = [];
		for (const tell of waiters) tell();
	}

	private async deliver(record: CallbackRecord): Promise<void> {
		const due = record.nextAttemptAt;
		if (due === undefined) return;
		const faults = this.options.takeFaults(record.fields);
		if (faults.isOff) {
			this.withhold(record, due);
			return;
		}
		const result = await this.try(record, due, faults.slowMs);
		if (this.ending.signal.aborted || record.state !== 'pending') return;
		if (isAcknowledged(result)) {
			this.end(record, 'acknowledged');
			if (faults.duplicate) await this.try(record, due, 0);
		} else if (
			PERMANENT_FAILURES.includes(result.status) ||
			due + RETRY_EVERY_MS - record.firstDue > RETRY_FOR_MS
		) {
			this.end(record, 'failed');
		} else {
			this.retryAt(record, due + RETRY_EVERY_MS);
		}
		this.options.announce(record);
	}

	/** As where the service has no address to call: nobody is told, now or later. */
	private withhold(record: CallbackRecord, at: number): void {
		record.attempts.push({ at, status: null, body: null, error: 'not sent: a fault turned callbacks off' });
		this.end(record, 'failed');
		this.options.announce(record);
	}

	private async try(record: CallbackRecord, at: number, slowMs: number): Promise<AttemptResult> {
		const { signal } = this.ending;
		if (slowMs > 0) await sleep(slowMs, undefined, { signal, ref: false }).catch(() => undefined);
		const result = await attempt(record.target, this.options.timeoutMs, signal);
		record.attempts.push({ at, ...result });
		return result;
	}

	private end(record: CallbackRecord, state: 'acknowledged' | 'failed'): void {
		record.state = state;
		record.nextAttemptAt = undefined;
		this.log.close(record);
	}

	/** When the clock was advanced past the next attempt already, that one follows at once. */
	private retryAt(record: CallbackRecord, due: number): void {
		record.nextAttemptAt = due;
		const enqueue = (): void => this.queues[record.kind].add(record);
		if (due <= this.options.clock.now()) enqueue();
		else record.cancelRetry = this.options.clock.schedule(due, enqueue);
	}

	private giveUp(record: CallbackRecord): void {
		record.cancelRetry();
		this.end(record, 'failed');
	}
}
