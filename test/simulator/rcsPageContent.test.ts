import fc from 'fast-check';

import { ORIGIN, incoming, outgoing, partOf, show, showSent } from './rcsPageSupport';

const OWN = 'http://127.0.0.1:4010/__sim/rcs/files/123';
const ELSEWHERE = 'https://example.com/images/summer%20sale%20%C3%A9.jpg';
const media = (fileUrl: string, height = 'SHORT') => ({ height, contentInfo: { fileUrl } });
const standalone = (cardContent: unknown, layout: Record<string, unknown>) => ({
	richCard: { standaloneCard: { ...layout, cardContent } },
});

describe('a message by RCS on the page', () => {
	it('is text, whatever it looks like', () => {
		const text = '<img src=x onerror=alert(1)> é € 👍';
		const { bubble } = showSent({ text });
		expect(partOf(bubble, 'text').children).toEqual([text]);
		expect(bubble.named('img')).toEqual([]);
	});

	it('has a picture that the simulator serves, by whichever of its names', () => {
		const { bubble } = showSent({ contentInfo: { fileUrl: OWN } });
		expect(bubble.named('img').map((image) => image.attributes.get('src'))).toEqual(['/__sim/rcs/files/123']);
	});

	it('names a picture that came to nothing', () => {
		const { bubble } = showSent({ contentInfo: { fileUrl: OWN } });
		for (const image of bubble.named('img')) image.fire('error');
		expect(bubble.named('img')).toEqual([]);
		expect(partOf(bubble, 'card-title').textContent).toBe('123');
	});

	it('names a file that stands elsewhere', () => {
		const { bubble } = showSent({ contentInfo: { fileUrl: ELSEWHERE } });
		expect(partOf(bubble, 'card-title').textContent).toBe('summer sale é.jpg');
		expect(partOf(bubble, 'card-detail').textContent).toBe(ELSEWHERE);
		expect(partOf(bubble, 'card').attributes.get('rel')).toBe('noopener noreferrer');
	});

	it('loads nothing from elsewhere', () => {
		const own = fc.constantFrom(
			OWN,
			`${ORIGIN}/__sim/rcs/files/1?x`,
			'//example.com/__sim/rcs/files/1',
			ORIGIN,
		);
		fc.assert(
			fc.property(fc.oneof(fc.webUrl(), fc.string(), own), fc.boolean(), (address, isCard) => {
				const content = isCard
					? standalone({ media: media(address) }, { cardOrientation: 'VERTICAL' })
					: { contentInfo: { fileUrl: address, thumbnailUrl: address } };
				for (const image of showSent(content).bubble.named('img'))
					expect(image.attributes.get('src')).toMatch(/^\/__sim\/[a-z]+\/files\/[^/]+$/);
			}),
		);
	});

	it.each([
		['upright', { cardOrientation: 'VERTICAL' }, 'vertical'],
		['with its picture left', { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'LEFT' }, 'left'],
		['with its picture right', { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'RIGHT' }, 'right'],
		['with its picture at the left unless told', { cardOrientation: 'HORIZONTAL' }, 'left'],
	])('is a card %s', (_name, layout, className) => {
		const cardContent = { title: 'Été', description: '20 €', media: media(ELSEWHERE, 'TALL') };
		const { bubble } = showSent(standalone(cardContent, layout));
		const card = partOf(bubble, 'rcs-card');
		expect(card.hasClass(className)).toBe(true);
		expect(partOf(card, 'rcs-media').hasClass('tall')).toBe(true);
		expect(partOf(card, 'heading').textContent).toBe('Été');
		expect(partOf(card, 'text').textContent).toBe('20 €');
		expect(bubble.classed('rcs-bubble')).toEqual([]);
	});

	it.each(['SMALL', 'MEDIUM'])('is a %s carousel that the keyboard reaches', (cardWidth) => {
		const cardContents = ['é', '€'].map((title) => ({ title, media: media(ELSEWHERE) }));
		const { bubble } = showSent({ richCard: { carouselCard: { cardWidth, cardContents } } });
		const strip = partOf(bubble, 'rcs-carousel');
		expect(strip.hasClass(cardWidth.toLowerCase())).toBe(true);
		expect(strip.attributes.get('tabindex')).toBe('0');
		expect(strip.attributes.get('aria-label')).toBe('Carousel of 2 cards');
		expect(strip.named('li').map((card) => card.attributes.get('aria-label'))).toEqual([
			'Card 1 of 2',
			'Card 2 of 2',
		]);
	});

	it('shows what it does not know as JSON, beside what it knows', () => {
		const { bubble } = showSent({ text: 'é', sparkle: { of: '€' } });
		expect(partOf(bubble, 'text').textContent).toBe('é');
		expect(JSON.parse(partOf(bubble, 'raw').textContent)).toEqual({ sparkle: { of: '€' } });
	});

	it('is never empty, and never an error', () => {
		const words = 'text richCard standaloneCard cardContent media suggestions reply'.split(' ');
		const word = fc.constantFrom(...words);
		const { content } = fc.letrec((tie) => ({
			content: fc.oneof(
				{ maxDepth: 5 },
				fc.jsonValue({ maxDepth: 2 }),
				fc.array(tie('content'), { maxLength: 3 }),
				fc.dictionary(word, tie('content'), { maxKeys: 3 }),
			),
		}));
		fc.assert(
			fc.property(content, fc.boolean(), (any, isOut) => {
				const { bubble } = show(isOut ? outgoing(any) : incoming(any));
				expect(partOf(bubble, 'rcs-body').textContent).not.toBe('');
			}),
		);
	});
});

describe('what a phone sent by RCS', () => {
	it.each([
		['a text', { type: 'text', text: 'Ça va ? €' }, 'Ça va ? €'],
		['a reply', { type: 'reply', text: 'Oui 👍', postbackData: 'p' }, 'Oui 👍'],
		['an action', { type: 'action', text: 'Où ?', postbackData: 'p' }, 'Où ?'],
		['a place', { type: 'location', latitude: 48.8584, longitude: 2.2945 }, 'Location48.8584, 2.2945'],
		[
			'a file',
			{
				type: 'file',
				payload: { mimeType: 'text/plain', fileSizeBytes: 28, fileName: 'é.txt', fileUri: OWN },
			},
			'é.txttext/plain, 28 bytes',
		],
	])('shows %s', (_name, data, text) => {
		expect(partOf(show(incoming(data)).bubble, 'rcs-bubble').textContent).toBe(text);
	});
});
