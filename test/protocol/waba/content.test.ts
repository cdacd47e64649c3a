import {
	locationContent,
	mediaContent,
	otpTemplateContent,
	reactionContent,
	replyContent,
	templateContent,
	variablesFromJson,
} from '../../../protocol/waba/message';
import { invalidInput } from '../helpers';

const messageId = 'wamid.HBgLMzM2MDAxMjM0NTY=';

describe('replyContent', () => {
	it.each(['', ' ', 'wamid.a b', 'wamid.\ud800'])('needs the id of a message, not %j', (wrong) => {
		expect(invalidInput(() => replyContent({ messageId: wrong, text: 'Yes' })).field).toBe('messageId');
	});
});

describe('reactionContent', () => {
	it.each(['', '👍', '❤️', '❤', '👍🏽', '👨‍👩‍👧‍👦', '🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '☺️', '🫠'])('is the emoji %s', (emoji) => {
		expect(reactionContent({ messageId, emoji: ` ${emoji}` }).json).toEqual({
			type: 'reaction',
			reaction: { message_id: messageId, emoji },
		});
	});

	it.each(['ok', '👍👍', '👍!', ':)', '1', 'é'])('is no %s', (emoji) => {
		expect(invalidInput(() => reactionContent({ messageId, emoji })).field).toBe('emoji');
	});
});

describe('mediaContent', () => {
	const file = 'https://example.com/files/a%20b.bin?token=1';

	it.each(['audio', 'document', 'image', 'video'] as const)('of type %s is the link', (type) => {
		const media = { link: file };
		expect(mediaContent({ type, fileUrl: ` ${file}\n`, fileName: '' }).json).toEqual({ type, [type]: media });
	});

	it('names a document', () => {
		expect(mediaContent({ type: 'document', fileUrl: file, fileName: 'Devis été.pdf' }).json).toEqual({
			type: 'document',
			document: { link: file, filename: 'Devis été.pdf' },
		});
	});

	it('is of no other type', () => {
		const sticker: string = 'sticker';
		const isMedia = (type: string): type is 'image' => type === sticker;
		if (!isMedia(sticker)) throw new Error('The test is wrong');
		expect(invalidInput(() => mediaContent({ type: sticker, fileUrl: file })).field).toBe('type');
	});

	it.each([
		...['', 'example.com/a.png', 'ftp://example.com/a.png', 'xhttps://example.com/a.png'],
		...['view-source:https://example.com/a.png', 'file:///etc/passwd', 'data:image/png;base64,AAAA'],
		...['javascript:alert(1)', '//example.com/a.png', 'https://', 'https:///a.png', 'https:example.com'],
		...['https://exa mple.com/a', 'https://example.com/a b.png', 'http://[::1'],
	])('%j is no link', (wrong) => {
		const { field, message } = invalidInput(() => mediaContent({ type: 'image', fileUrl: wrong }));
		expect(field).toBe('fileUrl');
		expect(message).toMatch(/^The URL of the file (?:is empty|isn't an http or https URL)\.$/);
	});
});

describe('locationContent', () => {
	it('is a place, with or without name and address', () => {
		expect(locationContent({ latitude: 48.8584, longitude: 2.2945, name: ' ' }).json).toEqual({
			type: 'location',
			location: { latitude: 48.8584, longitude: 2.2945 },
		});
		const tower = { latitude: -90, longitude: 180, name: 'Eiffel Tower', address: '5 avenue Anatole France' };
		const json = { type: 'location', location: tower };
		expect(locationContent(tower)).toEqual({
			...{ json, readable: json, distinctive: json },
			secrets: ['Eiffel Tower', '5 avenue Anatole France'],
		});
	});

	it.each([
		['latitude', 90.01, 0],
		['latitude', -91, 0],
		['latitude', Number.NaN, 0],
		['longitude', 0, 180.5],
		['longitude', 0, Number.NEGATIVE_INFINITY],
	])('%s is wrong at %d, %d', (field, latitude, longitude) => {
		expect(invalidInput(() => locationContent({ latitude, longitude })).field).toBe(field);
	});
});

describe('otpTemplateContent', () => {
	it('has a code that errors must not repeat', () => {
		const { secrets } = otpTemplateContent({ name: 'login', language: 'en_US', code: '123456' });
		expect(new Set(secrets)).toEqual(new Set(['123456']));
	});

	it.each(['name', 'language', 'code'])('needs a %s', (field) => {
		const message = { name: 'login', language: 'en', code: '123456', [field]: ' ' };
		expect(invalidInput(() => otpTemplateContent(message)).field).toBe(field);
	});
});

describe('templateContent', () => {
	const message = { name: 'reminder', language: 'fr', variables: ['Jean', '14:30'] };

	it('has variables that errors must not repeat', () =>
		expect(templateContent({ ...message, buttonVariable: '1042' }).secrets).toEqual([
			'Jean',
			'14:30',
			'1042',
		]));

	it.each([
		[{ name: ' ' }, 'name', 'The name of the template is empty.'],
		[{ language: '' }, 'language', 'The language is empty.'],
		[{ variables: ['Jean', ' '] }, 'variables', 'Variable 2 is empty.'],
		[{ variables: ['\ud800'] }, 'variables', /of variable 1/],
		[{ buttonVariable: '' }, 'buttonVariable', 'The variable of the button is empty.'],
	])('with %j is an error about %s', (change, field, words) => {
		const error = invalidInput(() => templateContent({ ...message, ...change }));
		expect(error.field).toBe(field);
		expect(error.message).toMatch(words);
	});
});

describe('variablesFromJson', () => {
	it('takes texts, numbers and booleans', () => {
		expect(variablesFromJson(['Jean', 14, 0, false])).toEqual(['Jean', '14', '0', 'false']);
		expect(variablesFromJson([])).toEqual([]);
	});

	it.each<[unknown, RegExp]>([
		['Jean', /isn't an array/],
		[{ 1: 'Jean' }, /isn't an array/],
		[null, /isn't an array/],
		[['Jean', ''], /^Variable 2 is empty/],
		[['Jean', '14:30', null], /^Variable 3 is empty/],
		[[undefined, 'Jean'], /^Variable 1 is empty/],
		[Array(2), /^Variable 1 is empty/],
		[['Jean', { time: '14:30' }], /^Variable 2 is a list or an object/],
		[[['Jean']], /^Variable 1 is a list or an object/],
	])('rejects %j', (json, words) => {
		const { field, message } = invalidInput(() => variablesFromJson(json));
		expect(field).toBe('variablesJson');
		expect(message).toMatch(words);
	});
});

const half = 'Devis \ud83d.pdf';
const fileUrl = 'https://example.com/a';
const place = { latitude: 48, longitude: 2 };

it.each<[field: string, build: () => unknown]>([
	['text', () => replyContent({ messageId, text: 'x'.repeat(4097) })],
	['messageId', () => reactionContent({ messageId: '', emoji: '👍' })],
	['fileName', () => mediaContent({ type: 'document', fileUrl, fileName: half })],
	['fileName', () => mediaContent({ type: 'audio', fileUrl, fileName: 'a' })],
	['fileName', () => mediaContent({ type: 'image', fileUrl, fileName: 'a' })],
	['fileName', () => mediaContent({ type: 'video', fileUrl, fileName: 'a' })],
	['name', () => locationContent({ ...place, name: half })],
	['address', () => locationContent({ ...place, address: half })],
])('names %s for input that is wrong: %#', (field, build) => expect(invalidInput(build).field).toBe(field));
