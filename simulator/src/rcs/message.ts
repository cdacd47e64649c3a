import type { Hundredths } from '../account/ledger';
import type { JsonObject } from '../core/json';
import type { RcsAgent } from './agents';
import type { RcsKind } from './content';

/** `REVOKED` is the simulator's own word, and told to nobody: the interface has no status for it. */
export const REVOKED = 'REVOKED';

export interface RcsStatusChange {
	readonly at: number;
	readonly status: string;
}

interface Outgoing {
	readonly channel: 'rcs';
	readonly direction: 'out';
	readonly id: number;
	/** The same for all recipients of one request. */
	readonly reference: string;
	readonly number: string;
	readonly agent: RcsAgent;
	/** This recipient's share of the request's size, in bytes. */
	readonly weight: number;
	readonly cost: Hundredths;
	readonly acceptedAt: number;
}

/** One message to one recipient. All times are Unix milliseconds on the simulated clock. */
export interface RcsOutgoing extends Outgoing {
	readonly kind: RcsKind;
	/** `contentMessage` as it was sent, shared by all recipients. */
	readonly content: JsonObject;
	/** In minutes; undefined where none was asked for. */
	readonly validity: number | undefined;
	readonly expiresAt: number;
	readonly statusChanges: RcsStatusChange[];
}

/** What an agent only signals: that it types, or has read. */
export interface RcsSignal extends Outgoing {
	readonly kind: 'event';
	readonly event: string;
}

export interface RcsIncoming {
	readonly channel: 'rcs';
	readonly direction: 'in';
	readonly id: number;
	readonly number: string;
	readonly agent: RcsAgent;
	readonly requestType: string;
	/** The webhook's `data`. */
	readonly data: JsonObject;
	/** Of a file that the simulator itself serves. */
	readonly fileId: string | undefined;
	readonly weight: number;
	readonly receivedAt: number;
	/** When the agent signalled that it had read it. */
	readAt: number | undefined;
}

export type RcsMessage = RcsOutgoing | RcsSignal | RcsIncoming;

export const timeOf = (message: RcsMessage): number =>
	message.direction === 'out' ? message.acceptedAt : message.receivedAt;
