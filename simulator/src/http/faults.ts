import type { Numbering } from '../core/numbering';

/** What can be made to go wrong with a request. */
export const REQUEST_FAULTS = [
	'latency',
	'status',
	'refuse',
	'body',
	'cut-before',
	'cut-after',
	'cut-mid',
	'redirect',
	'hang',
] as const;
/** What can be made to go wrong with a callback. */
export const CALLBACK_FAULTS = ['duplicate', 'slow', 'off'] as const;

/** What can be wrong with a file that is retrieved. */
export const FILE_FAULTS = [
	'bare-base64',
	'sha256-base64',
	'wrong-sha256',
	'wrong-size',
	'broken-base64',
	'no-base64',
	'truncated',
] as const;

export type RequestFaultKind = (typeof REQUEST_FAULTS)[number];
export type CallbackFaultKind = (typeof CALLBACK_FAULTS)[number];
export type FileFaultKind = (typeof FILE_FAULTS)[number];

interface Common {
	/** How often it strikes; 0 for ever. */
	readonly times: number;
	/** It strikes only where all these fields have these values; an empty value also fits a field that is absent. */
	readonly match: Readonly<Record<string, string>>;
	/** Real milliseconds (latency, slow). */
	readonly ms: number;
}

export interface RequestFault extends Common {
	readonly on: 'request';
	readonly kind: RequestFaultKind;
	readonly status: number;
	readonly body: Buffer;
	readonly contentType: string;
	readonly location: string;
	/** Whether the request is carried out before the wrong answer is given (status, body, redirect, hang). */
	readonly accepted: boolean;
}

export interface CallbackFault extends Common {
	readonly on: 'callback';
	readonly kind: CallbackFaultKind;
}

export interface FileFault extends Common {
	readonly on: 'file';
	readonly kind: FileFaultKind;
}

export type Fault = RequestFault | CallbackFault | FileFault;

export interface ActiveFault {
	readonly id: number;
	readonly fault: Fault;
	used: number;
}

/** What strikes one request: the time it waits, and at most one fault of another kind. */
export interface RequestFaults {
	readonly latencyMs: number;
	readonly other: RequestFault | undefined;
	/** Their kinds, for the log. */
	readonly names: readonly string[];
}

export interface CallbackFaults {
	readonly duplicate: boolean;
	readonly slowMs: number;
	/** Whether it is never sent. */
	readonly isOff: boolean;
}

type FieldValues = Readonly<Record<string, string>>;

const matches = ({ match }: Fault, fields: FieldValues): boolean =>
	Object.entries(match).every(([name, value]) => (fields[name] ?? '') === value);

export class FaultStore {
	private active: ActiveFault[] = [];

	/** @param announce told whenever the list changes, or one of them strikes */
	constructor(
		private readonly numbering: Numbering,
		private readonly announce: () => void,
	) {}

	list(): readonly ActiveFault[] {
		return this.active;
	}

	replace(faults: readonly Fault[]): void {
		this.active = faults.map((fault) => ({ id: this.numbering.nextId(), fault, used: 0 }));
		this.announce();
	}

	/** After those that are there already. */
	add(fault: Fault): void {
		this.active.push({ id: this.numbering.nextId(), fault, used: 0 });
		this.announce();
	}

	/** @returns whether there was one with that number */
	remove(id: number): boolean {
		const left = this.active.filter((each) => each.id !== id);
		const isFound = left.length < this.active.length;
		this.active = left;
		this.announce();
		return isFound;
	}

	/** The first latency that fits and the first fault of another kind that fits; both are used up by one. */
	takeForRequest(fields: FieldValues): RequestFaults {
		const latency = this.take((fault) => fault.on === 'request' && fault.kind === 'latency', fields);
		const other = this.take((fault) => fault.on === 'request' && fault.kind !== 'latency', fields);
		const names = [latency, other].flatMap((fault) => (fault === undefined ? [] : [fault.kind]));
		return { latencyMs: latency?.ms ?? 0, other: other?.on === 'request' ? other : undefined, names };
	}

	takeForCallback(fields: FieldValues): CallbackFaults {
		const off = this.take((fault) => fault.on === 'callback' && fault.kind === 'off', fields);
		if (off !== undefined) return { isOff: true, slowMs: 0, duplicate: false };
		const slow = this.take((fault) => fault.on === 'callback' && fault.kind === 'slow', fields);
		const duplicate = this.take((fault) => fault.on === 'callback' && fault.kind === 'duplicate', fields);
		return { isOff: false, slowMs: slow?.ms ?? 0, duplicate: duplicate !== undefined };
	}

	/** The first that fits what is retrieved. */
	takeForFile(fields: FieldValues): FileFaultKind | undefined {
		const found = this.take((fault) => fault.on === 'file', fields);
		return found?.on === 'file' ? found.kind : undefined;
	}

	private take(isWanted: (fault: Fault) => boolean, fields: FieldValues): Fault | undefined {
		const found = this.active.find(({ fault }) => isWanted(fault) && matches(fault, fields));
		if (found === undefined) return undefined;
		found.used++;
		if (found.used === found.fault.times) this.active = this.active.filter((each) => each !== found);
		this.announce();
		return found.fault;
	}
}
