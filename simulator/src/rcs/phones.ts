import type { TimedStep } from '../core/steps';

/** `status_update`, `eventType` (service.md#rcs-statuses, documented). */
export type RcsStatus = 'SENT' | 'DELIVERED' | 'READ' | 'REJECTED' | 'FAILED' | 'EXPIRED';

export interface RcsStep extends TimedStep {
	readonly status: RcsStatus;
}

/** How the phone of a number behaves. */
export interface PhoneState {
	/** Whether a capability check finds it. */
	readonly reachable: boolean;
	/** Whether the service takes the number at all, as a recipient and as a tester. */
	readonly accepted: boolean;
	/** What becomes of a message. One that is never delivered expires. */
	readonly steps: readonly RcsStep[];
}

const SENT: RcsStep = { after: 1, status: 'SENT' };
const DELIVERED: RcsStep = { after: 3, status: 'DELIVERED' };
const READ: RcsStep = { after: 8, status: 'READ' };
const READ_LATE: RcsStep = { after: 3_600, status: 'READ' };

const onPhone = (steps: readonly RcsStep[]): PhoneState => ({ reachable: true, accepted: true, steps });

export const PHONE_STATE_NAMES = [
	'reachable',
	'reading',
	'unreachable',
	'expiring',
	'readingUnreported',
	'refused',
	'incompatible',
	'failing',
	'disordered',
	'readingLate',
] as const;

export type PhoneStateName = (typeof PHONE_STATE_NAMES)[number];

/** By the name that the control API gives them. The sequences are *assumed*, as far as their order is not documented. */
export const PHONE_STATES = {
	reachable: onPhone([SENT, DELIVERED]),
	reading: onPhone([SENT, DELIVERED, READ]),
	unreachable: { reachable: false, accepted: true, steps: [{ after: 1, status: 'FAILED' }] },
	expiring: onPhone([SENT]),
	readingUnreported: onPhone([SENT, READ]),
	refused: { reachable: false, accepted: false, steps: [] },
	incompatible: onPhone([{ after: 1, status: 'REJECTED' }]),
	failing: onPhone([SENT, { after: 4, status: 'FAILED' }]),
	disordered: onPhone([
		{ after: 1, status: 'DELIVERED' },
		{ after: 3, status: 'SENT' },
	]),
	readingLate: onPhone([SENT, DELIVERED, READ_LATE]),
} as const satisfies Readonly<Record<PhoneStateName, PhoneState>>;

/** The simulator's own: what a number beginning with 999 is, by the digit after that. */
const MAGIC: Readonly<Record<string, PhoneStateName>> = {
	0: 'reading',
	1: 'unreachable',
	2: 'expiring',
	3: 'readingUnreported',
	4: 'refused',
	5: 'incompatible',
	6: 'failing',
	7: 'disordered',
	8: 'readingLate',
};

const MAGIC_NUMBER = /^999(\d)/;

const usualState = (number: string): PhoneStateName => {
	const [, digit = ''] = MAGIC_NUMBER.exec(number) ?? [];
	return MAGIC[digit] ?? 'reachable';
};

/** What is known of the phones themselves; the oldest are forgotten first. */
export class Phones {
	private readonly states = new Map<string, PhoneStateName>();
	private readonly testers = new Set<string>();

	/** @param capacity how many states and how many testers are kept, each */
	constructor(private readonly capacity: number) {}

	nameOf(number: string): PhoneStateName {
		return this.states.get(number) ?? usualState(number);
	}

	stateOf(number: string): PhoneState {
		return PHONE_STATES[this.nameOf(number)];
	}

	/** @param name undefined for what the number's digits say */
	setState(number: string, name: PhoneStateName | undefined): void {
		this.states.delete(number);
		if (name !== undefined) this.states.set(number, name);
		forgetOldest(this.states, this.capacity);
	}

	/** Those that were set, with their states. */
	allSet(): readonly { number: string; state: PhoneStateName }[] {
		return [...this.states].map(([number, state]) => ({ number, state }));
	}

	/** @returns false for one that the agent has as a tester already */
	addTester(agentId: string, number: string): boolean {
		const key = JSON.stringify([agentId, number]);
		if (this.testers.has(key)) return false;
		this.testers.add(key);
		forgetOldest(this.testers, this.capacity);
		return true;
	}
}

function forgetOldest(
	kept: { readonly size: number; keys: () => Iterable<string>; delete: (key: string) => boolean },
	capacity: number,
): void {
	if (kept.size <= capacity) return;
	const [oldest] = kept.keys();
	if (oldest !== undefined) kept.delete(oldest);
}
