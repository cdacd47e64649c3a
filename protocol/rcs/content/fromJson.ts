import { notJsonObject } from '../../content/jsonParts';
import { contentIn } from '../../content/unwrapped';
import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, toJson } from '../../http/json';
import { aligned } from './alignment';
import { checkedContent, type RcsContent } from './content';
import { inDocumentedForm } from './documentedForm';
import { contentKinds } from './messageShape';

const field = 'contentMessage';

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
	const message = contentIn(inDocumentedForm(given), field);
	if (isWrapped(message)) {
		throw new InvalidInput(
			field,
			'The message is nested inside another object.',
			`Use only the value of contentMessage, with one of: ${contentKinds.join(', ')}.`,
		);
	}
	return checkedContent(aligned(message), 'contentMessage', () => field);
}
