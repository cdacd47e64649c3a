import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, memberOf, toJson } from '../../json';
import { aligned } from './alignment';
import { checkedContent, type RcsContent } from './content';

const field = 'contentMessage';

/** What stands around a content would be lost without a word. */
function unwrapped(given: JsonObject): JsonObject {
	const inner = memberOf(given, 'contentMessage');
	if (inner === undefined) return given;
	if (Object.keys(given).length > 1) {
		throw new InvalidInput(
			field,
			'There is more beside its member contentMessage.',
			'Give the content alone: recipients and validity have fields of their own.',
		);
	}
	if (!isObject(inner)) throw new InvalidInput(field, 'Its member contentMessage is not a JSON object.');
	return inner;
}

/**
 * A message as JSON: the AgentContentMessage of RCS Business Messaging, alone or as the only member `contentMessage`
 * of an object. Checked like the forms; members that are not known pass through.
 *
 * @throws InvalidInput (`contentMessage`) naming the part and, in words, the card and the suggestion
 */
export function rcsContentFromJson(json: unknown): RcsContent {
	const given = toJson(json);
	if (!isObject(given)) throw new InvalidInput(field, 'It is not a JSON object.');
	return checkedContent(aligned(unwrapped(given)), 'contentMessage', () => field);
}
