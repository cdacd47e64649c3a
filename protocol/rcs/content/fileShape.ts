import { checkLink, checkOptionalLink } from '../../content/jsonLinks';
import type { FieldLocation } from '../../content/texts';
import { InvalidInput } from '../../errors';
import { type JsonObject, memberOf } from '../../http/json';

/** A file by its link: `contentInfo`, of a message or of the media of a card. */
export function checkContentInfo(
	info: JsonObject,
	locations: { fileUrl: FieldLocation; thumbnailUrl: FieldLocation },
): void {
	checkLink(info, 'fileUrl', locations.fileUrl);
	checkOptionalLink(info, 'thumbnailUrl', locations.thumbnailUrl);
	const forceRefresh = memberOf(info, 'forceRefresh');
	if (forceRefresh === undefined || typeof forceRefresh === 'boolean') return;
	throw new InvalidInput(
		locations.fileUrl.field,
		"The property forceRefresh isn't true or false.",
		'Use true or false without quotes.',
	);
}
