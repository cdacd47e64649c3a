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
		(json) => isRefused(json, "The value isn't a JSON object of at most 64 levels."),
	);

	const isRefused = (json: unknown, words: string): void => {
		const { field, message } = invalidInput(() => rcsContentFromJson(json));
		expect([field, message]).toEqual(['contentMessage', words]);
	};

	it.each<[object, string]>([
		[{}, 'The message has no text, richCard, contentInfo, fileName or uploadedRbmFile.'],
		[{ contentMessage: 'Hello' }, "The property contentMessage isn't a JSON object of at most 64 levels."],
		[{ contentMessage: { text: 'Hi' }, validity: 5 }, 'There are other properties next to contentMessage.'],
		[{ text: 'Hello', ...carousel() }, 'The message has text and richCard, but can have only one of them.'],
		[{ text: false }, 'The text is true or false instead of a text.'],
		[{ text: [5] }, 'The text is a list or an object instead of a text.'],
		[{ text: 2 ** 60 }, 'The text is a number that is too long, and was rounded.'],
		[{ text: 'x'.repeat(3073) }, 'The text has 3,073 characters (limit: 3,072).'],
		[{ contentInfo: 'https://example.com' }, "The file isn't an object."],
		[{ fileName: ' ' }, 'The name of the file is empty.'],
		[{ uploadedRbmFile: {} }, 'The name of the uploaded file is missing.'],
		[
			{ uploadedRbmFile: { fileName: 'a', thumbnailName: {} } },
			'The name of the thumbnail is a list or an object instead of a text.',
		],
		[{ uploadedRbmFile: 'a' }, "The uploaded file isn't an object."],
		[{ richCard: {} }, 'The rich card has no standaloneCard or carouselCard.'],
		[{ richCard: { standaloneCard: [] } }, "The standaloneCard isn't an object."],
		[{ text: 'Hello', suggestions: {} }, "The suggestions aren't a list."],
		[{ text: 'Hello', suggestions: [null] }, "Suggestion 1 isn't an object."],
		[
			{ text: 'Hi', extra: 'é'.repeat(128_000) },
			'The message has 256,024 bytes (limit: 256,000, or 250 KB).',
		],
	])('says what is wrong with a message: %#', isRefused);

	it('says which contents are there, but exclude each other', () => {
		const contents = { text: 'Hello', fileName: 'a', contentInfo };
		isRefused(contents, 'The message has text, contentInfo and fileName, but can have only one of them.');
		const richCard = { ...standalone().richCard, ...carousel().richCard };
		isRefused(
			{ richCard },
			'The rich card has standaloneCard and carouselCard, but can have only one of them.',
		);
	});

	it.each([
		[{ fileUrl: undefined }, 'The URL of the file is missing.'],
		[{ fileUrl: 'a.jpg' }, "The URL of the file isn't an http or https URL."],
		[{ fileUrl: 'https://example.com/a\n' }, 'The URL of the file has leading or trailing spaces.'],
		[{ forceRefresh: 'yes' }, "The property forceRefresh isn't true or false."],
	])('says what is wrong with a file: %j', (changes, message) =>
		isRefused({ contentInfo: { ...contentInfo, ...changes } }, message),
	);

	const horizontal = { cardOrientation: 'HORIZONTAL' };
	it.each([
		[{ cardOrientation: undefined }, 'The orientation of the card is missing.'],
		[{ cardOrientation: 'vertical' }, "The orientation of the card isn't an available option."],
		[{ cardContent: undefined }, 'The card is missing.'],
		[{ ...horizontal, thumbnailImageAlignment: 'TOP' }, "The image alignment isn't an available option."],
	])('says what is wrong with the layout of a card: %#', (changes, message) =>
		isRefused(standalone(changes), message),
	);

	it.each([
		[{}, 'The card has no title, no description and no media.'],
		[{ title: ' ' }, 'The title of the card is empty.'],
		[{ title: '', description: null }, 'The card has no title, no description and no media.'],
		[{ media: { height: 'TALL' } }, 'The media file of the card is missing.'],
		[{ media: { contentInfo } }, 'The media height of the card is missing.'],
		[{ media: { height: 'SHORT', contentInfo: {} } }, 'The media URL of the card is missing.'],
		[
			{ media: { height: 'SHORT', contentInfo: { fileUrl: 'a.jpg' }, caption: 'x' } },
			"The media URL of the card isn't an http or https URL.",
		],
	])('says what is wrong with a card: %j', (content, message) => isRefused(standalone({}, content), message));

	it.each([
		[{ cardWidth: 'LARGE' }, "The width of the cards isn't an available option."],
		[{ cardContents: undefined }, 'The cards are missing.'],
		[{ cardContents: {} }, "The cards aren't a list."],
	])('says what is wrong with a carousel: %#', (changes, message) => isRefused(carousel(changes), message));

	const tall = { media: { height: 'TALL', contentInfo } };
	it.each([
		['B', "Card 2 isn't an object."],
		[tall, "The media height of card 2 is tall, which small carousel cards don't support."],
		[{ title: 'B', suggestions: [{}] }, 'Suggestion 1 of card 2 has no reply or action.'],
	])('says what is wrong with a card of several: %#', (second, message) =>
		isRefused(carousel({ cardContents: [{ title: 'A' }, second] }), message),
	);

	it.each([
		['Yes', "Suggestion 2 isn't an object."],
		[{ newKind: {} }, 'Suggestion 2 has no reply or action.'],
		[{ ...reply, action: tap }, 'Suggestion 2 has reply and action, but can have only one of them.'],
		[{ reply: { text: 'Yes' } }, 'The postback data of suggestion 2 is missing.'],
		[{ reply: 'Yes' }, "The reply of suggestion 2 isn't an object."],
	])('says what is wrong with a suggestion: %j', (second, message) =>
		isRefused(withSuggestion(second), message),
	);

	const two = { shareLocationAction: {}, dialAction: { phoneNumber: '+33140000000' } };
	const notComplete = "The URL of suggestion 2 isn't a complete URL.";
	it.each([
		[{}, 'Suggestion 2 has no action.'],
		[{ fallbackUrl: 'https://example.com' }, 'Suggestion 2 has no action.'],
		[{ composeAction: null }, 'Suggestion 2 has no action.'],
		[two, 'Suggestion 2 has dialAction and shareLocationAction, but can have only one of them.'],
		[{ dialAction: '+33140000000' }, "The dialAction of suggestion 2 isn't an object."],
		[{ dialAction: {} }, 'The phone number of suggestion 2 is missing.'],
		[{ openUrlAction: { url: 'example.com' } }, notComplete],
		[{ openUrlAction: { url: 'https:/a' } }, notComplete],
		[{ openUrlAction: { url: 'http:///a' } }, notComplete],
		[{ openUrlAction: { url: 'tel:1 2' } }, notComplete],
		[{ openUrlAction: { url: 'tel:' } }, notComplete],
		[{ openUrlAction: { url: '1tel:+331' } }, notComplete],
		[{ openUrlAction: { url: 'tel:1 ' } }, 'The URL of suggestion 2 has leading or trailing spaces.'],
		[
			{ fallbackUrl: ' https://example.com', shareLocationAction: {} },
			'The fallback URL of suggestion 2 has leading or trailing spaces.',
		],
		[{ viewLocationAction: {} }, 'Suggestion 2 has no location.'],
		[{ viewLocationAction: { latLong: [48, 2] } }, "The location of suggestion 2 isn't an object."],
		[
			{ viewLocationAction: { query: 'bakery', label: [] } },
			'The label of suggestion 2 is a list or an object instead of a text.',
		],
		[{ viewLocationAction: { query: ' ' } }, 'The query of suggestion 2 is empty.'],
	])('says what is wrong with an action: %j', (action, message) => isRefused(withAction(action), message));

	it.each([
		['48,8', 2, 'The latitude of suggestion 2 must be a number from -90 to 90.'],
		['48', '180.1', 'The longitude of suggestion 2 must be a number from -180 to 180.'],
		['', null, 'The latitude of suggestion 2 must be a number from -90 to 90.'],
	])('says what is wrong with the place %j, %j', (latitude, longitude, message) =>
		isRefused(withAction({ viewLocationAction: { latLong: { latitude, longitude } } }), message),
	);

	it.each([
		[{ description: {} }, 'The description of suggestion 2 is a list or an object instead of a text.'],
		[{ endTime: undefined }, 'The end of suggestion 2 is missing.'],
		[{ endTime: event.startTime }, 'The end of suggestion 2 is not after its start.'],
		[{ startTime: '2026-12-24T17:30:00-01:00' }, 'The end of suggestion 2 is not after its start.'],
		[{ startTime: '2026-12-24T17:00:00' }, "The start of suggestion 2 isn't a time with a time zone."],
		[{ startTime: '2026-13-24T17:00:00Z' }, "The start of suggestion 2 isn't a time with a time zone."],
		[{ startTime: '2026-02-30T17:00:00Z' }, "The start of suggestion 2 isn't a time with a time zone."],
		[{ title: ' ' }, 'The title of suggestion 2 is empty.'],
	])('says what is wrong with an event: %j', (changes, message) => isRefused(withEvent(changes), message));
});
