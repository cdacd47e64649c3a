import type { INodeProperties } from 'n8n-workflow';
import type { Card } from '../../../../protocol/rcs/content/card';
import type { Reader } from '../../../engine/operations/reader';
import { readSuggestions, suggestionsField } from './suggestions';

const heights = ['short', 'medium', 'tall'] as const;

const cardSuggestions = suggestionsField(
	{
		displayName: 'Card Suggestions',
		name: 'cardSuggestions',
		description: 'Up to four buttons on the card, which stay with it',
	},
	4,
);

/** What a card holds: the fields of a single one, and of each row of a carousel. */
export const cardFields: INodeProperties[] = [
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Walking shoes',
		description: 'A bold line, at most 200 characters. A card needs a title, a description or an image.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Light, waterproof, 79 €',
		description: 'The text of the card, at most 2,000 characters',
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/shoes.jpg',
		description: 'The address of an image or video, http or https, that anyone can open without signing in',
	},
	{
		displayName: 'Media Height',
		name: 'mediaHeight',
		type: 'options',
		default: 'medium',
		options: [
			{ name: 'Short', value: 'short', description: '112 pixels of the screen' },
			{ name: 'Medium', value: 'medium', description: '168 pixels of the screen' },
			{
				name: 'Tall',
				value: 'tall',
				description: '264 pixels of the screen; not in a carousel of small cards',
			},
		],
		description: 'How much room the image or video takes; without a media URL it changes nothing',
	},
	{
		displayName: 'Media Thumbnail URL',
		name: 'mediaThumbnailUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/shoes-small.jpg',
		description: 'The address of a small image that stands there until the image or video is loaded',
	},
	cardSuggestions,
];

/** Reads {@link cardFields}. */
export function readCard(reader: Reader, forceRefresh: boolean): Card {
	const fileUrl = reader.optionalText('mediaUrl');
	if (fileUrl === undefined && reader.has('mediaThumbnailUrl')) {
		throw reader.invalid(
			'mediaThumbnailUrl',
			'There is a thumbnail, but no media URL.',
			'Fill in Media URL, or leave this empty.',
		);
	}
	return {
		title: reader.optionalText('title'),
		description: reader.optionalText('description'),
		media:
			fileUrl === undefined
				? undefined
				: {
						fileUrl,
						thumbnailUrl: reader.optionalText('mediaThumbnailUrl'),
						height: reader.optionalChoice('mediaHeight', heights) ?? 'medium',
						forceRefresh,
					},
		suggestions: readSuggestions(reader, 'cardSuggestions'),
	};
}
