import type { INodeProperties } from 'n8n-workflow';
import { type Card, card } from '../../../../protocol/rcs/message';
import { atMost } from '../../../../protocol/schema/entries';
import type { Reader } from '../../../engine/operations/reader';
import { readSuggestions, suggestionsField } from './suggestions';

const heights = ['short', 'medium', 'tall'] as const;

const cardSuggestions = suggestionsField(
	{
		displayName: 'Card Suggestions',
		name: 'cardSuggestions',
		description: 'Up to four buttons that stay on the card',
	},
	card,
);

/** What a card holds: the fields of a single one, and of each row of a carousel. */
export const cardFields: INodeProperties[] = [
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Walking shoes',
		description: `Bold line, ${atMost(card, 'title')}. A card needs a title, a description or an image.`,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Light, waterproof, 79 €',
		description: `Text of the card, ${atMost(card, 'description')}`,
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/shoes.jpg',
		description: 'Public URL of an image or video, http or https. Binary data cannot be sent.',
	},
	{
		displayName: 'Media Height',
		name: 'mediaHeight',
		type: 'options',
		default: 'medium',
		options: [
			{ name: 'Short', value: 'short', description: '112 pixels high' },
			{ name: 'Medium', value: 'medium', description: '168 pixels high' },
			{
				name: 'Tall',
				value: 'tall',
				description: '264 pixels high; not available in a carousel of small cards',
			},
		],
		description: 'Height of the image or video; ignored without a media URL',
	},
	{
		displayName: 'Media Thumbnail URL',
		name: 'mediaThumbnailUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/shoes-small.jpg',
		description: 'Public URL of a small image to show until the media has loaded',
	},
	cardSuggestions,
];

/** Reads {@link cardFields}. */
export function readCard(reader: Reader, forceRefresh: boolean): Card {
	const mediaUrl = reader.optionalMessageText('mediaUrl', 'data');
	if (mediaUrl === undefined && reader.has('mediaThumbnailUrl')) {
		throw reader.invalid(
			'mediaThumbnailUrl',
			'There is a thumbnail, but no media URL.',
			'Enter a Media URL, or leave this field empty.',
		);
	}
	return {
		title: reader.optionalMessageText('title'),
		description: reader.optionalMessageText('description'),
		...(mediaUrl !== undefined && {
			mediaUrl,
			mediaThumbnailUrl: reader.optionalMessageText('mediaThumbnailUrl', 'data'),
			mediaHeight: reader.optionalChoice('mediaHeight', heights) ?? 'medium',
			forceRefresh,
		}),
		cardSuggestions: readSuggestions(reader, 'cardSuggestions'),
	};
}
