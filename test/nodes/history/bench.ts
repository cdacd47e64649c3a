/** A published history trigger over a list of messages, with a page fault per request. */
import { deepCopy, type IDataObject, type INodeParameters, type Workflow } from 'n8n-workflow';
import { z } from 'zod';
import { PollSessions } from '../../../nodes/engine/polling/pollSessions';
import type { HistoryState } from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../../nodes/SmsboxHistoryTrigger/poll';
import { parisTime } from '../../polls/service';
import { additionalDataFor } from '../../support/additionalData';
import { HarnessPollContext } from '../../support/contexts';
import { buildWorkflow } from '../../support/engine';
import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, plain } from '../../support/runNode';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

export interface Message {
	reference: string;
	to: string;
	at: number;
	code: string;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const start = Date.parse('2026-06-15T08:00:00Z');

export interface Node {
	id: string;
	name: string;
	parameters: INodeParameters;
}

export class Bench {
	now = start;
	ahead = 0;
	/** Newest first, as the history lists them. */
	messages: Message[] = [];
	mostRecords = 5_000;
	/** What becomes of a request; its second argument counts those of one poll. */
	fault: (page: number, from: number) => Reaction | undefined | Promise<Reaction | undefined> = () =>
		undefined;
	requests = 0;
	saved: IDataObject = {};
	node: Node = { id: 'poll', name: 'Trigger', parameters: { events: ['finalStatus'], lookBack: 2 } };
	/** Budget of scheduled polls; defined: durable cursors. */
	budget: number | undefined;
	realClock = false;
	cursor: IDataObject | undefined;
	errors: string[] = [];
	private sessions = this.fresh();
	private published: { workflow: Workflow; context: HarnessPollContext } | undefined;
	private constructor(private server: ScriptedServer) {}

	static async open(): Promise<Bench> {
		const holder: { bench?: Bench } = {};
		const server = await serveScript(async (request) => {
			const { bench } = holder;
			if (bench === undefined) throw new Error('none');
			const form = formOf(request);
			const [from, count, to] = [Number(form.get('from')), Number(form.get('nb')), form.get('msisdn')];
			const fault = await bench.fault(bench.requests++, from);
			if (fault !== undefined) return fault;
			const list = bench.messages.filter((one) => to === null || one.to === to);
			const lines = list.slice(from, from + Math.min(count, bench.mostRecords));
			return plain(
				lines.map((one) => `${parisTime(one.at)};${one.reference};${one.to};A;0;1;${one.code}`).join('\n'),
			);
		});
		holder.bench = new Bench(server);
		return holder.bench;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	send(reference: string, code = '-1', more: Partial<Message> = {}): Message {
		const message = { reference, to: '33600000001', at: this.now, code, ...more };
		this.messages.unshift(message);
		return message;
	}

	private fresh() {
		return new PollSessions<HistoryState>(() => this.clock());
	}

	private clock(): number {
		return this.realClock ? Date.now() : this.now + this.ahead;
	}

	kill(): void {
		this.sessions = this.fresh();
	}

	async publish(): Promise<IDataObject[]> {
		const loaded = this.load('activate');
		this.published = loaded;
		const items = await this.run(loaded.context);
		this.save();
		return items;
	}

	async tick(): Promise<IDataObject[]> {
		if (this.budget !== undefined) {
			const data = deepCopy(this.cursor ?? {});
			const items = await this.run(this.load('update', data).context);
			if (this.errors.length === 0) this.cursor = data;
			return items;
		}
		if (this.published === undefined) throw new Error('Not published');
		const items = await this.run(this.published.context);
		if (items.length > 0) this.save();
		return items;
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

	private async run(context: HarnessPollContext): Promise<IDataObject[]> {
		this.requests = 0;
		const result = await pollHistory(context, this.sessions, () => this.clock());
		return (result ?? []).flat().map(({ json }) => json);
	}

	private save(): void {
		const workflow = this.published?.workflow;
		if (workflow && Reflect.get(workflow.staticData, '__dataChanged') === true)
			this.saved = deepCopy(workflow.staticData);
	}

	private load(activation: 'activate' | 'update', data?: IDataObject) {
		const type = `${PACKAGE}.smsboxHistoryTrigger`;
		const access = { nodeTypes: smsboxNodes, ...smsboxAccess(this.server.url) };
		const nodes = [{ ...this.node, type, typeVersion: 2 }];
		const workflow = buildWorkflow({ nodes }, { ...access, staticData: deepCopy(this.saved) });
		const node = workflow.getNode(this.node.name);
		if (node === null) throw new Error('no trigger');
		const additional = additionalDataFor(access);
		const { budget } = this;
		const context =
			data === undefined
				? new HarnessPollContext(workflow, node, additional, 'trigger', activation)
				: new HarnessPollContext(
						...([workflow, node, additional, 'trigger', activation] as const),
						...([undefined, undefined, undefined, undefined] as const),
						() => data,
						budget === undefined ? undefined : () => budget,
					);
		return { workflow, context };
	}
}

const event = z.object({
	event: z.string(),
	reference: z.string().nullable(),
	status: z.object({ code: z.string() }),
});

/** Each event in one line: what happened, its reference and its status. */
export const found = (items: readonly IDataObject[]): string[] =>
	items.map((item) => {
		const { event: name, reference, status } = event.parse(item);
		return `${name} ${reference} ${status.code}`;
	});
