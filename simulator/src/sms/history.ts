import type { OutgoingMessage } from './message';
import type { MessageStore } from './stores/messageStore';

export interface HistoryRecord {
	readonly message: OutgoingMessage;
	readonly reference: string;
	/** When it was sent. */
	readonly at: number;
}

/**
 * The history, newest first. *Assumed*: one record for each part, as each has a reference of its own, and none for
 * a message that still waits.
 */
export function* historyRecords(messages: MessageStore): Generator<HistoryRecord> {
	for (const message of messages.sentNewestFirst()) {
		for (const reference of message.references) {
			yield { message, reference, at: message.sentAt ?? message.acceptedAt };
		}
	}
}
