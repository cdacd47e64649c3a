import type { INodeProperties } from 'n8n-workflow';
import { atMost } from '../../../../protocol/schema/entries';
import {
	interactiveFromJson,
	type InteractiveHeader,
	type InteractiveKind,
	listMessage,
} from '../../../../protocol/waba/interactive';
import type { WabaContent } from '../../../../protocol/waba/message';
import { formOrJson, inForm, readFormOrJson } from '../../../engine/operations/formOrJson';
import type { Reader } from '../../../engine/operations/reader';

const jsonName = 'interactive';
const headerTypes = ['none', 'text', 'image', 'video', 'document'] as const;
type HeaderType = (typeof headerTypes)[number];

const headerNames: Record<Exclude<HeaderType, 'none'>, { name: string; description: string }> = {
	text: { name: 'Text', description: `A bold line, ${atMost(listMessage, 'text')}` },
	image: { name: 'Image', description: 'A JPEG or PNG by URL, up to 5 MB' },
	video: { name: 'Video', description: 'An MP4 or 3GP by URL, up to 16 MB' },
	document: { name: 'Document', description: 'A PDF, text or Office file by URL, up to 100 MB' },
};

const onlyForm = { show: inForm };

interface Headers {
	/** What the message can have as its header, the default first. */
	headers: readonly [HeaderType, ...HeaderType[]];
	/** What the editor shows of a message without a header. */
	withoutHeader: string;
}

function headerFields({ headers: types, withoutHeader }: Headers): INodeProperties[] {
	const [firstType] = types;
	const names = { ...headerNames, none: { name: 'None', description: withoutHeader } };
	const options = types.map((value) => ({ value, ...names[value] }));
	const media = types.filter((type) => type !== 'none' && type !== 'text');
	const mediaFields: INodeProperties[] = [
		{
			displayName: 'Header File URL',
			name: 'headerFileUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: 'Public URL of the file, http or https. Binary data cannot be sent.',
			displayOptions: { show: { ...inForm, header: media } },
		},
		{
			displayName: 'Header File Name',
			name: 'headerFileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice-1042.pdf',
			description: 'File name shown to the recipient; if empty, the end of the URL',
			displayOptions: { show: { ...inForm, header: ['document'] } },
		},
	];
	return [
		{
			displayName: 'Header',
			name: 'header',
			type: 'options',
			noDataExpression: true,
			default: firstType,
			options,
			description: 'Content above the text',
			displayOptions: onlyForm,
		},
		{
			displayName: 'Header Text',
			name: 'headerText',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Your order',
			description: `Bold line above the text, ${atMost(listMessage, 'text')}`,
			displayOptions: { show: { ...inForm, header: ['text'] } },
		},
		...(media.length > 0 ? mediaFields : []),
	];
}

interface Interactive extends Headers {
	/** The buttons or the list, as rows. */
	rows: INodeProperties[];
	/** An example for the JSON field. */
	example: object;
}

/** The fields of an interactive message: header, body, footer, and its own rows; or JSON in their place. */
export function interactiveFields({ rows, example, ...headers }: Interactive): INodeProperties[] {
	return formOrJson({
		switchName: 'an interactive object of the WhatsApp API',
		form: [
			...headerFields(headers),
			{
				displayName: 'Text',
				name: 'body',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				required: true,
				placeholder: 'e.g. What can we do for you?',
				description: `Text of the message, ${atMost(listMessage, 'body')}`,
				displayOptions: onlyForm,
			},
			...rows.map((row) => ({ ...row, displayOptions: onlyForm })),
			{
				displayName: 'Footer',
				name: 'footer',
				type: 'string',
				default: '',
				placeholder: 'e.g. Answer within 24 hours',
				description: `Gray line at the bottom, ${atMost(listMessage, 'footer')}`,
				displayOptions: onlyForm,
			},
		],
		json: {
			displayName: 'Interactive Object (JSON)',
			name: jsonName,
			description:
				'Interactive object of the WhatsApp API. The limits of the form apply. Unknown properties are sent as they are.',
			example,
			rows: 10,
		},
	});
}

const headerReaders: Record<HeaderType, (reader: Reader) => InteractiveHeader | undefined> = {
	none: () => undefined,
	text: (reader) => ({ type: 'text', text: reader.messageText('headerText') }),
	image: (reader) => ({ type: 'image', link: reader.messageText('headerFileUrl', 'data').trim() }),
	video: (reader) => ({ type: 'video', link: reader.messageText('headerFileUrl', 'data').trim() }),
	document: (reader) => ({
		type: 'document',
		link: reader.messageText('headerFileUrl', 'data').trim(),
		filename: reader.optionalMessageText('headerFileName'),
	}),
};

/** Header, body and footer, as every interactive message has them. */
export function readFrame(reader: Reader): {
	header: InteractiveHeader | undefined;
	body: string;
	footer: string | undefined;
} {
	return {
		header: headerReaders[reader.choice('header', headerTypes)](reader),
		body: reader.messageText('body'),
		footer: reader.optionalMessageText('footer'),
	};
}

/** Reads the message from its fields or from its JSON. */
export function readInteractive(
	reader: Reader,
	kind: InteractiveKind,
	fromFields: (reader: Reader) => WabaContent,
): WabaContent {
	return readFormOrJson(reader, jsonName, {
		form: fromFields,
		json: (json) => interactiveFromJson(kind, json),
	});
}
