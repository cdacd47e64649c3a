/** A published history trigger over a list of messages, with a page fault per request. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { parisTime } from '../../polls/service';
import { PollStage, type StageItems, type StageNode, type StageOptions } from '../../polls/stage';
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
	fault: (page: number, from: number) => Reaction | undefined | Promise<Reaction | undefined> = () =>
		undefined;
	requests = 0;
	stage!: PollStage;

	private constructor(private readonly server: ScriptedServer) {}

	static async open(isDurable = false, more: Partial<StageOptions> = {}): Promise<Bench> {
		const holder: { bench?: Bench } = {};
		const server = await serveScript(async (request) => {
			const { bench } = holder;
			if (bench === undefined) throw new Error('No bench');
			const form = formOf(request);
			const from = Number(form.get('from'));
			const fault = await bench.fault(bench.requests++, from);
			return fault ?? bench.answer(bench.page(from, Number(form.get('nb')), form.get('msisdn')));
		});
		const bench = new Bench(server);
		const parameters = { events: ['finalStatus'], lookBack: 2 };
		bench.stage = new PollStage({
			...{ url: server.url, isDurable, now: () => bench.now + bench.ahead },
			nodes: [{ id: 'poll', name: 'Trigger', parameters }],
			...more,
		});
		holder.bench = bench;
		return bench;
	}

	/** Opens a history with small pages, where 200 messages have come since the last poll. */
	static async openBacklog(isDurable: boolean): Promise<Bench> {
		const bench = await Bench.open(isDurable);
		bench.mostRecords = 40;
		bench.sendAll(['1']);
		await bench.publish();
		bench.now += minute;
		await bench.tick();
		bench.sendAll(numbered(200));
		return bench;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	send(reference: string, code = '-1', more: Partial<Message> = {}): Message {
		const message = { reference, to: '33600000001', at: this.now, code, ...more };
		this.messages.unshift(message);
		return message;
	}

	sendAll(references: readonly string[], apart = 1000): void {
		for (const reference of references) {
			this.now += apart;
			this.send(reference, '0');
		}
	}

	/** A part of the history, as an answer's lines. */
	page(from: number, count: number, to: string | null = null): string[] {
		return this.linesOf(to).slice(from, from + Math.min(count, this.mostRecords));
	}

	/** The whole history, of one recipient perhaps. */
	linesOf(to: string | null): string[] {
		const list = this.messages.filter((one) => to === null || one.to === to);
		return list.map((one) => `${parisTime(one.at)};${one.reference};${one.to};A;0;1;${one.code}`);
	}

	answer(lines: readonly string[]): Reaction {
		return plain(lines.join('\n'), 200, this.now);
	}

	async publish(): Promise<IDataObject[]> {
		return await this.during(async () => await this.stage.publish());
	}

	async tick(): Promise<IDataObject[]> {
		return await this.during(async () => await this.stage.poll());
	}

	/** Polls every 5 minutes for three hours, undisturbed. */
	async settle(polls = 36): Promise<IDataObject[]> {
		this.fault = () => undefined;
		const items: IDataObject[] = [];
		for (let poll = 0; poll < polls; poll++) {
			this.now += 5 * minute;
			items.push(...(await this.tick()));
		}
		return items;
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
		this.requests = 0;
		return [...(await poll()).values()].flat();
	}
}

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
