import type { JsonObject } from '../core/json';
import { readRecipients } from '../json/recipients';
import type { ReadRecipient } from '../json/recipients';
import { anyText, list, object } from '../json/shape';
import type { Shape } from '../json/shape';
import type { World } from '../core/world';

/** What every body has. Whether `agentId` stands in it as well as in the path is not clear from the documents: it may. */
export const withRecipients = (
	members: Readonly<Record<string, Shape>>,
	optional: Readonly<Record<string, Shape>> = {},
	recipients: Shape = list(anyText, 0),
): Shape => object({ recipients, ...members }, optional, ['agentId']);

/**
 * The recipients of a request. A state set by the control API decides who is refused, else the number's digits.
 * @throws Failure as `readRecipients`
 */
export const recipientsOf = (body: JsonObject, most: number, { rcs }: World): readonly ReadRecipient[] =>
	readRecipients(body, most, (number) => !rcs.phones.stateOf(number).accepted);

export const numbersOf = (recipients: readonly ReadRecipient[]): readonly string[] =>
	recipients.flatMap(({ number }) => number ?? []);

export const resultsOf = (recipients: readonly ReadRecipient[]): readonly ReadRecipient['result'][] =>
	recipients.map(({ result }) => result);
