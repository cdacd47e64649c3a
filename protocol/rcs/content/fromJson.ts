import { notJsonObject } from '../../content/jsonParts';
import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, memberOf, toJson } from '../../json';
import { aligned } from './alignment';
import { checkedContent, type RcsContent } from './content';
import { inDocumentedForm } from './documentedForm';
import { contentKinds } from './messageShape';

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
	if (!isObject(inner)) throw notJsonObject(field, 'Its member contentMessage');
	return inner;
}

/** There is no kind of message, but something that could hold one. */
function isWrapped(message: JsonObject): boolean {
	if (contentKinds.some((name) => Object.hasOwn(message, name))) return false;
	return Object.entries(message).some(
		([name, value]) => name !== 'suggestions' && typeof value === 'object' && value !== null,
	);
}

/**
 * A message as JSON: the AgentContentMessage of RCS Business Messaging, alone or as the only member `contentMessage`
 * of an object. Checked like the forms, once it is {@link inDocumentedForm in the documented form}; members that are
 * not known pass through, and `openUrlAction` opens any address.
 *
 * @throws InvalidInput (`contentMessage`) naming the part and, in words, the card and the suggestion
 */
export function rcsContentFromJson(json: unknown): RcsContent {
	const given = toJson(json);
	if (!isObject(given)) throw notJsonObject(field);
	const message = unwrapped(inDocumentedForm(given));
	if (isWrapped(message)) {
		throw new InvalidInput(
			field,
			'The message is wrapped in something else.',
			`Give only what stands under contentMessage, one of: ${contentKinds.join(', ')}.`,
		);
	}
	return checkedContent(aligned(message), 'contentMessage', () => field);
}
