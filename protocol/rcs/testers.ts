import { InvalidInput } from '../errors';
import type { Exchange } from '../exchange';
import { uniqueNumbers, withPlus } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import { readEnvelope } from '../http/jsonResponse';
import { e164 } from '../recipients/phoneNumbers';
import {
	agreedOf,
	type Details,
	detailsOf,
	readRecipientResults,
	type RecipientResult,
	resultsByNumber,
} from '../recipients/recipientResults';
import { rcsPath } from './agent';
import { rcsErrorCodes } from './errorCodes';

/** What the service says of a number; nulls where it says nothing of it. */
type TesterResult = Pick<RecipientResult, 'number' | 'accepted' | 'additionalFields'> &
	Record<'submitted' | 'state' | 'reasonCode', string | null>;

/** What the service says of the request, and of each number that was asked for, in their order. */
export interface TestersResult extends Details {
	recipients: TesterResult[];
}

const unanswered = { submitted: null, state: null, reasonCode: null };

/** The most in one request (service.md#rcs-requests). */
const maxTesters = 10;

/**
 * Invites people to test an agent that is not launched yet (service.md#rcs-requests). A number
 * that stands twice in the list is sent once. Somebody who is a tester already comes back as `DELETED` with the
 * reason `ALREADY_ADDED`: left out of this request, still a tester. `accepted` is null there, as it is for any state
 * that is not one of a send: state and reason say more.
 *
 * @throws InvalidInput (`agentId`, `to`), also for more than 10
 */
export function addTesters(agentId: string, recipients: readonly string[]): Exchange<TestersResult> {
	const to = uniqueNumbers(recipients);
	if (to.length > maxTesters) {
		throw new InvalidInput(
			'to',
			`There are ${to.length} recipients (limit: ${maxTesters}).`,
			'Split the list.',
		);
	}
	return {
		effect: 'repeatable',
		request: jsonRequest('rcs', rcsPath(agentId, 'add-testers'), { recipients: withPlus(to) }),
		parse(reply) {
			const reading = { failures: rcsErrorCodes };
			const answer = readEnvelope(reply, reading);
			const resultsOf = resultsByNumber(readRecipientResults(answer.recipients, reply, reading));
			return {
				recipients: to.map((number) => {
					const results = resultsOf(number);
					return {
						...(results[0] ?? unanswered),
						number: e164(number),
						accepted: agreedOf(results.map(({ accepted }) => accepted)),
					};
				}),
				...detailsOf(answer),
			};
		},
	};
}
