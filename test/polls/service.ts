/** The history of a simulated service, whose pages shift, vanish and come short. */
import { serveScript, type Reaction, type ScriptedServer } from '../support/httpServer';
import { formOf, plain } from '../support/runNode';

export interface SentMessage {
	account: number;
	/** Null where the history has none. */
	reference: string | null;
	to: string;
	/** Milliseconds since 1970, by the service's clock. */
	sentAt: number;
	/** When the history has it. */
	appearsAt: number;
	/** Its statuses, and when each was reached. */
	statuses: { code: string; at: number }[];
	/** What the history has instead of a record that can be read. */
	line?: string;
}

/** What goes wrong with the pages of one poll. */
export interface PageFaults {
	/** The page with this number is empty once. */
	emptyPage?: number;
	/** All pages from this number on are empty. */
	emptyFrom?: number;
	/** All records lack the field for references. */
	withoutReferences?: boolean;
	/** The page with this number has only so many records. */
	shortPage?: { page: number; records: number };
	/** The page with this number fails. */
	failedPage?: number;
	/** So many of the newest records are missing. */
	hidden?: number;
	/** A record at the end of each page vanishes before the next is read, for the rest of the poll. */
	vanishes?: boolean;
}

const paris = new Intl.DateTimeFormat('en-GB', {
	...{ timeZone: 'Europe/Paris', hour12: false },
	...{
		day: '2-digit',
		month: '2-digit',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	},
});

const times = new Map<number, string>();

/** A time as the history has it: in Paris, without an offset. */
export function parisTime(milliseconds: number): string {
	const second = Math.floor(milliseconds / 1000);
	const known = times.get(second);
	if (known !== undefined) return known;
	const text = paris.format(second * 1000).replace(',', '');
	if (times.size > 200_000) times.clear();
	times.set(second, text);
	return text;
}

export class PollService {
	messages: SentMessage[] = [];
	faults: PageFaults = {};
	/** Whose history it is. */
	account = 0;
	/** Requests of the present poll. */
	requests = 0;
	/** Whether the last answer was the top of the history, and had no record that can be read. */
	isUnreadable = false;
	/** Called before each page with its number, for what happens meanwhile. */
	meanwhile: (page: number) => void | Promise<void> = () => undefined;
	private removed = 0;
	private began = 0;
	private readonly returned = new Map<SentMessage, string | undefined>();

	private constructor(
		private readonly now: () => number,
		private readonly mostRecords: number,
	) {}

	/** @param mostRecords how many records a page has at most, whatever was asked for */
	static async start(
		now: () => number,
		mostRecords: number,
	): Promise<{ service: PollService; server: ScriptedServer }> {
		const service = new PollService(now, mostRecords);
		const server = await serveScript(async (request) => await service.answer(formOf(request)));
		return { service, server };
	}

	beginPoll(faults: PageFaults): void {
		this.requests = 0;
		this.removed = 0;
		this.faults = faults;
		this.began = this.now();
		this.returned.clear();
	}

	/** The status that a poll which has ended knows: what a page of it had, or else what the history had when it began. */
	polledStatusOf(message: SentMessage): string | undefined {
		return this.returned.get(message) ?? this.statusOf(message, this.began);
	}

	/** The status that the history has of a message; undefined before it appears. */
	statusOf({ appearsAt, statuses }: SentMessage, at = this.now()): string | undefined {
		if (appearsAt > at) return undefined;
		return statuses.filter((status) => status.at <= at).at(-1)?.code;
	}

	private async answer(form: URLSearchParams): Promise<Reaction> {
		const page = this.requests++;
		const { faults } = this;
		await this.meanwhile(page);
		const { emptyPage, emptyFrom = Infinity, shortPage, failedPage, hidden = 0, vanishes = false } = faults;
		if (failedPage === page) return 'cut';
		if (emptyPage === page || page >= emptyFrom) return plain('', 200, this.now());
		const [from, count, to] = [Number(form.get('from')), Number(form.get('nb')), form.get('msisdn')];
		const list = this.messages.filter(
			(one) =>
				one.account === this.account &&
				one.appearsAt <= this.now() &&
				(to === null || one.to === to) &&
				isFrom(one, form.get('date_from')),
		);
		// The newest first; in the hour that exists twice, in the order of sending. *Assumed*: in one second, in the order of appearing.
		list.sort(
			(one, other) => secondOf(other.sentAt) - secondOf(one.sentAt) || other.appearsAt - one.appearsAt,
		);
		const begin = from + hidden;
		const most = shortPage?.page === page ? shortPage.records : this.mostRecords;
		if (vanishes && page > 0 && this.removed === 0) this.removed = 1;
		if (this.removed > 0) list.splice(0, this.removed);
		const records = list.slice(begin, begin + Math.min(count, most));
		this.isUnreadable = from === 0 && records.length > 0 && records.every(({ line }) => line !== undefined);
		return plain(records.map((one) => this.line(one, faults)).join('\n'), 200, this.now());
	}

	private line(one: SentMessage, { withoutReferences = false }: PageFaults): string {
		const code = this.statusOf(one);
		this.returned.set(one, code);
		const { line = [parisTime(one.sentAt), one.reference, one.to, 'A', 0, 1, code ?? '-1'].join(';') } = one;
		// The field is in every line or in none (service.md#history), odd ones too.
		return withoutReferences ? line.replace(/;\d*(?=;\d)/, '') : line;
	}
}

const secondOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Whether a message is of a day in Paris, `yyyy-mm-dd`, or later. */
function isFrom({ sentAt }: SentMessage, day: string | null): boolean {
	if (day === null) return true;
	const [date = ''] = parisTime(sentAt).split(' ');
	return date.split('/').reverse().join('-') >= day;
}
