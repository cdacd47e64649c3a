import type { Hundredths } from '../account/ledger';
import type { Encoding } from './text/parts';

/** service.md#sms-parameters, `mode`. */
export type Mode = 'Standard' | 'Expert' | 'Reponse';

export interface StatusChange {
	readonly at: number;
	readonly status: number;
}

/** One text to one recipient. All times are Unix milliseconds on the simulated clock. */
export interface OutgoingMessage {
	readonly channel: 'sms';
	readonly direction: 'out';
	readonly id: number;
	readonly number: string;
	readonly sender: string;
	/** As it arrives, cut to the parts allowed. */
	readonly text: string;
	/** Whether the parts allowed were too few for all of it. */
	readonly isCut: boolean;
	readonly encoding: Encoding;
	/** One for each part. */
	readonly references: readonly string[];
	readonly mode: Mode;
	readonly strategy: number | undefined;
	/** Whether delivery reports were asked for. */
	readonly callback: boolean;
	/** The custom parameters as they are appended to the address of a report. */
	readonly cvar: string;
	readonly vocal: boolean;
	readonly cost: Hundredths;
	readonly acceptedAt: number;
	readonly scheduledFor: number | undefined;
	/** Set for a message that arrives although the service would not deliver it at that time. */
	readonly warning: 'marketingHours' | undefined;
	/** Undefined while it waits. */
	sentAt: number | undefined;
	/** Undefined while it waits. */
	status: number | undefined;
	readonly statusChanges: StatusChange[];
}

export interface IncomingMessage {
	readonly channel: 'sms';
	readonly direction: 'in';
	readonly id: number;
	readonly number: string;
	/** The number that received it, empty if not applicable. */
	readonly to: string;
	readonly text: string;
	readonly charset: string;
	readonly keyword: string;
	readonly reference: string;
	/** The last message sent to that number, empty if there is none. */
	readonly linkReference: string;
	/** Whether it answers a send in Reponse mode within its 48 hours. */
	readonly withinReplyWindow: boolean;
	/** Set for a reply that no phone could have sent. */
	readonly warning: 'replyWindow' | undefined;
	readonly receivedAt: number;
}

export type Message = OutgoingMessage | IncomingMessage;
