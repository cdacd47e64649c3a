import type { Tell } from '../operations/operation';
import { unknownBefore } from '../sending/calls';
import type { SendLog } from '../sending/sendLog';
import type { Outcomes } from './outcomes';

/**
 * Gives items that an earlier try has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
export function earlierOutcomes(items: number, log: SendLog, outcomes: Outcomes, tell: Tell): number[] {
	return Array.from({ length: items }, (_, item) => item).filter((item) => {
		const prior = log.priorOf(item);
		if (prior.state === 'complete') {
			outcomes.put(
				item,
				prior.output.map((json) => ({ json, pairedItem: { item } })),
			);
			if (log.isEdited) {
				tell('The node was changed since an earlier try. What that try had sent was not sent again.');
			}
		}
		if (prior.state === 'unknown') {
			outcomes.failItem(item, unknownBefore(prior.effect, log.isTool));
		}
		return prior.state === 'new' || prior.state === 'incomplete';
	});
}
