import { isObject, type JsonObject, memberOf } from '../../http/json';

/**
 * A message whose horizontal card says on which side its picture is: left, unless it says so itself (*assumed* to be
 * what is meant; the platform behind the service has no value of its own).
 */
export function aligned(message: JsonObject): JsonObject {
	const richCard = memberOf(message, 'richCard');
	const card = memberOf(richCard, 'standaloneCard');
	if (!isObject(richCard) || !isObject(card)) return message;
	if (memberOf(card, 'cardOrientation') !== 'HORIZONTAL') return message;
	const standaloneCard = { thumbnailImageAlignment: 'LEFT', ...card };
	return { ...message, richCard: { ...richCard, standaloneCard } };
}
