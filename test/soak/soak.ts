import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf } from '../../bench/src/load';
import { at, listAt } from '../../playground/src/support/json';
import type { SimulatedMessage } from '../../playground/src/simulatorApi';
import { Stage } from '../e2e/faults/stage';
import { Received } from '../e2e/waiting/person';
import { keptExecutions, type Measured, type MemorySample } from './goals';
import { Ledger } from './ledger';
import { Readings } from './readings';
import { smsASecond, traffic, type Traffic } from './traffic';
import { answerText, question, soakWorkflows } from './workflows';

/** Intervals are in minutes. Without a buffer of 0, n8n keeps for an hour what it has pruned. */
const pruning = {
	EXECUTIONS_DATA_PRUNE: 'true',
	EXECUTIONS_DATA_PRUNE_MAX_COUNT: String(keptExecutions),
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	EXECUTIONS_DATA_PRUNE_SOFT_DELETE_INTERVAL: '1',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '1',
};

/** Faults of the simulated service, by the mark of an order. */
const faults = [
	{ kind: 'off', match: { kind: 'delivery_report', mark: 'lost' } },
	{ kind: 'duplicate', match: { kind: 'delivery_report', mark: 'repeated' } },
	{ kind: 'duplicate', match: { kind: 'incoming_sms', message: 'repeated' } },
].map((fault) => ({ on: 'callback', times: 0, ...fault }));

/** Messages that are read at a time: those of many seconds. */
const newest = 1_000;
const secondsUntilTap = 2;
const secondsBetweenSizes = 15;
/** The service tries again after so many simulated seconds. */
const retrySeconds = 900;

/** An n8n with all workflows, the simulated service, the people at the phones, and the ledger. */
export class Soak {
	readonly ledger = new Ledger();
	private readonly readings: Readings;
	private readonly seen = new Set<string>();
	private readonly tappedTwice = new Set<string>();
	private readonly taps: Array<Promise<void>> = [];
	private readonly memory: MemorySample[] = [];
	private refused = 0;
	private orders = 0;

	private constructor(
		private readonly stage: Stage,
		private readonly minutes: number,
	) {
		this.readings = new Readings(stage.folders);
	}

	static async open(minutes: number): Promise<Soak> {
		// The history is full before the warm-up ends, so that polls read as much in the last minute as after it.
		const capacity = Math.max(3_000, Math.ceil(smsASecond * minutes * 8));
		const stage = await Stage.open({
			service: { balance: 1_000_000, capacity, callbackParallelism: 8 },
			env: pruning,
		});
		try {
			await stage.boot();
			await stage.simulator.put('/faults', { faults });
			for (const { file, setting } of soakWorkflows) {
				const path = await stage.publish(file);
				if (setting !== undefined) await stage.simulator.configure({ [setting]: stage.n8n.url + path });
			}
			return new Soak(stage, minutes);
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	/** Submits all traffic until the time is over, and measures meanwhile. */
	async run(): Promise<Measured> {
		const { pid } = this.stage.n8n;
		const began = Date.now();
		const end = began + this.minutes * 60_000;
		const cpu = cpuSecondsOf(pid);
		await Promise.all([
			...traffic.map(async (kind) => await this.submitUntil(end, kind)),
			this.watchUntil(end),
		]);
		const busy = (cpuSecondsOf(pid) - cpu) / ((Date.now() - began) / 1000);
		await this.untilComplete();
		// A poll that finds this one comes after all others, and would find any of them again.
		for (const kind of traffic.slice(0, 1)) await this.submit(kind);
		await this.untilComplete();
		await this.readings.sizes();
		const { minutes, memory, refused } = this;
		const { staticBytes, mostExecutions, failed } = this.readings;
		const problems = this.ledger.problems();
		return { minutes, memory, staticBytes, mostExecutions, refused, failed: failed.size, problems, busy };
	}

	private async submitUntil(end: number, kind: Traffic): Promise<void> {
		const underWay: Array<Promise<void>> = [];
		for (let due = Date.now(); due < end; due += kind.everySeconds * 1000) {
			await sleep(Math.max(0, due - Date.now()));
			underWay.push(this.submit(kind));
		}
		await Promise.all(underWay);
	}

	/** Submits the orders of one time. */
	private async submit(kind: Traffic): Promise<void> {
		const numbers = Array.from({ length: kind.orders }, () => `9990${1_000_000 + this.orders++}`);
		for (const number of numbers) this.ledger.expect(number, kind);
		const [to = ''] = numbers;
		if (kind.by === 'phone') {
			await this.stage.simulator.incoming({ from: to, text: kind.mark });
			return;
		}
		if (kind.by === 'ask' && kind.mark === 'repeated') this.tappedTwice.add(to);
		const messages = numbers.map((number) => ({
			to: `+${number}`,
			text: 'Votre colis est là',
			mark: kind.mark,
		}));
		const reply = await fetch(`${this.stage.n8n.url}/webhook/${kind.by}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ messages, to: `+${to}`, minutes: 60 }),
		}).catch(() => undefined);
		await reply?.arrayBuffer();
		if (reply?.status !== 200) this.refused += 1;
	}

	private async watchUntil(end: number): Promise<void> {
		const began = Date.now();
		let sizesAt = began;
		while (Date.now() < end) {
			const seconds = (Date.now() - began) / 1000;
			this.memory.push({ seconds, megabytes: this.stage.residentMegabytes() });
			await this.look();
			if (Date.now() >= sizesAt) {
				sizesAt += secondsBetweenSizes * 1000;
				await this.readings.sizes();
			}
			await sleep(1_000);
		}
	}

	/** Looks at all phones, and at the executions. */
	private async look(): Promise<void> {
		const ended = this.stage.n8n.ended();
		if (ended !== undefined) throw ended;
		const messages = await this.stage.simulator.newestMessages(newest);
		const fresh = messages.filter(({ id }) => !this.seen.has(id));
		if (fresh.length === newest) throw new Error('Messages came faster than they were counted');
		for (const message of fresh) {
			this.seen.add(message.id);
			if (message.direction !== 'out') continue;
			this.ledger.see(message.number, message.text === answerText ? 'answer' : 'message');
			if (message.channel === 'waba') this.taps.push(this.tap(message));
		}
		for (const { fact, order } of await this.readings.events()) this.ledger.see(order, fact);
	}

	private async tap(message: SimulatedMessage): Promise<void> {
		const { simulator } = this.stage;
		const { number: from } = message;
		const id = new Received(simulator, question, message).tokenOf('approve');
		for (const title of this.tappedTwice.has(from) ? ['Tapped', 'Tapped again'] : ['Tapped']) {
			await sleep(secondsUntilTap * 1000);
			await simulator.post('/waba/incoming', { from, type: 'button_reply', id, title });
		}
	}

	/** Waits until nothing is missing and the service has made all its calls, or until nothing more comes for three minutes. */
	private async untilComplete(): Promise<void> {
		let least = Infinity;
		let cameAt = Date.now();
		let retryAt = cameAt + 30_000;
		while (Date.now() - cameAt < 180_000) {
			await this.look();
			await Promise.all(this.taps);
			const { callbacksPending } = await this.stage.counts();
			const left = this.ledger.missing + callbacksPending;
			if (left === 0) return;
			if (left < least) {
				least = left;
				cameAt = Date.now();
			}
			if (Date.now() > retryAt) {
				retryAt += 30_000;
				await this.stage.pass(retrySeconds);
			}
			await sleep(500);
		}
	}

	/** How many callbacks the faults have struck, in the order of {@link faults}. */
	async struck(): Promise<number[]> {
		const active = listAt(await this.stage.simulator.get('/faults'), 'faults');
		return active.map((fault) => Number(at(fault, 'used')));
	}

	async close(): Promise<void> {
		await this.stage.close();
	}
}
