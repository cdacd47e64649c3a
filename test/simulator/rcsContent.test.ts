import { sendRcs } from './rcsSupport';
import { list, onlyMessage } from './support';

const LINK = 'https://example.com/files/photo.jpg?size=1#top';
const x = (count: number): string => 'x'.repeat(count);
const several = (count: number, make: (index: number) => object): object[] =>
	Array.from({ length: count }, (_, index) => make(index));

const text = (body: unknown = 'Ça va ? 👍', more: object = {}): object => ({ text: body, ...more });
const contentInfo = { fileUrl: LINK };
const reply = (more: object = {}): object => ({ reply: { text: 'Oui 👍', postbackData: 'yes', ...more } });
const action = (kind: object, more: object = {}): object => ({
	action: { text: 'Go', postbackData: 'go', ...kind, ...more },
});
const dial = (phoneNumber: unknown = '+33600123456'): object => action({ dialAction: { phoneNumber } });
const openUrl = (url: unknown = LINK, more: object = {}): object =>
	action({ openUrlAction: { url, ...more } });
const place = (given: object): object => action({ viewLocationAction: given });
const event = (more: object = {}): object =>
	action({
		createCalendarEventAction: {
			startTime: '2026-12-24T17:00:00Z',
			endTime: '2026-12-24T20:00:00+01:30',
			title: 'Fitting',
			...more,
		},
	});
const saying = (...suggestions: unknown[]): object => text('Well?', { suggestions });

const media = (more: object = {}): object => ({ height: 'MEDIUM', contentInfo: { fileUrl: LINK }, ...more });
const card = (more: object = {}): object => ({ title: 'Shoes', ...more });
const standalone = (cardContent: unknown, more: object = { cardOrientation: 'VERTICAL' }): object => ({
	richCard: { standaloneCard: { ...more, cardContent } },
});
const carousel = (cardContents: unknown, cardWidth: unknown = 'MEDIUM'): object => ({
	richCard: { carouselCard: { cardWidth, cardContents } },
});

describe('an RCS message is taken on', () => {
	it.each<[string, string, string, object]>([
		['a text', 'text', 'Ça va ? 👍', text()],
		['a file by its link', 'file', 'photo.jpg', { contentInfo: { fileUrl: LINK } }],
		['a link without a name', 'file', 'File', { contentInfo: { fileUrl: 'https://example.com/' } }],
		['a file by its name', 'file', 'files/1', { fileName: 'files/1' }],
		['an uploaded file', 'file', 'a', { uploadedRbmFile: { fileName: 'a', thumbnailName: 'b' } }],
		['no suggestions', 'text', 'Well?', saying()],
		['the longest reply', 'text', 'Well?', saying(reply({ text: '😀'.repeat(25), postbackData: x(2_048) }))],
		['a number to dial', 'text', 'Well?', saying(dial(), dial('3639'))],
		['a page to open, or anything else', 'text', 'Well?', saying(openUrl(), openUrl('tel:+33140000000'))],
		[
			'a place by its point, with a name, or by words',
			'text',
			'Well?',
			saying(
				place({ latLong: { latitude: -90, longitude: 180 }, label: 'Pole' }),
				place({ query: 'bakery in Lyon' }),
			),
		],
		['an event', 'text', 'Well?', saying(event({ description: 'Bring the receipt' }))],
		['a fallback', 'text', 'Well?', saying(action({ shareLocationAction: {} }, { fallbackUrl: LINK }))],
		['a card with nothing but a title', 'card', 'Shoes', standalone(card())],
		['a card with nothing but a description', 'card', '79 €', standalone({ description: '79 €' })],
		['a card with nothing but a picture', 'card', 'Card', standalone({ media: media() })],
		[
			'a card with all that it can have',
			'card',
			x(200),
			standalone(
				card({
					title: x(200),
					description: x(2_000),
					media: media({ height: 'TALL' }),
					suggestions: several(4, () => reply()),
				}),
			),
		],
		[
			'a horizontal card',
			'card',
			'Shoes',
			standalone(card({ media: media() }), {
				cardOrientation: 'HORIZONTAL',
				thumbnailImageAlignment: 'RIGHT',
			}),
		],
		[
			'a horizontal card that leaves height and side open',
			'card',
			'Shoes',
			standalone(card({ media: { contentInfo: { fileUrl: LINK } } }), { cardOrientation: 'HORIZONTAL' }),
		],
		[
			'a carousel of two small cards',
			'carousel',
			'Shoes',
			carousel([card({ media: media({ height: 'SHORT' }) }), card()], 'SMALL'),
		],
		[
			'a carousel of ten cards, its first without words',
			'carousel',
			'Shoes',
			carousel([{ media: media({ height: 'TALL' }) }, ...several(9, () => card())]),
		],
		['a carousel of pictures', 'carousel', 'Carousel', carousel(several(2, () => ({ media: media() })))],
	])('%s', async (_what, kind, preview, content) => {
		expect((await sendRcs(content)).status).toBe(202);
		expect(await onlyMessage()).toMatchObject({ channel: 'rcs', kind, text: preview, content });
		expect(await list('undeclared')).toEqual([]);
	});

	it.each<[string, object]>([
		['at the top', text('Hi', { messageTrafficType: 'TRANSACTION' })],
		['in a page to open', saying(openUrl(LINK, { application: 'WEBVIEW', webviewViewMode: 'HALF' }))],
		[
			'as an action',
			saying(action({ composeAction: { composeTextMessage: { phoneNumber: '+336001234' } } })),
		],
		['as a file of a card', standalone({ media: { height: 'TALL', uploadedRbmFile: { fileName: 'a' } } })],
		['as another name of a file of a card', standalone(card({ media: { height: 'TALL', storedFile: '1' } }))],
		['in a card', standalone(card({ footer: 'x' }))],
		[
			'in a carousel',
			{ richCard: { carouselCard: { cardWidth: 'SMALL', cardContents: [card(), card()], a: 1 } } },
		],
	])('with what Google may have added %s, and nothing is said of it', async (_where, content) => {
		expect((await sendRcs(content)).status).toBe(202);
		expect(await list('undeclared')).toEqual([]);
	});
});

describe('an RCS message is refused', () => {
	it.each<[string, unknown, string]>([
		['nothing at all', {}, 'contentMessage must have exactly one'],
		['suggestions alone', { suggestions: [reply()] }, 'contentMessage must have exactly one'],
		['what is no object', 'Hello', 'contentMessage must be an object'],
		['two kinds at once', text('Hi', { fileName: 'a' }), 'contentMessage must have exactly one'],
		['an empty text', text(''), 'contentMessage.text must be a string'],
		['a text of 3073 characters', text('😀'.repeat(3_073)), '1 to 3072 characters'],
		['a text that is a number', text(1), 'contentMessage.text must be a string'],
		['a text that is null', text(null), 'contentMessage.text must be a string'],
		['a file without a link', { contentInfo: {} }, 'contentInfo.fileUrl is missing'],
		['a link that is none', { contentInfo: { fileUrl: 'ftp://example.com/' } }, 'fileUrl must be an http'],
		['an empty thumbnail', { contentInfo: { fileUrl: LINK, thumbnailUrl: '' } }, 'thumbnailUrl must be'],
		['a refresh that is a text', { contentInfo: { fileUrl: LINK, forceRefresh: 'yes' } }, 'true or false'],
		['twelve suggestions', saying(...several(12, () => reply())), 'suggestions must be a list of 0 to 11'],
		['suggestions that are no list', text('Hi', { suggestions: reply() }), 'suggestions must be a list'],
		['a suggestion that is nothing', saying({}), 'must be either a reply or an action'],
		['a suggestion that is both', saying({ ...reply(), ...dial() }), 'must be either a reply or an action'],
		['a reply of 26 characters', saying(reply({ text: x(26) })), 'reply.text must be a string of 1 to 25'],
		['a reply without a text', saying({ reply: { postbackData: 'a' } }), 'reply.text is missing'],
		['a reply without its data', saying({ reply: { text: 'Yes' } }), 'reply.postbackData is missing'],
		['postback data of 2049 characters', saying(reply({ postbackData: x(2_049) })), '1 to 2048 characters'],
		['an action that does nothing', saying(action({})), 'action must have exactly one action'],
		[
			'two actions at once',
			saying(action({ shareLocationAction: {}, dialAction: { phoneNumber: '+33600123456' } })),
			'action must have exactly one action',
		],
		['a number that cannot be dialed', saying(dial('call us')), 'phoneNumber must be a phone number'],
		['an address that is none', saying(openUrl('example.com/a')), 'url must be an absolute URL'],
		['an invalid fallback', saying(action({ shareLocationAction: {} }, { fallbackUrl: 'x' })), 'fallbackUrl'],
		['no place', saying(place({ label: 'Pole' })), 'must have latLong or query'],
		['half a place', saying(place({ latLong: { latitude: 1 } })), 'longitude is missing'],
		['a place off the earth', saying(place({ latLong: { latitude: 91, longitude: 0 } })), 'from -90 to 90'],
		['an event without a title', saying(event({ title: '' })), 'title must be a non-empty string'],
		['an event without its zone', saying(event({ startTime: '2026-12-24T17:00:00' })), 'startTime must be'],
		['an event on no day', saying(event({ startTime: '2026-13-24T17:00:00Z' })), 'startTime must be a time'],
		['an event on 30 February', saying(event({ startTime: '2026-02-30T17:00:00Z' })), 'startTime must be'],
		['an event on 31 April', saying(event({ startTime: '2026-04-31T17:00:00Z' })), 'startTime must be'],
		['an event at 24:00', saying(event({ startTime: '2026-12-24T24:00:00Z' })), 'startTime must be a time'],
		['an event that ends as it begins', saying(event({ endTime: '2026-12-24T17:00:00Z' })), 'must end after'],
		['a card that is empty', standalone({}), 'must have a title, a description or media'],
		['a card without content', standalone(undefined), 'cardContent is missing'],
		['a card without an orientation', standalone(card(), {}), 'cardOrientation must be one of'],
		['a diagonal card', standalone(card(), { cardOrientation: 'D' }), 'cardOrientation must be one of'],
		[
			'a picture in the middle',
			standalone(card(), { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'MIDDLE' }),
			'thumbnailImageAlignment must be LEFT or RIGHT',
		],
		[
			'a vertical card with a side',
			standalone(card(), { cardOrientation: 'VERTICAL', thumbnailImageAlignment: 'LEFT' }),
			'must not have thumbnailImageAlignment',
		],
		['a title of 201 characters', standalone(card({ title: x(201) })), 'title must be a string of 1 to 200'],
		['a description of 2001 characters', standalone(card({ description: x(2_001) })), '1 to 2000 characters'],
		['a picture without a height', standalone({ media: { contentInfo } }), 'height is missing'],
		['a giant picture', standalone(card({ media: media({ height: 'GIANT' }) })), 'height must be'],
		['a picture that is none', standalone({ media: { height: 'SHORT' } }), 'must have exactly one file'],
		[
			'two pictures in one place',
			standalone({ media: media({ fileName: 'a' }) }),
			'must have exactly one file',
		],
		[
			'five suggestions on a card',
			standalone(card({ suggestions: several(5, () => reply()) })),
			'suggestions must be a list of 0 to 4',
		],
		['a carousel of one card', carousel([card()]), 'cardContents must be a list of 2 to 10'],
		[
			'a carousel of eleven cards',
			carousel(several(11, () => ({ title: 'T' }))),
			'cardContents must be a list of 2 to 10',
		],
		['a carousel without a width', carousel([card(), card()], null), 'cardWidth must be one of'],
		[
			'a tall picture in a carousel of small cards',
			carousel([card(), card({ media: media({ height: 'TALL' }) })], 'SMALL'),
			'height must be SHORT or MEDIUM',
		],
		['a carousel with an empty card', carousel([card(), {}]), 'cardContents.1 must have a title'],
		[
			'card and carousel at once',
			{ richCard: { ...richOf(standalone(card())), ...richOf(carousel([card(), card()])) } },
			'must be exactly one card or carousel',
		],
		['a card of another kind', { richCard: { gallery: {} } }, 'must be exactly one card or carousel'],
	])('for %s, and the log says why', async (_what, content, reason) => {
		expect((await sendRcs(content)).status).toBe(400);
		expect(await list('messages')).toEqual([]);
		const [request] = await list('requests');
		expect(request?.['reason']).toContain(reason);
	});
});

function richOf(content: object): object {
	return 'richCard' in content && typeof content.richCard === 'object' ? { ...content.richCard } : {};
}
