import type { Numbering } from '../core/numbering';
import { Ring } from '../core/ring';

/** One request as it was received and answered. */
export interface JournalEntry {
	readonly id: number;
	/** Unix milliseconds on the simulated clock. */
	readonly at: number;
	readonly method: string;
	/** Path and query as they came. */
	readonly url: string;
	/** The key is redacted. */
	readonly headers: Readonly<Record<string, string>>;
	readonly operation: string | null;
	readonly fields: Readonly<Record<string, string>>;
	readonly undeclared: readonly string[];
	/** The beginning of the body as it came, read as UTF-8. */
	readonly body: string;
	fault: string | undefined;
	/** Null as long as there is none, and for good where the connection was cut. */
	reply: { readonly status: number; readonly body: string } | null;
	/** Why the service refused it. */
	reason: string | undefined;
	/** Size of the body in bytes. */
	readonly size: number;
}

/** How much the requests kept may take together. */
const BYTES_KEPT = 64 * 1024 * 1024;

const weigh = ({ size, body }: JournalEntry): number => size + body.length;

export class Journal {
	private readonly ring: Ring<JournalEntry>;

	constructor(
		capacity: number,
		private readonly numbering: Numbering,
	) {
		this.ring = new Ring<JournalEntry>({ capacity, weightLimit: BYTES_KEPT, weigh });
	}

	get size(): number {
		return this.ring.size;
	}

	add(entry: Omit<JournalEntry, 'id'>): JournalEntry {
		const whole = { ...entry, id: this.numbering.nextId() };
		this.ring.push(whole);
		return whole;
	}

	oldestFirst(): Iterable<JournalEntry> {
		return this.ring.oldestFirst();
	}
}

const SECRET_HEADERS: ReadonlyMap<string, string> = new Map([
	['authorization', 'App ***'],
	['proxy-authorization', '***'],
	['cookie', '***'],
]);

/** The headers of a request with one value each, the key redacted. */
export const withoutKey = (headers: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.get(name) ?? value]),
	);
