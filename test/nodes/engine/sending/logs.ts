import type { IContextObject } from 'n8n-workflow';
import { SendLog } from '../../../../nodes/engine/sending/sendLog';

/** By context and run: what n8n keeps of a run, the same for each try. */
const kept = new WeakMap<IContextObject, Map<number, object>>();

export interface LoggedRun {
	/** Undefined in an agent's tool. */
	run?: number | undefined;
	items?: number;
}

/** Returns the log for a run of a node, or for another try of it. */
export function logFor(context: IContextObject, given: LoggedRun = {}): SendLog {
	const { run, items = 1 } = { run: 0, ...given };
	if (run === undefined) return new SendLog(context, { entry: undefined, index: 0, items });
	const entries = kept.get(context) ?? new Map<number, object>();
	const entry = entries.get(run) ?? {};
	entries.set(run, entry);
	kept.set(context, entries);
	return new SendLog(context, { entry, index: run, items });
}
