import { chosen } from '../../validation';
import { InvalidInput } from '../../errors';
import { wabaContentOf, type WabaContent } from './content';
import { webLink } from '../../content/link';
import { optionalMember, orNothing } from '../../content/texts';

export type MediaType = 'audio' | 'document' | 'image' | 'video';

export interface MediaMessage {
	type: MediaType;
	/** Where the service fetches the file; http or https. */
	fileUrl: string;
	/** Documents only: the name that the recipient sees. */
	fileName?: string | undefined;
}

/** Which kinds have a file name (since version 2.4.0). */
const named: Readonly<Record<MediaType, boolean>> = {
	audio: false,
	document: true,
	image: false,
	video: false,
};

/**
 * A file by its link (service.md#waba-content).
 *
 * @throws InvalidInput (`type`, `fileUrl`, `fileName`)
 */
export function mediaContent({ type, fileUrl, fileName }: MediaMessage): WabaContent {
	if (!chosen(named, type, 'type') && orNothing(fileName) !== undefined) {
		throw new InvalidInput('fileName', 'Only a document has a file name.', 'Remove it.');
	}
	return wabaContentOf({
		type,
		[type]: {
			link: webLink(fileUrl, { field: 'fileUrl', what: 'the URL of the file' }),
			...optionalMember('filename', fileName, { field: 'fileName', what: 'the file name' }),
		},
	});
}
