import { type Card, rcsContent, type RcsMessage } from '../../../protocol/rcs/message';
import type { Suggestion } from '../../../protocol/rcs/suggestions';
import { invalidInput } from '../helpers';
import { times } from './wire';

const reply = (text: string): Suggestion => ({ type: 'reply', text, postbackData: 'data' });
type CardMessage = Extract<RcsMessage, { type: 'card' }>;
type CarouselMessage = Extract<RcsMessage, { type: 'carousel' }>;
const card = (changes: Card = {}): Card => ({ title: 'Shoes', ...changes });
const media = { mediaUrl: 'https://example.com/a.jpg', mediaHeight: 'tall' } as const;
const five = times(5, () => reply('a'));
const second = [reply('a'), reply('x'.repeat(26))];
const isLong = 'has 26 characters (limit: 25).';
const dial: Suggestion = { ...reply('a'), type: 'dial', phoneNumber: '0140000000' };
const isNational = "isn't in international format.";
const single: CardMessage = { type: 'card', orientation: 'vertical', title: 'Shoes', suggestions: [] };
const carousel: CarouselMessage = { type: 'carousel', width: 'medium', cards: [card(), card()] };

describe('a card', () => {
	it.each<[string, Card]>([
		['a title', card()],
		['a description', card({ title: ' ', description: 'Light' })],
		['media', card({ title: undefined, ...media })],
	])('needs no more than %s', (_, enough) => {
		expect(rcsContent({ ...single, ...enough }).json).toHaveProperty('richCard');
	});

	it('takes what just fits', () => {
		const fits = card({
			title: '😀'.repeat(200),
			description: 'é'.repeat(2000),
			cardSuggestions: times(4, () => reply('x'.repeat(25))),
		});
		const suggestions = times(11, () => reply('a'));
		expect(JSON.stringify(rcsContent({ ...single, ...fits, suggestions }).json)).toContain('"é');
	});

	const long = { description: 'x'.repeat(2001) };
	const noThumbnail = { ...media, mediaThumbnailUrl: 'b.jpg' };
	it.each<[string, Partial<CardMessage>, string]>([
		['title', { title: '' }, 'The card has no title, no description and no media.'],
		['title', { title: 'x'.repeat(201) }, 'The title of the card has 201 characters (limit: 200).'],
		['description', long, 'The description of the card has 2,001 characters (limit: 2,000).'],
		['mediaUrl', { ...media, mediaUrl: '' }, 'The media URL of the card is empty.'],
		['mediaThumbnailUrl', noThumbnail, "The thumbnail URL of the card isn't an http or https URL."],
		['cardSuggestions', { cardSuggestions: five }, 'Too many suggestions of the card: 5 (limit: 4).'],
		['cardSuggestions', { cardSuggestions: second }, `The text of suggestion 2 of the card ${isLong}`],
		[
			'cardSuggestions',
			{ cardSuggestions: [dial] },
			`The phone number of suggestion 1 of the card ${isNational}`,
		],
		['suggestions', { suggestions: [reply('')] }, 'The text of suggestion 1 is empty.'],
		['imageAlignment', { imageAlignment: 'left' }, 'Only a horizontal card has an image alignment.'],
	])('says of %s what is wrong: %#', (field, changes, message) => {
		expect(invalidInput(() => rcsContent({ ...single, ...changes }))).toMatchObject({ field, message });
	});

	const atTop = { orientation: 'horizontal', imageAlignment: 'top' };
	const huge = { ...media, mediaHeight: 'huge' };
	it.each([
		['orientation', { orientation: 'diagonal' }, "The orientation of the card isn't an available option."],
		['imageAlignment', atTop, "The image alignment isn't an available option."],
		['mediaHeight', huge, "The media height of the card isn't an available option."],
	])('says of %s, which an expression may give, that there is no such choice', (field, changes, message) => {
		const error = invalidInput(() => rcsContent(Object.assign({ ...single }, changes)));
		expect([error.field, error.message]).toEqual([field, message]);
	});
});

describe('a carousel', () => {
	it.each([
		['small', 'short'],
		['small', 'medium'],
		['medium', 'short'],
		['medium', 'medium'],
		['medium', 'tall'],
	] as const)('of %s cards has room for %s media', (width, height) => {
		const cards = times(2, () => card({ ...media, mediaHeight: height }));
		const { json } = rcsContent({ ...carousel, width, cards });
		expect(JSON.stringify(json)).toContain(`"height":"${height.toUpperCase()}"`);
	});

	it.each([2, 10])('has %i cards', (count) => {
		const { json } = rcsContent({ ...carousel, cards: times(count, () => card(media)) });
		expect(json).toMatchObject({ richCard: { carouselCard: { cardWidth: 'MEDIUM' } } });
	});

	const tall = { width: 'small', cards: [card(), card(media)] } as const;
	const third = (...cardSuggestions: Suggestion[]) => ({
		cards: [card(), card(), card({ cardSuggestions })],
	});
	it.each<[string, Partial<CarouselMessage>, string]>([
		['cards', { cards: [] }, 'Too few cards: 0 (minimum: 2).'],
		['cards', { cards: [card()] }, 'Too few cards: 1 (minimum: 2).'],
		['cards', { cards: times(11, () => card()) }, 'Too many cards: 11 (limit: 10).'],
		['cards', tall, "The media height of card 2 is tall, which small carousel cards don't support."],
		['cards', { cards: [card(), {}] }, 'Card 2 has no title, no description and no media.'],
		['cards', third(...second), `The text of suggestion 2 of card 3 ${isLong}`],
		['cards', third(...five), 'Too many suggestions of card 3: 5 (limit: 4).'],
		['cards', third(dial), `The phone number of suggestion 1 of card 3 ${isNational}`],
		['suggestions', { suggestions: [dial] }, `The phone number of suggestion 1 ${isNational}`],
		['suggestions', { suggestions: times(12, () => reply('a')) }, 'Too many suggestions: 12 (limit: 11).'],
	])('says of %s what is wrong: %#', (field, changes, message) => {
		expect(invalidInput(() => rcsContent({ ...carousel, ...changes }))).toMatchObject({ field, message });
	});

	it('says of a width, which an expression may give, that there is no such choice', () => {
		const { field, message } = invalidInput(() =>
			rcsContent(Object.assign({ ...carousel }, { width: 'large' })),
		);
		expect([field, message]).toEqual(['width', "The width of the cards isn't an available option."]);
	});

	it('of ten full cards can be too large as a whole', () => {
		const full = card({
			cardSuggestions: times(4, () => ({ ...reply('a'), postbackData: '😀'.repeat(2048) })),
		});
		expect(rcsContent({ ...carousel, cards: times(7, () => full) }).json).toHaveProperty('richCard');
		const { field, message } = invalidInput(() => rcsContent({ ...carousel, cards: times(8, () => full) }));
		expect(field).toBe('cards');
		expect(message).toMatch(/^The message has 26\d,\d{3} bytes \(limit: 256,000, or 250 KB\)\.$/);
	});
});

describe('what errors must not repeat', () => {
	it('is all that a person reads, and nothing that the wire says itself', () => {
		const { secrets } = rcsContent({
			type: 'card',
			orientation: 'horizontal',
			...card({ ...media, cardSuggestions: [reply('Buy')] }),
		});
		expect(secrets).toEqual(['Shoes', 'https://example.com/a.jpg', 'Buy', 'data']);
	});
});
