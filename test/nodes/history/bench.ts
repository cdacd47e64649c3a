/** A published history trigger over a list of messages, with a page fault per request. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { parisTime } from '../../polls/service';
import {
	type Execution,
	PollStage,
	type StageItems,
	type StageNode,
	type StageOptions,
} from '../../polls/stage';
import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, plain } from '../../support/runNode';

export interface Message {
	/** Empty where the history has none. */
	reference: string;
	to: string;
	at: number;
	code: string;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const start = Date.parse('2026-06-15T08:00:00Z');

const undisturbed = (): undefined => undefined;

export class Bench {
	/** The service's clock. */
	now = start;
	/** How much n8n's clock is ahead of it. */
	ahead = 0;
	/** Newest first, as the history lists them. */
	messages: Message[] = [];
	/** The most records of a page. */
	mostRecords = 5_000;
	/** Replaces an answer; its first argument counts the requests of one poll. */
	fault: (page: number, from: number) => Reaction | undefined | Promise<Reaction | undefined> = undisturbed;
	/** What the requests of the last poll asked for: the first record, how many, and with references. */
	asked: string[] = [];
	stage!: PollStage;
	private server: ScriptedServer | undefined;

	/** Starts with an empty history and a workflow that was never published, again perhaps. */
	async open(isDurable = false, more: Partial<StageOptions> = {}): Promise<void> {
		await this.close();
		this.server = await serveScript(async (request) => {
			const form = formOf(request);
			const from = Number(form.get('from'));
			this.asked.push([...form.values()].join(' '));
			const fault = await this.fault(this.asked.length - 1, from);
			return fault ?? this.answer(this.page(from, Number(form.get('nb')), form.get('msisdn')));
		});
		Object.assign(this, { now: start, ahead: 0, messages: [], mostRecords: 5_000, fault: undisturbed });
		const parameters = { events: ['finalStatus'], lookBack: 2 };
		this.stage = new PollStage({
			...{ url: this.server.url, isDurable, now: () => this.now + this.ahead },
			nodes: [{ id: 'poll', name: 'Trigger', parameters }],
			...more,
		});
	}

	/** Opens a history with small pages, where 200 messages have come since the last poll. */
	async openBacklog(isDurable: boolean): Promise<void> {
		await this.open(isDurable);
		this.mostRecords = 40;
		this.sendAll(['1']);
		await this.publish(minute);
		await this.tick();
		this.sendAll(numbered(200));
	}

	async close(): Promise<void> {
		await this.server?.close();
		this.server = undefined;
	}

	send(reference: string, code = '-1', more: Partial<Message> = {}): Message {
		const message = { reference, to: '33600000001', at: this.now, code, ...more };
		this.messages.unshift(message);
		return message;
	}

	/** Sends messages that are delivered at once, some time apart. */
	sendAll(references: readonly string[], apart = 1000): void {
		const sent = references.map((reference) => {
			this.now += apart;
			return { reference, to: '33600000001', at: this.now, code: '0' };
		});
		this.messages = [...sent.reverse(), ...this.messages];
	}

	/** A part of the history, as an answer's lines. */
	page(from: number, count: number, to: string | null = null): string[] {
		const list = to === null ? this.messages : this.messages.filter((one) => one.to === to);
		return list.slice(from, from + Math.min(count, this.mostRecords)).map(lineOf);
	}

	answer(lines: readonly string[]): Reaction {
		return plain(lines.join('\n'), 200, this.now);
	}

	/** @param after how much time passes afterwards */
	async publish(after = 0, execution?: Execution): Promise<IDataObject[]> {
		const items = await this.during(async () => await this.stage.publish(execution));
		this.now += after;
		return items;
	}

	async tick(): Promise<IDataObject[]> {
		return await this.during(async () => await this.stage.poll());
	}

	/** Polls so many times, each after some time. */
	async poll(times: number, apart = 5 * minute): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (let poll = 0; poll < times; poll++) {
			this.now += apart;
			items.push(...(await this.tick()));
		}
		return items;
	}

	/** Polls every 5 minutes for three hours, undisturbed. */
	async settle(polls = 36): Promise<IDataObject[]> {
		this.fault = undisturbed;
		return await this.poll(polls);
	}

	/** A message that is sent now starts the workflow, and nothing before it has. */
	async expectOnlyNew(before: readonly IDataObject[] = [], polls?: number): Promise<void> {
		this.send('9', '0');
		expect(found([...before, ...(await this.settle(polls))])).toEqual(delivered('9'));
	}

	/** The first trigger of the workflow. */
	get trigger(): StageNode {
		const [first] = this.stage.nodes;
		if (first === undefined) throw new Error('No trigger');
		return first;
	}

	/** Adds a second trigger to the workflow, and returns both. */
	withSecond(): [StageNode, StageNode] {
		const first = this.trigger;
		const second = { ...first, id: 'second', name: 'Second' };
		this.stage.nodes = [first, second];
		return [first, second];
	}

	private async during(poll: () => Promise<StageItems>): Promise<IDataObject[]> {
		this.asked = [];
		return [...(await poll()).values()].flat();
	}
}

/** A bench that is opened before each test, and closed after it. */
export function benchForEachTest(): Bench {
	const bench = new Bench();
	beforeEach(async () => await bench.open());
	afterEach(async () => await bench.close());
	return bench;
}

/** A message as a line of the history. */
export const lineOf = ({ at, reference, to, code }: Message): string =>
	`${parisTime(at)};${reference};${to};A;0;1;${code}`;

const event = z.object({
	event: z.string(),
	reference: z.string().nullable(),
	status: z.object({ code: z.string() }),
});

/** So many references. */
export const numbered = (count: number, first = 1000): string[] =>
	Array.from({ length: count }, (_, index) => String(first + index));

/** Each event in one line: what happened, its reference and its status. */
export const found = (items: readonly IDataObject[]): string[] =>
	items.map((item) => {
		const { event: name, reference, status } = event.parse(item);
		return `${name} ${reference} ${status.code}`;
	});

/** What is {@link found} where these messages are delivered. */
export const delivered = (...references: string[]): string[] =>
	references.map((reference) => `delivery_report ${reference} 0`);
