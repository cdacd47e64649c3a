import type { INodeParameters } from 'n8n-workflow';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { acceptedAnswer, bodyOf } from '../../support/jsonAnswers';
import { nodeName, outputOf } from '../../support/runNode';
import { agentId, runRcs } from '../../support/runRcs';

let server: ScriptedServer;
beforeEach(async () => {
	server = await serveScript(() => acceptedAnswer(['33600123456']));
});
afterEach(async () => server.close());

const suggestions = (...rows: INodeParameters[]): INodeParameters => ({ suggestion: rows });
const answer = (text: string, postbackData = text): INodeParameters => ({
	type: 'reply',
	text,
	postbackData,
});
const replied = (text: string, postbackData = text) => ({ reply: { text, postbackData } });
const card = (title: string, more: INodeParameters = {}): INodeParameters => ({ title, ...more });

/** What it is, its fields, and what must go out under `contentMessage`. */
const messageTypes: [string, INodeParameters, object][] = [
	['a text', { text: 'Bonjour, été à 5 € 👋' }, { text: 'Bonjour, été à 5 € 👋' }],
	[
		'a text with replies',
		{ text: 'Tomorrow?', suggestions: suggestions(answer('Yes', '{"ok":true}'), answer('No')) },
		{ text: 'Tomorrow?', suggestions: [replied('Yes', '{"ok":true}'), replied('No')] },
	],
	[
		'a text with every action',
		{
			text: 'How?',
			suggestions: suggestions(
				{ type: 'dial', text: 'Call', postbackData: 'd', phoneNumber: '+33140000000' },
				{
					type: 'openUrl',
					text: 'Site',
					postbackData: 'o',
					url: 'https://example.com/1',
					fallbackUrl: 'https://example.com/2',
				},
				{
					type: 'viewLocation',
					text: 'Map',
					postbackData: 'v',
					latitude: '48.8584',
					longitude: '2.2945',
					label: 'Tower',
				},
				{ type: 'viewLocation', text: 'Find', postbackData: 'q', query: 'bakery' },
				{
					type: 'createCalendarEvent',
					text: 'Plan',
					postbackData: 'c',
					title: 'Fitting',
					start: '2026-12-24T18:00:00+01:00',
					end: '2026-12-24T19:00:00+01:00',
				},
				{ type: 'shareLocation', text: 'Here', postbackData: 's' },
			),
		},
		{
			text: 'How?',
			suggestions: [
				{ action: { text: 'Call', postbackData: 'd', dialAction: { phoneNumber: '+33140000000' } } },
				{
					action: {
						text: 'Site',
						postbackData: 'o',
						fallbackUrl: 'https://example.com/2',
						openUrlAction: { url: 'https://example.com/1' },
					},
				},
				{
					action: {
						text: 'Map',
						postbackData: 'v',
						viewLocationAction: { latLong: { latitude: 48.8584, longitude: 2.2945 }, label: 'Tower' },
					},
				},
				{ action: { text: 'Find', postbackData: 'q', viewLocationAction: { query: 'bakery' } } },
				{
					action: {
						text: 'Plan',
						postbackData: 'c',
						createCalendarEventAction: {
							startTime: '2026-12-24T17:00:00Z',
							endTime: '2026-12-24T18:00:00Z',
							title: 'Fitting',
						},
					},
				},
				{ action: { text: 'Here', postbackData: 's', shareLocationAction: {} } },
			],
		},
	],
	[
		'a file',
		{
			messageType: 'file',
			fileUrl: 'https://example.com/a.pdf',
			thumbnailUrl: 'https://example.com/a.jpg',
			options: { forceRefresh: true },
		},
		{
			contentInfo: {
				fileUrl: 'https://example.com/a.pdf',
				thumbnailUrl: 'https://example.com/a.jpg',
				forceRefresh: true,
			},
		},
	],
	[
		'a vertical card',
		{
			messageType: 'card',
			orientation: 'vertical',
			title: 'Shoes',
			description: 'Light, 79 €',
			mediaUrl: 'https://example.com/s.jpg',
			mediaHeight: 'tall',
			cardSuggestions: suggestions(answer('Buy')),
			suggestions: suggestions(answer('Stop')),
		},
		{
			richCard: {
				standaloneCard: {
					cardOrientation: 'VERTICAL',
					cardContent: {
						title: 'Shoes',
						description: 'Light, 79 €',
						media: { height: 'TALL', contentInfo: { fileUrl: 'https://example.com/s.jpg' } },
						suggestions: [replied('Buy')],
					},
				},
			},
			suggestions: [replied('Stop')],
		},
	],
	[
		'a horizontal card',
		{ messageType: 'card', orientation: 'horizontal', imageAlignment: 'right', title: 'Shoes' },
		{
			richCard: {
				standaloneCard: {
					cardOrientation: 'HORIZONTAL',
					thumbnailImageAlignment: 'RIGHT',
					cardContent: { title: 'Shoes' },
				},
			},
		},
	],
	[
		'a carousel',
		{
			messageType: 'carousel',
			width: 'small',
			cards: {
				card: [card('A', { cardSuggestions: suggestions(answer('Take A', '{"id":1}')) }), card('B')],
			},
		},
		{
			richCard: {
				carouselCard: {
					cardWidth: 'SMALL',
					cardContents: [{ title: 'A', suggestions: [replied('Take A', '{"id":1}')] }, { title: 'B' }],
				},
			},
		},
	],
	[
		'JSON with members that nobody knows',
		{
			specifyContent: 'json',
			contentMessage: JSON.stringify({
				text: 'Hi',
				suggestions: [
					{
						action: {
							text: 'Go',
							postbackData: 'g',
							openUrlAction: { url: 'https://example.com', application: 'WEBVIEW' },
						},
					},
					{ action: { text: 'New', postbackData: 'n', danceAction: {} } },
				],
			}),
		},
		{
			text: 'Hi',
			suggestions: [
				{
					action: {
						text: 'Go',
						postbackData: 'g',
						openUrlAction: { url: 'https://example.com', application: 'WEBVIEW' },
					},
				},
				{ action: { text: 'New', postbackData: 'n', danceAction: {} } },
			],
		},
	],
];

it.each(messageTypes)('%s goes out as documented', async (_, parameters, contentMessage) => {
	const result = await runRcs(server.url, parameters);
	expect(result.error).toBeUndefined();
	expect(server.requests[0]).toMatchObject({ method: 'POST', path: `/rcs/1.0/json/${agentId}/message` });
	expect(bodyOf(server.requests[0])).toEqual({ recipients: ['+33600123456'], contentMessage });
	expect(outputOf(result)[0]).toMatchObject({ accepted: true, reference: '7001', rejected: [] });
});

it('the validity goes along only where it is set', async () => {
	await runRcs(server.url, { text: 'Hi', options: { validityPeriod: 10_080 } });
	expect(bodyOf(server.requests[0])).toMatchObject({ validity: 10_080 });
});

const cards = (count: number, more: INodeParameters = {}): INodeParameters => ({
	card: Array.from({ length: count }, (_, index) => card(`Card ${index}`, more)),
});
const jsonOf = (value: unknown): INodeParameters => ({
	specifyContent: 'json',
	contentMessage: JSON.stringify(value),
});
const many = (count: number): INodeParameters =>
	suggestions(...Array.from({ length: count }, (_, index) => answer(`S ${index}`)));

/** What is wrong, the fields, and what the error says. */
const wrong: [string, INodeParameters, RegExp][] = [
	['a long text', { text: 'é'.repeat(3073) }, /^Text: .*3,073.*3,072/],
	['an empty text', { text: ' ' }, /^Text: /],
	[
		'a long suggestion',
		{ text: 'Q', suggestions: suggestions(answer('ok'), answer('x'.repeat(26))) },
		/^Suggestions: .*suggestion 2.*26.*25/,
	],
	[
		'a suggestion without postback data and text',
		{ text: 'Q', suggestions: suggestions(answer('', '')) },
		/^Suggestions: The text of suggestion 1 is empty/,
	],
	[
		'twelve suggestions',
		jsonOf({ text: 'Q', suggestions: Array.from({ length: 12 }, () => replied('A')) }),
		/suggestions.*12.*11/i,
	],
	[
		'an action that nobody knows',
		{ text: 'Q', suggestions: suggestions({ ...answer('A'), type: 'dance' }) },
		/^Type: .*must be one of/,
	],
	[
		'a carousel of one card',
		{ messageType: 'carousel', width: 'medium', cards: cards(1) },
		/^Cards: .*1.*minimum: 2/,
	],
	[
		'a carousel of eleven',
		jsonOf({
			richCard: {
				carouselCard: {
					cardWidth: 'MEDIUM',
					cardContents: Array.from({ length: 11 }, () => ({ title: 'A' })),
				},
			},
		}),
		/cards.*11.*limit: 10/i,
	],
	[
		'a tall picture in a small carousel',
		{
			messageType: 'carousel',
			width: 'small',
			cards: cards(2, { mediaUrl: 'https://example.com/a.jpg', mediaHeight: 'tall' }),
		},
		/^Cards: .*card 1.*tall/i,
	],
	[
		'a suggestion too many on a card',
		{ messageType: 'carousel', width: 'medium', cards: cards(2, { cardSuggestions: many(5) }) },
		/card 1.*5.*4/,
	],
	[
		'a long suggestion on a card',
		{
			messageType: 'carousel',
			width: 'medium',
			cards: cards(2, { cardSuggestions: suggestions(answer('x'.repeat(26))) }),
		},
		/suggestion 1 of card 1.*26/,
	],
	[
		'a calendar event without an end',
		{
			text: 'Q',
			suggestions: suggestions({
				...answer('A'),
				type: 'createCalendarEvent',
				title: 'T',
				start: '2026-12-24T18:00:00Z',
			}),
		},
		/^End: /,
	],
	[
		'a file that is nowhere',
		{ messageType: 'file', fileUrl: 'a.pdf' },
		/^File URL: .*isn't an http or https URL/,
	],
	['no agent', { text: 'Q', agentId: ' ' }, /^Agent ID: /],
	['validity 0', { text: 'Q', options: { validityPeriod: 0 } }, /^Validity Period \(Minutes\): .*1 to 10080/],
	[
		'validity 10081',
		{ text: 'Q', options: { validityPeriod: 10_081 } },
		/^Validity Period \(Minutes\): .*1 to 10080/,
	],
	['a national number', { text: 'Q', to: '0600123456' }, /^To: .*national/],
	[
		'JSON that is none',
		{ specifyContent: 'json', contentMessage: '{"text":' },
		/^Content Message \(JSON\): .*isn't valid JSON/,
	],
	[
		'text and card at once',
		jsonOf({ text: 'A', richCard: {} }),
		/^Content Message \(JSON\): .*text.*richCard/,
	],
	['neither text nor card', jsonOf({ suggestions: [] }), /^Content Message \(JSON\): /],
	['250 KB', jsonOf({ text: 'A', more: 'x'.repeat(256_001) }), /^Content Message \(JSON\): .*250/],
];

/** The same for a card by itself, whose fields stand in the form one by one. */
const wrongCard: typeof wrong = [
	['nothing on it', {}, /^Title: The card has no title, no description and no media/],
	['a long title', { title: 'x'.repeat(201) }, /^Title: The title of the card .*200/],
	['a long description', { description: 'x'.repeat(2_001) }, /^Description: The description of .*2,000/],
	['media that is nowhere', { mediaUrl: 'a.jpg' }, /^Media URL: .*isn't an http or https URL/],
	[
		'a height that does not exist',
		{ mediaUrl: 'https://example.com/a.jpg', mediaHeight: '={{ "huge" }}' },
		/^Media Height: The value must be one of/,
	],
	[
		'a thumbnail that is nowhere',
		{ mediaUrl: 'https://example.com/a.jpg', mediaThumbnailUrl: 'b.jpg' },
		/^Media Thumbnail URL: .*isn't an http or https URL/,
	],
	[
		'a long suggestion',
		{ title: 'A', cardSuggestions: suggestions(answer('x'.repeat(26))) },
		/^Card Suggestions: The text of suggestion 1 of the card .*26/,
	],
	[
		'a long suggestion below it',
		{ title: 'A', suggestions: suggestions(answer('x'.repeat(26))) },
		/^Suggestions: The text of suggestion 1 has 26/,
	],
];

it.each([
	...wrong,
	...wrongCard.map(([what, fields, message]): (typeof wrong)[number] => [
		`a card with ${what}`,
		{ messageType: 'card', orientation: 'vertical', ...fields },
		message,
	]),
])('%s: nothing is sent, and the error says which rule', async (_, parameters, message) => {
	const result = await runRcs(server.url, parameters);
	expect(server.requests).toHaveLength(0);
	expect(result.error?.message).toMatch(message);
	expect(JSON.stringify(result.runData[nodeName]?.[0]?.error)).not.toContain('xxxxxxxxxx');
});
