import { memberUnlessBlank } from '../../content/texts';
import type { JsonObject } from '../../http/json';
import { formContent, type RcsContent } from './content';
import { suggestionMembers, type Suggestion } from './suggestions';

/** A file by its link. */
export interface LinkedFile {
	/** Where the service fetches it; http or https. */
	fileUrl: string;
	/** A small picture that is shown until it is there; http or https. */
	thumbnailUrl?: string | undefined;
	/** Whether the file is fetched again though the service has it. */
	forceRefresh?: boolean | undefined;
}

export interface FileMessage extends LinkedFile {
	/** At most 11. */
	suggestions: readonly Suggestion[];
}

/** `contentInfo`; what is blank, and `forceRefresh` unless it is wanted, is left out. */
export function contentInfoOf({ fileUrl, thumbnailUrl, forceRefresh }: LinkedFile): JsonObject {
	return {
		fileUrl: fileUrl.trim(),
		...memberUnlessBlank('thumbnailUrl', thumbnailUrl?.trim()),
		...(forceRefresh === true && { forceRefresh }),
	};
}

/**
 * A file by its link (service.md#rcs-content).
 *
 * @throws InvalidInput (`fileUrl`, `thumbnailUrl`, `suggestions`)
 */
export function fileContent({ suggestions, ...file }: FileMessage): RcsContent {
	const members = suggestionMembers(suggestions, 'suggestions');
	return formContent({ contentInfo: contentInfoOf(file), ...members }, 'fileUrl');
}
