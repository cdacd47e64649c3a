import { type Card, cardContent, type CardMessage } from '../../../protocol/rcs/content/card';
import { carouselContent, type CarouselMessage } from '../../../protocol/rcs/content/carousel';
import type { Suggestion } from '../../../protocol/rcs/content/suggestions';
import { invalidInput } from '../helpers';
import { times } from './wire';

const reply = (text: string): Suggestion => ({ type: 'reply', text, postbackData: 'data' });
const card = (changes: Partial<Card> = {}): Card => ({ title: 'Shoes', suggestions: [], ...changes });
const media = { fileUrl: 'https://example.com/a.jpg', height: 'tall' } as const;
const single: CardMessage = { orientation: 'vertical', card: card(), suggestions: [] };
const carousel: CarouselMessage = { width: 'medium', cards: [card(), card()], suggestions: [] };

describe('cardContent', () => {
	it('is a card, with what it has', () => {
		expect(cardContent(single).json).toEqual({
			richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: { title: 'Shoes' } } },
		});
		const full = card({
			description: 'Light, 79 €',
			media: { ...media, thumbnailUrl: 'https://example.com/b.jpg', forceRefresh: true },
			suggestions: [reply('Buy')],
		});
		expect(cardContent({ ...single, card: full, suggestions: [reply('Stop')] }).json).toEqual({
			richCard: {
				standaloneCard: {
					cardOrientation: 'VERTICAL',
					cardContent: {
						title: 'Shoes',
						description: 'Light, 79 €',
						media: {
							height: 'TALL',
							contentInfo: {
								fileUrl: 'https://example.com/a.jpg',
								thumbnailUrl: 'https://example.com/b.jpg',
								forceRefresh: true,
							},
						},
						suggestions: [{ reply: { text: 'Buy', postbackData: 'data' } }],
					},
				},
			},
			suggestions: [{ reply: { text: 'Stop', postbackData: 'data' } }],
		});
	});

	it.each([
		[undefined, 'LEFT'],
		['left', 'LEFT'],
		['right', 'RIGHT'],
	] as const)('lying down with its picture %j says so: %s', (imageAlignment, thumbnailImageAlignment) => {
		const { json } = cardContent({ ...single, orientation: 'horizontal', imageAlignment });
		expect(json).toEqual({
			richCard: {
				standaloneCard: {
					cardOrientation: 'HORIZONTAL',
					thumbnailImageAlignment,
					cardContent: { title: 'Shoes' },
				},
			},
		});
	});

	it.each(['short', 'medium', 'tall'] as const)('has %s media, lying down or not', (height) => {
		for (const orientation of ['horizontal', 'vertical'] as const) {
			const { json } = cardContent({ ...single, orientation, card: card({ media: { ...media, height } }) });
			expect(JSON.stringify(json)).toContain(`"height":"${height.toUpperCase()}"`);
		}
	});

	it.each<[string, Card]>([
		['a title', card()],
		['a description', card({ title: ' ', description: 'Light' })],
		['media', card({ title: undefined, media })],
	])('needs no more than %s', (_, enough) => {
		expect(cardContent({ ...single, card: enough }).json).toHaveProperty('richCard');
	});

	it('takes what just fits', () => {
		const fits = card({
			title: '😀'.repeat(200),
			description: 'é'.repeat(2000),
			suggestions: times(4, () => reply('x'.repeat(25))),
		});
		const suggestions = times(11, () => reply('a'));
		expect(JSON.stringify(cardContent({ ...single, card: fits, suggestions }).json)).toContain('"é');
	});

	it.each<[string, Partial<CardMessage>, string]>([
		['title', { card: card({ title: '' }) }, 'The card has no title, no description and no media.'],
		[
			'title',
			{ card: card({ title: 'x'.repeat(201) }) },
			'The title of the card has 201 characters (limit: 200).',
		],
		[
			'description',
			{ card: card({ description: 'x'.repeat(2001) }) },
			'The description of the card has 2,001 characters (limit: 2,000).',
		],
		['mediaUrl', { card: card({ media: { ...media, fileUrl: '' } }) }, 'The media URL of the card is empty.'],
		[
			'mediaThumbnailUrl',
			{ card: card({ media: { ...media, thumbnailUrl: 'b.jpg' } }) },
			"The thumbnail URL of the card isn't an http or https URL.",
		],
		[
			'cardSuggestions',
			{ card: card({ suggestions: times(5, () => reply('a')) }) },
			'Too many suggestions of the card: 5 (limit: 4).',
		],
		[
			'cardSuggestions',
			{ card: card({ suggestions: [reply('a'), reply('x'.repeat(26))] }) },
			'The text of suggestion 2 of the card has 26 characters (limit: 25).',
		],
		[
			'cardSuggestions',
			{ card: card({ suggestions: [{ ...reply('a'), type: 'dial', phoneNumber: '0140000000' }] }) },
			"The phone number of suggestion 1 of the card isn't in international format.",
		],
		['suggestions', { suggestions: [reply('')] }, 'The text of suggestion 1 is empty.'],
		['imageAlignment', { imageAlignment: 'left' }, 'Only a horizontal card has an image alignment.'],
	])('says of %s what is wrong: %#', (field, changes, message) => {
		const error = invalidInput(() => cardContent({ ...single, ...changes }));
		expect([error.field, error.message]).toEqual([field, message]);
	});

	it.each([
		['orientation', { orientation: 'diagonal' }, "The orientation of the card isn't an available option."],
		[
			'imageAlignment',
			{ orientation: 'horizontal', imageAlignment: 'top' },
			"The image alignment isn't an available option.",
		],
		[
			'mediaHeight',
			{ card: card({ media: Object.assign({ ...media }, { height: 'huge' }) }) },
			"The media height of the card isn't an available option.",
		],
	])('says of %s, which an expression may give, that there is no such choice', (field, changes, message) => {
		const error = invalidInput(() => cardContent(Object.assign({ ...single }, changes)));
		expect([error.field, error.message]).toEqual([field, message]);
	});
});

describe('carouselContent', () => {
	it('is cards side by side', () => {
		const { json } = carouselContent({
			width: 'small',
			cards: [card({ media: { ...media, height: 'short' } }), card({ suggestions: [reply('Buy')] })],
			suggestions: [reply('Stop')],
		});
		expect(json).toEqual({
			richCard: {
				carouselCard: {
					cardWidth: 'SMALL',
					cardContents: [
						{
							title: 'Shoes',
							media: { height: 'SHORT', contentInfo: { fileUrl: 'https://example.com/a.jpg' } },
						},
						{ title: 'Shoes', suggestions: [{ reply: { text: 'Buy', postbackData: 'data' } }] },
					],
				},
			},
			suggestions: [{ reply: { text: 'Stop', postbackData: 'data' } }],
		});
	});

	it.each([
		['small', 'short'],
		['small', 'medium'],
		['medium', 'short'],
		['medium', 'medium'],
		['medium', 'tall'],
	] as const)('of %s cards has room for %s media', (width, height) => {
		const cards = times(2, () => card({ media: { ...media, height } }));
		const { json } = carouselContent({ ...carousel, width, cards });
		expect(JSON.stringify(json)).toContain(`"height":"${height.toUpperCase()}"`);
	});

	it.each([2, 10])('has %i cards', (count) => {
		const { json } = carouselContent({ ...carousel, cards: times(count, () => card({ media })) });
		expect(json).toMatchObject({ richCard: { carouselCard: { cardWidth: 'MEDIUM' } } });
	});

	it.each<[string, Partial<CarouselMessage>, string]>([
		['cards', { cards: [] }, 'Too few cards: 0 (minimum: 2).'],
		['cards', { cards: [card()] }, 'Too few cards: 1 (minimum: 2).'],
		['cards', { cards: times(11, () => card()) }, 'Too many cards: 11 (limit: 10).'],
		[
			'cards',
			{ width: 'small', cards: [card(), card({ media })] },
			"The media height of card 2 is tall, which small carousel cards don't support.",
		],
		['cards', { cards: [card(), { suggestions: [] }] }, 'Card 2 has no title, no description and no media.'],
		[
			'cards',
			{ cards: [card(), card(), card({ suggestions: [reply('a'), reply('x'.repeat(26))] })] },
			'The text of suggestion 2 of card 3 has 26 characters (limit: 25).',
		],
		[
			'cards',
			{ cards: [card(), card({ suggestions: times(5, () => reply('a')) })] },
			'Too many suggestions of card 2: 5 (limit: 4).',
		],
		[
			'cards',
			{
				cards: [card(), card({ suggestions: [{ ...reply('a'), type: 'dial', phoneNumber: '0140000000' }] })],
			},
			"The phone number of suggestion 1 of card 2 isn't in international format.",
		],
		[
			'suggestions',
			{ suggestions: [{ ...reply('a'), type: 'dial', phoneNumber: '0140000000' }] },
			"The phone number of suggestion 1 isn't in international format.",
		],
		['suggestions', { suggestions: times(12, () => reply('a')) }, 'Too many suggestions: 12 (limit: 11).'],
	])('says of %s what is wrong: %#', (field, changes, message) => {
		const error = invalidInput(() => carouselContent({ ...carousel, ...changes }));
		expect([error.field, error.message]).toEqual([field, message]);
	});

	it('says of a width, which an expression may give, that there is no such choice', () => {
		const { field, message } = invalidInput(() =>
			carouselContent(Object.assign({ ...carousel }, { width: 'large' })),
		);
		expect([field, message]).toEqual(['width', "The width of the cards isn't an available option."]);
	});

	it('of ten full cards can be too large as a whole', () => {
		const full = card({ suggestions: times(4, () => ({ ...reply('a'), postbackData: '😀'.repeat(2048) })) });
		expect(carouselContent({ ...carousel, cards: times(7, () => full) }).json).toHaveProperty('richCard');
		const { field, message } = invalidInput(() =>
			carouselContent({ ...carousel, cards: times(8, () => full) }),
		);
		expect(field).toBe('cards');
		expect(message).toMatch(/^The message has 26\d,\d{3} bytes \(limit: 256,000, or 250 KB\)\.$/);
	});
});

describe('what errors must not repeat', () => {
	it('is all that a person reads, and nothing that the wire says itself', () => {
		const { secrets } = cardContent({
			orientation: 'horizontal',
			card: card({ media, suggestions: [reply('Buy')] }),
			suggestions: [],
		});
		expect(secrets).toEqual(['Shoes', 'https://example.com/a.jpg', 'Buy', 'data']);
	});
});
