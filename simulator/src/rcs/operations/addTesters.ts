import type { JsonOperation } from '../../json/operation';
import { anyText, list } from '../../json/shape';
import type { Shape } from '../../json/shape';
import { processed } from '../../json/success';
import type { RcsAgent } from '../agents';
import { recipientsOf, withRecipients } from '../recipients';

const MOST_RECIPIENTS = 10;

/** All samples send one text, the description a list. */
const oneOrSeveral: Shape = (value, path, findings) => {
	const shape = typeof value === 'string' ? anyText : list(anyText, 0);
	shape(value, path, findings);
};

const NOBODY_NEW = 'Request processed but no recipient to add.';
/** *Assumed*: the documents show only the other one. */
const SOMEBODY_NEW = 'Request processed.';

/**
 * service.md#rcs-responses. `DELETED`/`ALREADY_ADDED` is documented; that it stands for a number which is a
 * tester already, and `ACCEPTED`/`PROCESSING` for a new one, is *assumed*.
 */
export const addTesters: JsonOperation<RcsAgent> = {
	name: () => 'rcs.tester.add',
	method: 'POST',
	body: withRecipients({}, {}, oneOrSeveral),
	run({ agent, body }, world) {
		const added = recipientsOf(body, MOST_RECIPIENTS, world).map(({ number, result }) => {
			const isNew = number !== undefined && world.rcs.phones.addTester(agent.agentId, number);
			const isKnown = number !== undefined && !isNew;
			return {
				isNew,
				result: isKnown ? { ...result, state: 'DELETED', reason_code: 'ALREADY_ADDED' } : result,
			};
		});
		return processed({
			details: added.some(({ isNew }) => isNew) ? SOMEBODY_NEW : NOBODY_NEW,
			recipients: added.map(({ result }) => result),
		});
	},
};
