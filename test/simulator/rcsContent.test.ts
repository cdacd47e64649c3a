import { carousel, sendRcs, standalone } from './rcsSupport';
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
const share = { shareLocationAction: {} };
const dialing = { dialAction: { phoneNumber: '3639' } };
const openUrl = (url: unknown = LINK, more: object = {}) => action({ openUrlAction: { url, ...more } });
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
const replies = (count: number): object[] => several(count, () => reply());
const saying = (...suggestions: unknown[]): object => text('Well?', { suggestions });

const media = (more: object = {}): object => ({ height: 'MEDIUM', contentInfo: { fileUrl: LINK }, ...more });
const [short, tall] = ['SHORT', 'TALL'].map((height) => media({ height }));
const card = (more: object = {}): object => ({ title: 'Shoes', ...more });
const cards = (count: number): object[] => several(count, () => card());
const largestCard = { title: x(200), description: x(2_000), media: tall, suggestions: replies(4) };
const horizontal = (cardContent: unknown, more: object = {}): object =>
	standalone(cardContent, { cardOrientation: 'HORIZONTAL', ...more });
const noLayout = { cardOrientation: undefined };
const right = { thumbnailImageAlignment: 'RIGHT' };
const middle = { thumbnailImageAlignment: 'MIDDLE' };
const cardAndCarousel = { ...standalone(card()).richCard, ...carousel(cards(2)).richCard };

describe('an RCS message is taken on', () => {
	it.each<[what: string, content: object, kind?: string, preview?: string]>([
		['a text', text('Ça va ? 👍'), 'text', 'Ça va ? 👍'],
		['a file by its link', { contentInfo: { fileUrl: LINK } }, 'file', 'photo.jpg'],
		['a link without a name', { contentInfo: { fileUrl: 'https://example.com/' } }, 'file', 'File'],
		['a file by its name', { fileName: 'files/1' }, 'file', 'files/1'],
		['an uploaded file', { uploadedRbmFile: { fileName: 'a', thumbnailName: 'b' } }, 'file', 'a'],
		['no suggestions', saying()],
		['the longest reply', saying(reply({ text: '😀'.repeat(25), postbackData: x(2_048) }))],
		['a number to dial', saying(dial(), dial('3639'))],
		['a page to open, or anything else', saying(openUrl(), openUrl('tel:+33140000000'))],
		['a place by its point', saying(place({ latLong: { latitude: -90, longitude: 180 }, label: 'Pole' }))],
		['a place by words', saying(place({ query: 'bakery in Lyon' }))],
		['an event', saying(event({ description: 'Bring the receipt' }))],
		['a fallback', saying(action(share, { fallbackUrl: LINK }))],
		['a card with nothing but a title', standalone(card()), 'card', 'Shoes'],
		['a card with nothing but a description', standalone({ description: '79 €' }), 'card', '79 €'],
		['a card with nothing but a picture', standalone({ media: media() }), 'card', 'Card'],
		['a card with all that it can have', standalone(largestCard), 'card', x(200)],
		['a horizontal card', horizontal(card({ media: media() }), right), 'card', 'Shoes'],
		['a horizontal card, all else open', horizontal({ media: { contentInfo } }), 'card', 'Card'],
		['a carousel of small cards', carousel([card({ media: short }), card()], 'SMALL'), 'carousel', 'Shoes'],
		['a carousel of ten cards', carousel([{ media: tall }, ...cards(9)]), 'carousel', 'Shoes'],
		['a carousel of pictures', carousel(several(2, () => ({ media: media() }))), 'carousel', 'Carousel'],
	])('%s', async (_what, content, kind = 'text', preview = 'Well?') => {
		expect((await sendRcs(content)).status).toBe(202);
		expect(await onlyMessage()).toMatchObject({ channel: 'rcs', kind, text: preview, content });
		expect(await list('undeclared')).toEqual([]);
	});

	it.each<[string, object]>([
		['at the top', text('Hi', { messageTrafficType: 'TRANSACTION' })],
		['in a page to open', saying(openUrl(LINK, { application: 'WEBVIEW', webviewViewMode: 'HALF' }))],
		['as an action', saying(action({ composeAction: { composeTextMessage: { phoneNumber: '3639' } } }))],
		['as a file of a card', standalone({ media: { height: 'TALL', uploadedRbmFile: { fileName: 'a' } } })],
		['as another name of a file of a card', standalone(card({ media: { height: 'TALL', storedFile: '1' } }))],
		['in a card', standalone(card({ footer: 'x' }))],
		['in a carousel', carousel(cards(2), 'SMALL', { a: 1 })],
	])('with what Google may have added %s, and nothing is said of it', async (_where, content) => {
		expect((await sendRcs(content)).status).toBe(202);
		expect(await list('undeclared')).toEqual([]);
	});
});

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
	['twelve suggestions', saying(...replies(12)), 'suggestions must be a list of 0 to 11'],
	['suggestions that are no list', text('Hi', { suggestions: reply() }), 'suggestions must be a list'],
	['a suggestion that is nothing', saying({}), 'must be either a reply or an action'],
	['a suggestion that is both', saying({ ...reply(), ...dial() }), 'must be either a reply or an action'],
	['a reply of 26 characters', saying(reply({ text: x(26) })), 'reply.text must be a string of 1 to 25'],
	['a reply without a text', saying({ reply: { postbackData: 'a' } }), 'reply.text is missing'],
	['a reply without its data', saying({ reply: { text: 'Yes' } }), 'reply.postbackData is missing'],
	['postback data of 2049 characters', saying(reply({ postbackData: x(2_049) })), '1 to 2048 characters'],
	['an action that does nothing', saying(action({})), 'action must have exactly one action'],
	['two actions', saying(action({ ...share, ...dialing })), 'action must have exactly one action'],
	['a number that cannot be dialed', saying(dial('call us')), 'phoneNumber must be a phone number'],
	['an address that is none', saying(openUrl('example.com/a')), 'url must be an absolute URL'],
	['an invalid fallback', saying(action(share, { fallbackUrl: 'x' })), 'fallbackUrl'],
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
	['a card without an orientation', standalone(card(), noLayout), 'cardOrientation must be one of'],
	['a diagonal card', standalone(card(), { cardOrientation: 'D' }), 'cardOrientation must be one of'],
	['a picture in the middle', horizontal(card(), middle), 'thumbnailImageAlignment must be LEFT or RIGHT'],
	['a vertical card with a side', standalone(card(), right), 'must not have thumbnailImageAlignment'],
	['a title of 201 characters', standalone(card({ title: x(201) })), 'title must be a string of 1 to 200'],
	['a description of 2001 characters', standalone(card({ description: x(2_001) })), '1 to 2000 characters'],
	['a picture without a height', standalone({ media: { contentInfo } }), 'height is missing'],
	['a giant picture', standalone(card({ media: media({ height: 'GIANT' }) })), 'height must be'],
	['a picture that is none', standalone({ media: { height: 'SHORT' } }), 'must have exactly one file'],
	['two pictures', standalone({ media: media({ fileName: 'a' }) }), 'must have exactly one file'],
	['five replies', standalone(card({ suggestions: replies(5) })), 'suggestions must be a list of 0 to 4'],
	['a carousel of one card', carousel([card()]), 'cardContents must be a list of 2 to 10'],
	['a carousel of eleven cards', carousel(cards(11)), 'cardContents must be a list of 2 to 10'],
	['a carousel without a width', carousel(cards(2), null), 'cardWidth must be one of'],
	['a tall small card', carousel([card(), { media: tall }], 'SMALL'), 'height must be SHORT or MEDIUM'],
	['a carousel with an empty card', carousel([card(), {}]), 'cardContents.1 must have a title'],
	['card and carousel at once', { richCard: cardAndCarousel }, 'must be exactly one card or carousel'],
	['a card of another kind', { richCard: { gallery: {} } }, 'must be exactly one card or carousel'],
])('an RCS message is refused for %s, and the log says why', async (_what, content, reason) => {
	expect((await sendRcs(content)).status).toBe(400);
	expect(await list('messages')).toEqual([]);
	const [request] = await list('requests');
	expect(request?.['reason']).toContain(reason);
});
