import { FileStore } from '../json/files';
import { ChannelStore } from '../json/store';
import type { RcsAgent } from './agents';
import type { RcsIncoming, RcsOutgoing, RcsSignal } from './message';
import { Phones } from './phones';

/** What the RCS interface knows. */
export interface RcsWorld {
	agents: readonly RcsAgent[];
	readonly messages: ChannelStore<RcsOutgoing | RcsSignal, RcsIncoming>;
	readonly files: FileStore;
	readonly phones: Phones;
}

/** Agents are set through the same settings as the control API's. */
export const createRcsWorld = (capacity: number): RcsWorld => ({
	agents: [],
	messages: new ChannelStore(capacity),
	files: new FileStore(capacity),
	phones: new Phones(capacity),
});
