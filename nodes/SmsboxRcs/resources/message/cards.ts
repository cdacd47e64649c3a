import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { type Card, cardContent, type CardMessage } from '../../../../protocol/rcs/content/card';
import type { RcsContent } from '../../../../protocol/rcs/send';
import type { Reader } from '../../../engine/reader';
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

/** Where in the form a part of a single card stands, by the words of an error about it; without any of them, at its title. */
const partFields: ReadonlyArray<readonly [about: RegExp, field: string]> = [
	[/\bsuggestions?\b/, 'cardSuggestions'],
	[/^The description\b/, 'description'],
	[/^The media height\b/, 'mediaHeight'],
	[/^The thumbnail URL\b/, 'mediaThumbnailUrl'],
	[/^The media\b/, 'mediaUrl'],
];

/** To the protocol a card is one part of a message; in the form, a single one has no field of its own. */
function inPartField(error: unknown): unknown {
	if (!(error instanceof InvalidInput) || error.field !== 'card') return error;
	const { message, mend } = error;
	const field = partFields.find(([about]) => about.test(message))?.[1] ?? 'title';
	return new InvalidInput(field, message, mend);
}

/** A single card. What is wrong with it is told of the field where it stands. */
export function singleCard(card: CardMessage): RcsContent {
	try {
		return cardContent(card);
	} catch (error) {
		throw inPartField(error);
	}
}
