import type { Hundredths } from '../account/ledger';
import type { JsonObject } from '../core/json';
import type { WabaAgent } from './agents';
import type { WabaKind } from './content/content';
import type { WabaError } from './statuses';

export interface WabaStatusChange {
	readonly at: number;
	readonly status: string;
	readonly errors: readonly WabaError[];
}

/** One message to one recipient. All times are Unix milliseconds on the simulated clock. */
export interface WabaOutgoing {
	readonly channel: 'waba';
	readonly direction: 'out';
	readonly id: number;
	/** `wamid.…` */
	readonly messageId: string;
	/** The same for all recipients of one request. */
	readonly reference: string;
	readonly number: string;
	readonly agent: WabaAgent;
	readonly kind: WabaKind;
	/** As it was sent, shared by all recipients. */
	readonly content: JsonObject;
	/** This recipient's share of the request's size, in bytes. */
	readonly weight: number;
	readonly cost: Hundredths;
	readonly acceptedAt: number;
	/** Set for a message that arrived although WhatsApp would not have delivered it. */
	readonly warning: 'serviceWindow' | undefined;
	readonly statusChanges: WabaStatusChange[];
}

export interface WabaIncoming {
	readonly channel: 'waba';
	readonly direction: 'in';
	readonly id: number;
	readonly messageId: string;
	/** The phone number, or the user ID of a contact without one. */
	readonly number: string;
	readonly agent: WabaAgent;
	/** The webhook's `data`. */
	readonly data: JsonObject;
	readonly weight: number;
	readonly receivedAt: number;
	/** When the agent marked it as read. */
	readAt: number | undefined;
}

export type WabaMessage = WabaOutgoing | WabaIncoming;

export const timeOf = (message: WabaMessage): number =>
	message.direction === 'out' ? message.acceptedAt : message.receivedAt;
