import type { JsonOperation } from '../../json/operation';
import { processed } from '../../json/success';
import type { RcsAgent } from '../agents';
import { recipientsOf, withRecipients } from '../recipients';

const MOST_RECIPIENTS = 500;

/** The first two are documented (service.md#rcs-responses), the others Google's (*assumed* here). */
const CAPABILITIES = [
	'chatBotCommunication',
	'RICHCARD_STANDALONE',
	'RICHCARD_CAROUSEL',
	'ACTION_CREATE_CALENDAR_EVENT',
	'ACTION_DIAL',
	'ACTION_OPEN_URL',
	'ACTION_SHARE_LOCATION',
	'ACTION_VIEW_LOCATION',
] as const;

/**
 * service.md#rcs-responses. `SUCCESS`/`REACHABLE` is documented; *assumed*: `SUCCESS`/`NOT_REACHABLE`, and no
 * capabilities for whoever is not reached or refused.
 */
export const checkCapabilities: JsonOperation<RcsAgent> = {
	name: () => 'rcs.capability.check',
	method: 'POST',
	body: withRecipients({}),
	run({ body }, world) {
		const recipients = recipientsOf(body, MOST_RECIPIENTS, world).map(({ number, result }) => {
			if (number === undefined) return { ...result, capabilities: [] };
			const { reachable } = world.rcs.phones.stateOf(number);
			return {
				...result,
				state: 'SUCCESS',
				reason_code: reachable ? 'REACHABLE' : 'NOT_REACHABLE',
				capabilities: reachable ? CAPABILITIES : [],
			};
		});
		return processed({ recipients });
	},
};
