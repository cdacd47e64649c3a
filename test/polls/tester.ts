/**
 * Runs the trigger over a history that a seed decides, and compares what starts the workflow with what happened to the messages:
 * every final status that the filters want comes, once unless n8n was stopped, and twice at most unless it was stopped while its
 * first poll started the workflow; only n8n 1 may lose those whose execution its database did not take; no message with a status is unknown; nothing comes from
 * before publishing or before a change of filters; no poll fails without a reason.
 */
import type { IDataObject } from 'n8n-workflow';
import { randomFrom } from '../support/random';
import { PollService, type PageFaults, type SentMessage } from './service';
import { type Execution, PollStage, type StageItems, type StageNode } from './stage';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What a history is about: each kind shows one fault alone, `mixed` has all. */
export const kinds = [
	'volume',
	'restarts',
	'kills',
	'storing',
	'pages',
	'renames',
	'filters',
	'outages',
	'doubleHour',
	'clocks',
	'statuses',
	'publishing',
	'slow',
	'mains',
	'accounts',
	'mixed',
] as const;
export type Kind = (typeof kinds)[number];

export interface Violation {
	rule: string;
	detail: string;
}

export interface TriedPolls {
	kind: Kind;
	polls: number;
	/** Most requests of one poll. */
	requests: number;
	/** Most bytes of the state. */
	bytes: number;
	violations: Violation[];
}

interface Filters {
	to: string | undefined;
	statuses: string[];
	events: string[];
	from: number;
	/** When the next change had been polled. */
	until: number;
}

const numbers = ['33600000001', '33600000002', '33600000003'];
const finals = ['0', '0', '0', '1', '3', '7'];
const oddLines = [
	'31/02/2026 12:00:00;1;33600000001;A;0;1;0',
	'x;y',
	'?',
	'20/10/2024 18:15:00;1;33600000001;A;0;1;x',
];
const keyOf = (account: number): string => `key of account ${account}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isFinal = (code: string): boolean => !['-1', '9', '42'].includes(code);

export async function tryPolls(seed: number): Promise<TriedPolls> {
	const kind = kinds[seed % kinds.length] ?? 'mixed';
	return await new Trial(seed, kind).run();
}

class Trial {
	private readonly random: () => number;
	private now: number;
	/** How much n8n's clock is ahead of the service's. */
	private ahead = 0;
	private service!: PollService;
	private stage!: PollStage;
	private readonly filters: Filters[] = [];
	private readonly came: { item: IDataObject; at: number; group: string; code: string }[] = [];
	/** When polls ended that nothing disturbed. */
	private readonly clean: number[] = [];
	private readonly tried: TriedPolls;
	private readonly messages: SentMessage[] = [];
	/** Those whose records can be read, by their reference or, without one, their number; the newest first. */
	private readonly readable = new Map<string, SentMessage[]>();
	/** Those that left with Status Unknown. */
	private readonly left = new Set<SentMessage>();
	/** Those that were there at an edit whose poll found an empty history: it can't tell what was before. */
	private readonly unseenAtEdit = new Set<SentMessage>();
	/** Whether pages are small, so that few records are many. */
	private isPaged = false;
	/** How often n8n was stopped, killed or not, and another process did not know what it had handed over. */
	private stops = 0;
	/** How often an execution of a first poll had not ended with it: a further restart starts it again. */
	private unended = 0;
	private published = Infinity;
	/** Whose history the last poll on schedule has read, where another one was published since. */
	private polledAccount:
		{ account: number; credential: string | null | undefined; published: number } | undefined;
	private references = 1000;
	private readonly lookBack: number;
	private readonly node: StageNode;
	/** Another trigger of the workflow, whose names count. */
	private second: StageNode;
	/** Whether the end of the history was wrong in the last poll: twice in a row is more than a trigger can know. */
	private wasEmpty = false;
	private isSlow = false;
	private isDurable = false;
	/** Whether it is n8n 1. */
	private isN8n1 = false;
	private isReading = false;
	/** Whether a run of odd records has come since the last poll: where that goes on, it may find nothing else. */
	private hasNewOdd = false;

	constructor(
		seed: number,
		private readonly kind: Kind,
	) {
		this.random = randomFrom(seed);
		this.tried = { kind, polls: 0, requests: 0, bytes: 0, violations: [] };
		const isDouble = kind === 'doubleHour' || (kind === 'mixed' && this.chance(0.2));
		this.now =
			Date.parse(isDouble ? '2026-10-24T22:40:00Z' : '2026-06-15T08:00:00Z') + this.below(600) * second;
		this.lookBack = kind === 'outages' || this.chance(0.2) ? 1 : 30;
		const parameters = { events: ['finalStatus'], lookBack: this.lookBack, filters: {} };
		this.node = { id: 'poll', name: 'Trigger', parameters };
		this.second = { ...this.node, id: 'second', name: 'Second' };
	}

	private below(limit: number): number {
		return Math.floor(this.random() * limit);
	}

	private chance(probability: number): boolean {
		return this.random() < probability;
	}

	private pick<Item>(items: readonly Item[]): Item {
		const item = items[this.below(items.length)];
		if (item === undefined) throw new Error('Nothing to pick');
		return item;
	}

	private is(...these: Kind[]): boolean {
		return this.kind === 'mixed' || these.includes(this.kind);
	}

	async run(): Promise<TriedPolls> {
		this.isPaged =
			this.kind === 'volume' ||
			(this.is('pages', 'restarts', 'kills', 'volume', 'statuses', 'slow', 'filters') && this.chance(0.5));
		const { service, server } = await PollService.start(() => this.now, this.isPaged ? 40 : 5_000);
		try {
			this.service = service;
			service.messages = this.messages;
			this.isDurable = this.chance(0.4);
			this.isN8n1 = !this.isDurable && this.kind !== 'mains' && this.chance(0.3);
			this.stage = new PollStage({
				url: server.url,
				now: () => this.now + this.ahead,
				isDurable: this.isDurable,
				isN8n1: this.isN8n1,
				isScheduled: this.kind === 'mains',
				nodes: this.kind === 'renames' ? [this.node, this.second] : [this.node],
			});
			this.stage.apiKey = keyOf(service.account);
			if (this.chance(0.8)) this.send(5 + this.below(20));
			this.pass(2 * minute);
			if (this.is('clocks') && this.chance(0.5)) this.ahead = this.pick([3 * hour, -day]);
			await this.publishFirst();
			this.filters.push({
				to: undefined,
				statuses: [],
				events: ['finalStatus'],
				from: this.published,
				until: Infinity,
			});
			// n8n saves a durable cursor with the first poll on schedule, and not before.
			this.pass(minute);
			await this.poll({});
			this.isSlow = this.is('slow');
			const steps = 12 + this.below(28);
			for (let step = 0; step < steps; step++) await this.step();
			this.isSlow = false;
			this.ahead = 0;
			// A status that changes behind a look comes with the next one, and a poll reads ten small pages.
			const rounds = 12 + (this.isPaged ? 2 * Math.ceil(this.messages.length / 300) : 0);
			for (let round = 0; round < rounds; round++) {
				this.pass(16 * minute);
				await this.poll({});
			}
			this.judge();
			return this.tried;
		} finally {
			await server.close();
		}
	}

	/** During an outage, it fails, as with records that can't be read; an empty answer is none. */
	private async publishFirst(): Promise<void> {
		while (this.is('publishing') && this.chance(0.3)) {
			await this.poll({ failedPage: 0 }, 'publish');
			this.send(this.below(3));
			this.pass(minute);
		}
		const faults = this.is('publishing') && this.chance(0.4) ? { emptyFrom: 0 } : {};
		do {
			this.send(1);
			this.pass(minute);
			this.published = this.now;
		} while (!(await this.poll(faults, 'publish')));
	}

	private async step(): Promise<void> {
		const { stage, isDurable } = this;
		if (this.is('clocks') && this.chance(this.ahead === 0 ? 0.1 : 0.3))
			this.ahead = this.ahead === 0 ? this.pick([3 * day, -day, 3 * hour]) : 0;
		this.pass(this.pick([20 * second, minute, 5 * minute, 20 * minute]));
		this.send(this.kind === 'volume' && this.chance(0.2) ? this.pick([100, 200, 900]) : this.below(6));
		this.progress();
		if (this.is('outages') && this.chance(0.1)) await this.outage();
		// Under n8n's scheduler, any main process polls next.
		if (this.kind === 'mains' && this.chance(0.5)) stage.changeMain();
		if (this.is('restarts') && this.chance(0.25)) {
			await this.poll({});
			await this.restart();
			return;
		}
		if (this.chance(this.is('kills') ? 0.15 : this.kind === 'renames' ? 0.08 : 0)) {
			await this.poll({}, 'poll', this.chance(0.5) ? 'is lost' : 'ends');
			await this.restart();
			return;
		}
		if (this.is('storing') && this.chance(0.25)) {
			await this.poll({}, this.chance(0.2) ? 'publish' : 'poll', 'is not stored');
			if (this.chance(0.2)) await this.restart();
			return;
		}
		if (this.is('kills') && this.chance(0.1)) {
			// Without durable cursors, the other process knows only what is saved.
			if (!isDurable) this.stops += 1;
			stage.changeMain();
			await this.poll({}, 'publish');
			return;
		}
		if (this.is('renames') && this.chance(0.15)) {
			this.rename();
			await this.poll({}, 'publish');
			return;
		}
		if (this.kind === 'accounts' && this.chance(0.12)) {
			await this.changeAccount();
			return;
		}
		if (this.is('filters') && this.chance(0.12)) {
			await this.edit();
			return;
		}
		const faults = this.is('pages') && this.chance(0.4) ? this.pageFaults() : {};
		const isPublished = !isDurable && this.is('publishing') && this.chance(0.25);
		await this.poll(faults, isPublished ? this.pick(['published meanwhile', 'published later']) : 'poll');
	}

	/** n8n stops, and starts again: by itself, or where it is killed, perhaps while the first poll starts the workflow. */
	private async restart(): Promise<void> {
		let execution: Execution;
		do {
			this.stops += this.isDurable ? 0 : 1;
			this.stage.stop();
			if (this.chance(0.5)) this.pass(this.pick([minute, hour, 6 * hour]));
			if (this.chance(0.5)) {
				this.send(this.below(5));
				this.progress();
			}
			execution = this.is('kills') ? this.pick<Execution>(['ends', 'ends', 'goes on', 'is lost']) : 'ends';
			if (execution === 'goes on') this.unended += 1;
			await this.poll({}, 'publish', execution);
		} while (execution === 'is lost' || this.chance(0.4));
	}

	/** A new name, or that of the second trigger, which gets the former name or is replaced. */
	private rename(): void {
		const { node, second: other } = this;
		const names = ['Trigger', 'History', 'Poller'].filter((name) => name !== other.name);
		if (this.kind === 'mixed' || this.chance(0.3)) node.name = this.pick(names);
		else [node.name, other.name] = [other.name, node.name];
		if (this.kind === 'mixed' || this.chance(0.7)) return;
		this.second = { ...other, id: `second ${this.now}` };
		this.stage.nodes = [node, this.second];
	}

	/**
	 * Another credential, or another key in the same one, whose account has sent before, and goes on. Taken back before a poll on
	 * schedule, it is no change.
	 */
	private async changeAccount(): Promise<void> {
		const { node, service, stage, published } = this;
		const credential = (): string | null | undefined => node.credentials?.['smsboxApi']?.id;
		const polled = (this.polledAccount ??= { account: service.account, credential: credential(), published });
		service.account = (service.account + 1 + this.below(2)) % 3;
		const id = String(service.account);
		stage.apiKey = keyOf(service.account);
		if (this.chance(0.5)) node.credentials = { smsboxApi: { id, name: id } };
		const isTakenBack = polled.account === service.account && polled.credential === credential();
		for (let count = isTakenBack ? 0 : this.below(30); count > 0; count--)
			this.send(1, this.now - this.below(this.pick([minute, hour, 3 * day])));
		this.pass(2 * second);
		this.published = isTakenBack ? polled.published : this.now;
		await this.poll({}, 'publish');
	}

	private pass(milliseconds: number): void {
		this.now += milliseconds + this.below(second);
	}

	private send(count: number, sentAt?: number): void {
		for (let index = 0; index < count; index++) {
			if (this.chance(0.5)) this.now += this.below(3) * second;
			const isLate = this.published < Infinity && this.is('pages', 'doubleHour') && this.chance(0.1);
			const to = this.pick(numbers);
			// On small pages, many of one second would fill one.
			const hasReference = !(this.is('statuses') && this.chance(this.isPaged ? 0.2 : 0.4));
			const isOdd = this.is('statuses', 'pages') && this.chance(0.05);
			// A page full of them hides what is behind it: where n8n was off for long as well, a poll can't know of that.
			const longestRun = this.is('outages') ? 15 : 60;
			if (isOdd && this.isPaged && !this.isReading && this.chance(0.3))
				this.sendOdd(20 + this.below(longestRun));
			const former = this.is('statuses') && this.chance(0.1) ? this.messages[this.below(20)] : undefined;
			const message: SentMessage = {
				...{ reference: hasReference ? (former?.reference ?? String(this.references++)) : null, to },
				...(isOdd && { line: this.pick(oddLines) }),
				...{ account: this.service.account, sentAt: sentAt ?? this.now },
				appearsAt: this.now + (isLate ? this.below(50) * minute : 0),
				statuses: [{ code: this.chance(0.2) ? this.pick(finals) : '-1', at: this.now }],
			};
			this.messages.unshift(message);
			const group = message.reference ?? to;
			if (!isOdd) this.readable.set(group, [message, ...(this.readable.get(group) ?? [])]);
		}
	}

	/** So many records that can't be read, perhaps all of a page. */
	private sendOdd(count: number): void {
		this.hasNewOdd = true;
		this.pass(2 * second);
		const [line, to] = [this.pick(['?', ...oddLines]), this.pick(numbers)];
		const { account } = this.service;
		for (let index = 0; index < count; index++)
			this.messages.unshift({
				...{ reference: null, to, line, account, sentAt: this.now, appearsAt: this.now, statuses: [] },
			});
		this.pass(2 * second);
	}

	/** Statuses change, and some messages never get a final one. */
	private progress(): void {
		for (const message of this.messages) {
			const code = message.statuses.at(-1)?.code ?? '';
			if (isFinal(code) || this.chance(0.6)) continue;
			const isOdd = this.is('statuses') && this.chance(0.5);
			const next = code === '-1' ? '9' : isOdd ? (code === '42' ? '9' : '42') : this.pick(finals);
			message.statuses.push({ code: next, at: this.now });
		}
	}

	/** n8n is off, longer than the look-back perhaps, and messages go on. */
	private async outage(): Promise<void> {
		const end = this.now + this.pick([2 * hour, day, 2.5 * day, 4 * day]);
		while (this.now < end) {
			this.pass(6 * hour);
			this.send(this.below(8));
			this.progress();
		}
		this.progress();
		await Promise.resolve();
	}

	private pageFaults(): PageFaults {
		return this.pick<PageFaults>([
			{ emptyPage: this.below(3) },
			this.wasEmpty ? {} : { emptyFrom: this.below(3) },
			{ withoutReferences: true },
			{ shortPage: { page: this.below(2), records: 1 + this.below(20) } },
			{ failedPage: this.below(2) },
			{ hidden: 1 + this.below(4) },
			{ vanishes: true },
		]);
	}

	private async edit(): Promise<void> {
		const last = this.filters.at(-1);
		if (last === undefined) return;
		const next: Filters = { ...last, from: this.now, until: Infinity };
		const what = this.below(3);
		if (what === 0) next.to = this.chance(0.5) ? undefined : this.pick(numbers);
		if (what === 1) next.statuses = this.pick([[], ['0'], ['0', '1'], ['3', '7']]);
		if (what === 2)
			next.events = this.pick([
				['finalStatus'],
				['statusChanged'],
				['finalStatus', 'newMessage', 'statusUnknown'],
			]);
		const { parameters } = this.node;
		this.node.parameters = {
			events: next.events,
			lookBack: this.lookBack,
			filters: { ...(next.to !== undefined && { to: `+${next.to}` }), statuses: next.statuses },
		};
		if (this.chance(0.2) && JSON.stringify(parameters) !== JSON.stringify(this.node.parameters)) {
			// n8n goes on with the version from before.
			await this.poll({ failedPage: 0 }, 'publish');
			this.node.parameters = parameters;
			this.send(this.below(3));
			this.progress();
		} else this.filters.push(next);
		const isPast = this.filters.at(-1) !== next;
		const isWhole = isPast || this.chance(0.6);
		// What the poll after a change can't read is skipped. A slow one may have no time for deeper pages.
		const leave = (): void => {
			if (isWhole && (isPast || !this.isSlow || !this.isPaged)) return;
			for (const message of this.messages) this.left.add(message);
		};
		leave();
		if (isWhole) {
			await this.poll({}, 'publish');
			// What was sent meanwhile, it may not have read either.
			leave();
			return;
		}
		const faults = this.pick<PageFaults>([{ emptyFrom: this.below(3) }, { emptyPage: this.below(3) }]);
		if (faults.emptyFrom === 0 || faults.emptyPage === 0)
			for (const message of this.messages) this.unseenAtEdit.add(message);
		await this.poll(faults, 'publish');
		leave();
	}

	/**
	 * @param how where the workflow is published meanwhile, the first poll begins at once, or later: when this one has ended
	 * @returns whether it ended well
	 */
	private async poll(
		faults: PageFaults,
		how: 'poll' | 'publish' | 'published meanwhile' | 'published later' = 'poll',
		execution: Execution = 'ends',
	): Promise<boolean> {
		const { service, stage, tried } = this;
		service.beginPoll(faults);
		this.wasEmpty = faults.emptyFrom !== undefined;
		let isDue = how.startsWith('published');
		const items: IDataObject[] = [];
		let end = (): void => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		let publishing: Promise<StageItems> | undefined;
		service.meanwhile = async (page) => {
			if (this.isSlow) this.pass(this.below(30) * second);
			if (this.isSlow) this.progress();
			if (page > 0 && this.is('pages') && this.chance(0.3)) this.send(1);
			if (!isDue) return;
			isDue = false;
			publishing = stage.publish('ends', how === 'published later' ? ended : undefined);
			if (how === 'published meanwhile') await publishing;
		};
		tried.polls += 1;
		this.isReading = true;
		const mayFail = faults.failedPage !== undefined || faults.withoutReferences === true;
		try {
			const polled = await (how === 'publish' ? stage.publish(execution) : stage.poll(execution));
			end();
			for (const each of [polled, await publishing]) items.push(...(each?.get(this.node.id) ?? []));
		} catch (error) {
			const message = error instanceof Error ? error.message : '';
			const isLate = this.isSlow && message.includes('took too long');
			// An answer without any record isn't a history.
			const isShifted = faults.hidden !== undefined || faults.vanishes === true || this.hasNewOdd;
			const isOdd =
				(service.isUnreadable || isShifted) && message.includes('history record 1 has an invalid');
			if (!mayFail && !isLate && !isOdd) this.violate('a poll fails', message);
			// A publishing meanwhile has ended well.
			end();
			for (const item of (await publishing)?.get(this.node.id) ?? []) this.receive(item);
			return false;
		} finally {
			this.isReading = false;
			this.hasNewOdd = false;
			tried.requests = Math.max(tried.requests, service.requests);
			tried.bytes = Math.max(tried.bytes, stage.bytes);
		}
		if (service.requests > 40) this.violate('a poll does not end', `${service.requests} requests`);
		for (const item of items) this.receive(item);
		if (this.isN8n1) for (const item of stage.unstored) this.leave(item);
		if (how !== 'publish' || items.length > 0) this.polledAccount = undefined;
		if (execution.startsWith('is ') || Object.keys(faults).length > 0) return true;
		// A durable cursor stays as it was after a first poll that found nothing.
		if (how !== 'publish' || !this.isDurable || items.length > 0) this.clean.push(this.now);
		const past = this.filters.at(-2);
		if (past !== undefined && past.until === Infinity) past.until = this.now;
		return true;
	}

	private violate(rule: string, detail: string): void {
		this.tried.violations.push({ rule, detail });
	}

	/** n8n 1 tells nothing of an execution that it has not stored: its items need not come. */
	private leave({ reference, to }: IDataObject): void {
		const group = reference === null ? textOf(to).replace('+', '') : textOf(reference);
		for (const one of this.readable.get(group) ?? []) this.left.add(one);
	}

	private receive(item: IDataObject): void {
		const [event, to] = [textOf(item['event']), textOf(item['to'])];
		const reference = item['reference'] === null ? null : textOf(item['reference']);
		const { status } = item;
		const code = textOf(
			typeof status === 'object' && status !== null && 'code' in status ? status['code'] : '',
		);
		const number = to.replace('+', '');
		const candidates = this.readable.get(reference ?? number) ?? [];
		const [first] = candidates;
		if (first === undefined) {
			this.violate('an event of no message', JSON.stringify(item));
			return;
		}
		const detail = `${event} ${reference} ${number} ${code}, sent ${new Date(first.sentAt).toISOString()}, now ${new Date(this.now).toISOString()}`;
		if (candidates.every(({ sentAt }) => sentAt < this.published - 2 * second))
			this.violate('an event from before publishing', detail);
		if (event === 'status_unknown') {
			const isKnown = candidates.every((one) => isFinal(this.service.polledStatusOf(one) ?? ''));
			const isYoung = candidates.every(({ sentAt }) => this.now - sentAt < this.lookBack * day);
			if (isKnown || isYoung) this.violate('unknown, but it has a status or time', detail);
			for (const one of candidates) this.left.add(one);
			return;
		}
		if (event !== 'delivery_report') return;
		const isWanted = candidates.some((one) =>
			one.statuses.some(
				(reached) =>
					reached.code === code &&
					this.during(Math.max(reached.at, one.appearsAt), Infinity, 'some', one, code),
			),
		);
		const isUnseen = candidates.some((one) => this.unseenAtEdit.has(one));
		if (!isWanted && !isUnseen) this.violate('an event from before a change of filters', detail);
		this.came.push({ item, at: this.now, group: reference ?? number, code });
	}

	/** Whether the filters at a time want a status: all that are in effect until the next polls, or the first ones. */
	private during(
		from: number,
		until: number,
		how: 'every' | 'some',
		{ to }: SentMessage,
		code: string,
	): boolean {
		const wants = (one: Filters): boolean =>
			(one.to === undefined || one.to === to) &&
			(one.statuses.length === 0 || one.statuses.includes(code) || code === '42') &&
			(one.events.includes('statusChanged') || (one.events.includes('finalStatus') && code !== '9'));
		const inEffect = this.filters.filter((one) => one.until >= from && one.from <= until);
		return how === 'every' ? inEffect.every(wants) : inEffect.some((one) => one.from <= from && wants(one));
	}

	private judge(): void {
		const expected = new Map<string, { least: number; most: number; detail: string }>();
		for (const one of this.messages) {
			if (one.line !== undefined || one.account !== this.service.account) continue;
			const group = one.reference ?? one.to;
			for (const [index, { code, at }] of one.statuses.entries()) {
				const seen = Math.max(at, one.appearsAt);
				const isRepeated = one.statuses.slice(0, index).some((before) => before.code === code);
				if (one.sentAt < this.published || isRepeated) continue;
				// A message that is sent while the last polls read comes with the next ones. Deeper pages are read every 15
				// minutes: after a change, the second reading brings what both filters want.
				const deep = this.isPaged ? seen + 31 * minute : seen;
				const settled = this.clean
					.filter((poll) => poll >= seen)
					.slice(2)
					.find((poll) => poll >= deep);
				const isStale = at - one.sentAt >= this.lookBack * day - hour;
				const wanted =
					isFinal(code) &&
					settled !== undefined &&
					!isStale &&
					!this.left.has(one) &&
					this.covers(one, seen) &&
					this.during(seen, settled, 'every', one, code);
				const key = `${group} ${code}`;
				const entry = expected.get(key) ?? { least: 0, most: 0, detail: '' };
				entry.most += 1;
				if (wanted) entry.least += 1;
				entry.detail = `sent ${new Date(one.sentAt).toISOString()}, at ${new Date(at).toISOString()}`;
				expected.set(key, entry);
			}
		}
		const counts = new Map<string, number>();
		for (const { group, code } of this.came)
			counts.set(`${group} ${code}`, (counts.get(`${group} ${code}`) ?? 0) + 1);
		for (const [key, { least, most, detail }] of expected) {
			const count = counts.get(key) ?? 0;
			if (count < least) this.violate('a final status is lost', `${key}: ${count} of ${least}, ${detail}`);
			if (count > most * this.mostTimes)
				this.violate('a status comes again', `${key}: ${count} of ${most}, ${detail}`);
		}
		const times = new Map<string, number>();
		for (const { item } of this.came) {
			const id = textOf(item['eventId']);
			times.set(id, (times.get(id) ?? 0) + 1);
		}
		if (Math.max(0, ...times.values()) > this.mostTimes) this.violate('an eventId comes again', '');
	}

	/** How often an event may come. */
	private get mostTimes(): number {
		return this.stops === 0 ? 1 : 2 + this.unended;
	}

	/** Whether the recipient of all filters since a message was sent is that of the message. */
	private covers({ to, sentAt, appearsAt }: SentMessage, seen: number): boolean {
		return this.filters.every(
			(one) =>
				one.until < Math.min(sentAt, appearsAt) || one.from > seen || one.to === undefined || one.to === to,
		);
	}
}
