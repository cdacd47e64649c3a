import { ChannelStore } from '../json/store';
import type { WabaIncoming, WabaMessage, WabaOutgoing } from './message';

/** What was sent and received, in the order it happened; messages here have IDs. */
export class WabaStore extends ChannelStore<WabaOutgoing, WabaIncoming> {
	private readonly byMessageId = new Map<string, WabaMessage>();

	/** @param capacity how many messages are kept; the oldest are forgotten first */
	constructor(capacity: number) {
		super(capacity, ({ messageId }) => this.byMessageId.delete(messageId));
	}

	override add(message: WabaMessage): void {
		this.byMessageId.set(message.messageId, message);
		super.add(message);
	}

	find(messageId: string): WabaMessage | undefined {
		return this.byMessageId.get(messageId);
	}
}
