import { unknownBefore } from '../sending/calls';
import type { Run } from './run';

/**
 * Gives items that an earlier try has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
export function restoreCompleted({ context, log, outcomes, addHint }: Run): number[] {
	return [...context.getInputData().keys()].filter((item) => {
		const prior = log.priorOf(item);
		if (prior.state === 'unknown') outcomes.fail([{ item }], unknownBefore(prior.effect, log.isTool));
		if (prior.state !== 'complete') return prior.state !== 'unknown';
		outcomes.put(item, prior.output);
		if (log.isEdited)
			addHint('The node was changed since an earlier attempt. Messages sent then were not sent again.');
		return false;
	});
}
