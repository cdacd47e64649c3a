import type { INodeProperties } from 'n8n-workflow';
import { type MediaType, mediaContent } from '../../../../protocol/waba/message';
import type { Operation, OperationDefinition } from '../../../engine/operations/operation';
import type { Message } from '../../../engine/operations/messageSending';
import { defineSend } from './defineSend';

type Media = Pick<OperationDefinition<Message>, 'name' | 'value' | 'action' | 'description'> & {
	type: MediaType;
	/** Formats and size that WhatsApp takes, as a sentence. */
	limits: string;
	example: string;
	/** What besides the URL. */
	fields?: INodeProperties[];
};

/** A message that is a file, by its URL: the kinds differ in their formats only. */
export function defineMediaSend({ type, limits, example, fields = [], ...definition }: Media): Operation {
	const description = `Public URL of the file, http or https. Binary data cannot be sent. ${limits}`;
	const fileUrlField: INodeProperties = {
		displayName: 'File URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: `e.g. ${example}`,
		description,
	};
	return defineSend({
		...definition,
		fields: [fileUrlField, ...fields],
		readContent: (reader) =>
			mediaContent({
				type,
				fileUrl: reader.messageText('fileUrl', 'data').trim(),
				fileName: reader.optionalMessageText('fileName'),
			}),
	});
}
