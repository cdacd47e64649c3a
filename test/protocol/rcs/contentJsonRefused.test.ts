import { rcsContentFromJson } from '../../../protocol/rcs/message';
import { invalidInput } from '../helpers';
import {
	carousel,
	contentInfo,
	event,
	reply,
	standalone,
	tap,
	withAction,
	withEvent,
	withSuggestion,
} from './jsonMessages';

describe('rcsContentFromJson: what it refuses', () => {
	it.each<[string, object]>([
		['in what the platform calls a message', { agentMessage: { contentMessage: { text: 'Hé' } } }],
		['in the body of a request', { recipients: ['+33600123401'], message: { text: 'Hé' } }],
		['in a list', { messages: [{ text: 'Hé' }] }],
		['twice', { contentMessage: { contentMessage: { text: 'Hé' } } }],
		['together with suggestions', { content: { text: 'Hé' }, suggestions: [reply] }],
	])('says what to give of a content that is wrapped %s', (_, json) => {
		const { field, message, remediation } = invalidInput(() => rcsContentFromJson(json));
		expect([field, message]).toEqual(['contentMessage', 'The message is nested inside another object.']);
		expect(remediation).toContain('only the value of contentMessage');
	});

	const circle: Record<string, unknown> = {};
	circle.self = circle;
	it.each([[undefined], [null], [1], ['{"text":"Hello"}'], [[{ text: 'Hello' }]], [circle], [() => ({})]])(
		'%p is no object',
		(json) => {
			const { field, message } = invalidInput(() => rcsContentFromJson(json));
			expect([field, message]).toEqual(['contentMessage', "The value isn't a JSON object."]);
		},
	);

	it.each<[object, string]>([
		[{}, 'The message has no text, richCard, contentInfo, fileName or uploadedRbmFile.'],
		[{ contentMessage: 'Hello' }, "The property contentMessage isn't a JSON object."],
		[
			{ contentMessage: { text: 'Hello' }, validity: 5 },
			'There are other properties next to contentMessage.',
		],
		[{ text: 'Hello', ...carousel() }, 'The message has text and richCard, but can have only one of them.'],
		[
			{ text: 'Hello', fileName: 'a', contentInfo },
			'The message has text, contentInfo and fileName, but can have only one of them.',
		],
		[{ text: 5 }, "The text isn't a string."],
		[{ text: 'x'.repeat(3073) }, 'The text has 3,073 characters (limit: 3,072).'],
		[{ contentInfo: 'https://example.com' }, "The file isn't an object."],
		[{ contentInfo: {} }, 'The URL of the file is missing.'],
		[{ contentInfo: { fileUrl: 'a.jpg' } }, "The URL of the file isn't an http or https URL."],
		[
			{ contentInfo: { fileUrl: 'https://example.com/a\n' } },
			'The URL of the file has leading or trailing spaces.',
		],
		[
			{ contentInfo: { ...contentInfo, forceRefresh: 'yes' } },
			"The property forceRefresh isn't true or false.",
		],
		[{ fileName: ' ' }, 'The name of the file is empty.'],
		[{ uploadedRbmFile: {} }, 'The name of the uploaded file is missing.'],
		[{ richCard: {} }, 'The rich card has no standaloneCard or carouselCard.'],
		[
			{ richCard: { ...standalone().richCard, ...carousel().richCard } },
			'The rich card has standaloneCard and carouselCard, but can have only one of them.',
		],
		[standalone({ cardOrientation: undefined }), 'The orientation of the card is missing.'],
		[standalone({ cardOrientation: 'vertical' }), "The orientation of the card isn't an available option."],
		[standalone({ cardContent: undefined }), 'The card is missing.'],
		[
			standalone({ cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'TOP' }),
			"The image alignment isn't an available option.",
		],
		[standalone({}, {}), 'The card has no title, no description and no media.'],
		[standalone({}, { title: ' ' }), 'The title of the card is empty.'],
		[standalone({}, { title: '', description: null }), 'The card has no title, no description and no media.'],
		[standalone({}, { media: { height: 'TALL' } }), 'The media file of the card is missing.'],
		[standalone({}, { media: { contentInfo } }), 'The media height of the card is missing.'],
		[
			standalone({}, { media: { height: 'SHORT', contentInfo: {} } }),
			'The media URL of the card is missing.',
		],
		[carousel({ cardWidth: 'LARGE' }), "The width of the cards isn't an available option."],
		[carousel({ cardContents: undefined }), 'The cards are missing.'],
		[carousel({ cardContents: {} }), "The cards aren't a list."],
		[carousel({ cardContents: [{ title: 'A' }, 'B'] }), "Card 2 isn't an object."],
		[
			carousel({ cardContents: [{ title: 'A' }, { media: { height: 'TALL', contentInfo } }] }),
			"The media height of card 2 is tall, which small carousel cards don't support.",
		],
		[
			carousel({ cardContents: [{ title: 'A' }, { title: 'B', suggestions: [{}] }] }),
			'Suggestion 1 of card 2 has no reply or action.',
		],
		[{ text: 'Hello', suggestions: {} }, "The suggestions aren't a list."],
		[{ text: 'Hello', suggestions: [null] }, "Suggestion 1 isn't an object."],
		[withSuggestion('Yes'), "Suggestion 2 isn't an object."],
		[withSuggestion({ newKind: {} }), 'Suggestion 2 has no reply or action.'],
		[
			withSuggestion({ ...reply, action: { ...tap, shareLocationAction: {} } }),
			'Suggestion 2 has reply and action, but can have only one of them.',
		],
		[withSuggestion({ reply: { text: 'Yes' } }), 'The postback data of suggestion 2 is missing.'],
		[withAction({}), 'Suggestion 2 has no action.'],
		[withAction({ fallbackUrl: 'https://example.com' }), 'Suggestion 2 has no action.'],
		[withAction({ composeAction: null }), 'Suggestion 2 has no action.'],
		[
			withAction({ shareLocationAction: {}, dialAction: { phoneNumber: '+33140000000' } }),
			'Suggestion 2 has dialAction and shareLocationAction, but can have only one of them.',
		],
		[withAction({ dialAction: '+33140000000' }), "The dialAction of suggestion 2 isn't an object."],
		[withAction({ dialAction: {} }), 'The phone number of suggestion 2 is missing.'],
		[withAction({ openUrlAction: { url: 'example.com' } }), "The URL of suggestion 2 isn't a complete URL."],
		[withAction({ openUrlAction: { url: 'https:/a' } }), "The URL of suggestion 2 isn't a complete URL."],
		[withAction({ openUrlAction: { url: 'tel:1 2' } }), "The URL of suggestion 2 isn't a complete URL."],
		[withAction({ openUrlAction: { url: 'tel:' } }), "The URL of suggestion 2 isn't a complete URL."],
		[
			withAction({ openUrlAction: { url: 'tel:1 ' } }),
			'The URL of suggestion 2 has leading or trailing spaces.',
		],
		[
			withAction({ fallbackUrl: ' https://example.com', shareLocationAction: {} }),
			'The fallback URL of suggestion 2 has leading or trailing spaces.',
		],
		[withAction({ viewLocationAction: {} }), 'Suggestion 2 has no location.'],
		[
			withAction({ viewLocationAction: { latLong: [48, 2] } }),
			"The location of suggestion 2 isn't an object.",
		],
		[
			withAction({ viewLocationAction: { query: 'bakery', label: 5 } }),
			"The label of suggestion 2 isn't a string.",
		],
		[withAction({ viewLocationAction: { query: ' ' } }), 'The query of suggestion 2 is empty.'],
		[withEvent({ description: 5 }), "The description of suggestion 2 isn't a string."],
		[{ uploadedRbmFile: { fileName: 'a', thumbnailName: 5 } }, "The name of the thumbnail isn't a string."],
		[{ uploadedRbmFile: 'a' }, "The uploaded file isn't an object."],
		[{ richCard: { standaloneCard: [] } }, "The standaloneCard isn't an object."],
		[withSuggestion({ reply: 'Yes' }), "The reply of suggestion 2 isn't an object."],
		[
			standalone({}, { media: { height: 'SHORT', contentInfo: { fileUrl: 'a.jpg' }, caption: 'x' } }),
			"The media URL of the card isn't an http or https URL.",
		],
		[withAction({ openUrlAction: { url: 'http:///a' } }), "The URL of suggestion 2 isn't a complete URL."],
		[withAction({ openUrlAction: { url: '1tel:+331' } }), "The URL of suggestion 2 isn't a complete URL."],
		[
			withAction({ viewLocationAction: { latLong: { latitude: '48,8', longitude: 2 } } }),
			'The latitude of suggestion 2 must be a number from -90 to 90.',
		],
		[
			withAction({ viewLocationAction: { latLong: { latitude: '48', longitude: '180.1' } } }),
			'The longitude of suggestion 2 must be a number from -180 to 180.',
		],
		[
			withAction({ viewLocationAction: { latLong: { latitude: '', longitude: null } } }),
			'The latitude of suggestion 2 must be a number from -90 to 90.',
		],
		[withEvent({ endTime: undefined }), 'The end of suggestion 2 is missing.'],
		[withEvent({ endTime: event.startTime }), 'The end of suggestion 2 is not after its start.'],
		[
			withEvent({ startTime: '2026-12-24T17:30:00-01:00' }),
			'The end of suggestion 2 is not after its start.',
		],
		[
			withEvent({ startTime: '2026-12-24T17:00:00' }),
			"The start of suggestion 2 isn't a time with a time zone.",
		],
		[
			withEvent({ startTime: '2026-13-24T17:00:00Z' }),
			"The start of suggestion 2 isn't a time with a time zone.",
		],
		[withEvent({ title: ' ' }), 'The title of suggestion 2 is empty.'],
		[
			{ text: 'Hello', extra: 'é'.repeat(128_000) },
			'The message has 256,027 bytes (limit: 256,000, or 250 KB).',
		],
	])('says what is wrong: %#', (json, message) => {
		const error = invalidInput(() => rcsContentFromJson(json));
		expect([error.field, error.message]).toEqual(['contentMessage', message]);
	});
});
