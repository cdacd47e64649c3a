import { rcsContentFromJson } from '../../../protocol/rcs/message';
import {
	carousel,
	contentInfo,
	reply,
	standalone,
	withAction,
	withEvent,
	withSuggestion,
} from './jsonMessages';
import { times } from './wire';

describe('rcsContentFromJson', () => {
	it.each<[string, object]>([
		['a text', { text: 'Café 5 € 😀', suggestions: [reply] }],
		['no suggestions, in so many words', { text: 'Hello', suggestions: [] }],
		['a file', { contentInfo: { ...contentInfo, thumbnailUrl: 'http://a.example', forceRefresh: false } }],
		['a file by its name', { fileName: 'files/abc' }],
		['an uploaded file', { uploadedRbmFile: { fileName: 'abc', thumbnailName: 'def' } }],
		['a card', standalone({}, { title: 'A', media: { height: 'TALL', contentInfo } })],
		['a horizontal card', standalone({ cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'RIGHT' })],
		['a carousel', carousel()],
		['a call', withAction({ dialAction: { phoneNumber: '3900' }, fallbackUrl: 'https://example.com' })],
		['a page', withAction({ openUrlAction: { url: 'https://example.com' } })],
		['a number as an address', withAction({ openUrlAction: { url: 'tel:+33140000000' } })],
		[
			'a link in the link of an app',
			withAction({ openUrlAction: { url: 'shop://open?next=https://a.example' } }),
		],
		['the link of an app', withAction({ openUrlAction: { url: 'my-shop.app://orders/7?ref=é' } })],
		['a place', withAction({ viewLocationAction: { latLong: { latitude: -90, longitude: 9 }, label: 'P' } })],
		['a search', withAction({ viewLocationAction: { query: 'bakery' } })],
		['an event', withEvent({ startTime: '2026-12-24T17:00:00Z', description: 'Bring it' })],
		['a question for the place', withAction({ shareLocationAction: {} })],
	])('takes %s', (_, json) => {
		expect(rcsContentFromJson(json).json).toEqual(json);
		expect(rcsContentFromJson({ contentMessage: json }).json).toEqual(json);
	});

	it('has the times of an event in UTC, to the second', () => {
		const inZone = withEvent({ startTime: '2026-12-24T17:00:00.5+01:00' });
		const inUtc = withEvent({ startTime: '2026-12-24T16:00:00Z' });
		expect(rcsContentFromJson(inZone)).toEqual(rcsContentFromJson(inUtc));
	});

	it.each<[string, object]>([
		['beside the content', { text: 'Hello', new_member: { deep: [null, 1] } }],
		[
			'in a page to open',
			withAction({ openUrlAction: { url: 'https://a.example', application: 'WEBVIEW' } }),
		],
		['for a new kind of action', withAction({ composeAction: { composeRecordingMessage: {} } })],
		['beside an action', withAction({ shareLocationAction: { x: 1 }, y: 'z' })],
		['for other media', standalone({}, { media: { height: 'SHORT', uploadedRbmFile: { fileName: 'a' } } })],
		['in cards', carousel({ z: true, cardContents: times(2, () => ({ title: 'A', badge: 'é' })) })],
		['in a suggestion', withSuggestion({ ...reply, style: 'bold' })],
	])('lets members pass that nobody knows: %s', (_, json) => {
		expect(rcsContentFromJson(json).json).toEqual(json);
	});

	it.each<[string, object, object]>([
		['a member that is null', { text: 'Hé', richCard: null, suggestions: null }, { text: 'Hé' }],
		[
			'null beside what there is, at any depth',
			{ contentMessage: { ...standalone({}, { title: 'A', media: null, suggestions: null }), text: null } },
			standalone({}, { title: 'A' }),
		],
		['null beside a content', { contentMessage: { text: 'Hé' }, validity: null }, { text: 'Hé' }],
		[
			'null in a suggestion',
			withAction({ dialAction: null, fallbackUrl: null, shareLocationAction: {} }),
			withAction({ shareLocationAction: {} }),
		],
		[
			'no title, in so many words',
			carousel({ cardContents: times(2, () => ({ title: '', description: 'é' })) }),
			carousel({ cardContents: times(2, () => ({ description: 'é' })) }),
		],
		['no description', standalone({}, { title: 'A', description: '' }), standalone({}, { title: 'A' })],
		['a side that no vertical card has', standalone({ thumbnailImageAlignment: 'LEFT' }), standalone()],
		[
			'a horizontal card that is silent of its side',
			standalone({ cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: null }),
			standalone({ cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'LEFT' }),
		],
		[
			'true and false as texts',
			{ contentInfo: { ...contentInfo, forceRefresh: 'true' } },
			{ contentInfo: { ...contentInfo, forceRefresh: true } },
		],
		[
			'the same in a card',
			standalone({}, { media: { height: 'TALL', contentInfo: { ...contentInfo, forceRefresh: 'false' } } }),
			standalone({}, { media: { height: 'TALL', contentInfo: { ...contentInfo, forceRefresh: false } } }),
		],
		[
			'degrees as texts',
			withAction({ viewLocationAction: { latLong: { latitude: ' 48.8584', longitude: '-2' } } }),
			withAction({ viewLocationAction: { latLong: { latitude: 48.8584, longitude: -2 } } }),
		],
		[
			'all of it, but not within members that nobody knows',
			{ text: 'Hé', later: { text: null, title: '', latitude: '1' }, laterStill: null },
			{ text: 'Hé', later: { text: null, title: '', latitude: '1' } },
		],
	])('takes %s, and sends it as it is documented', (_, given, sent) => {
		const before = JSON.stringify(given);
		expect(rcsContentFromJson(given).json).toEqual(sent);
		expect(JSON.stringify(given)).toBe(before);
	});

	it('is struck out of errors, members that nobody knows included', () => {
		const { secrets } = rcsContentFromJson({ ...withSuggestion(reply), extra: ['Marguerite'] });
		expect(secrets.sort()).toEqual(['Hello', 'Marguerite', 'Yes', 'Yes', 'yes', 'yes']);
	});
});
