import { Windows } from '../core/windows';
import type { WabaAgent } from './agents';
import type { WabaKind } from './content/content';

/** "status_update", failed with 131047: more than 24 hours since the recipient last wrote. */
const LENGTH_MS = 24 * 3_600_000;

/**
 * WhatsApp's customer service window: for 24 hours after a contact wrote to an agent, the agent may send them any
 * message. *Assumed*: everything that a contact sends opens it, a tap or a reaction included.
 */
export class ServiceWindows {
	private readonly windows = new Windows(LENGTH_MS);

	open(agent: WabaAgent, number: string, now: number): void {
		this.windows.open(keyOf(agent, number), now);
	}

	/** Templates need no window. */
	allows(kind: WabaKind, agent: WabaAgent, number: string, now: number): boolean {
		return kind === 'template' || this.windows.isOpen(keyOf(agent, number), now);
	}
}

const keyOf = ({ phoneId }: WabaAgent, number: string): string => `${phoneId} ${number}`;
