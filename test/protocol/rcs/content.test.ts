import { rcsContent } from '../../../protocol/rcs/message';
import { type Suggestion } from '../../../protocol/rcs/suggestions';
import { invalidInput } from '../helpers';
import { times } from './wire';

const reply = (text: string, postbackData = text): Suggestion => ({ type: 'reply', text, postbackData });

describe('a text', () => {
	it('is the text, with suggestions where there are some', () => {
		expect(rcsContent({ type: 'text', text: 'Café à 5 € 😀', suggestions: [] }).json).toEqual({
			text: 'Café à 5 € 😀',
		});
		expect(
			rcsContent({ type: 'text', text: 'Shall we?', suggestions: [reply('Yes', '{"yes":true}')] }).json,
		).toEqual({ text: 'Shall we?', suggestions: [{ reply: { text: 'Yes', postbackData: '{"yes":true}' } }] });
	});

	it('has at most 3,072 characters, however many bytes they take', () => {
		const text = '😀'.repeat(3072);
		expect(rcsContent({ type: 'text', text, suggestions: [] }).json).toEqual({ text });
		const { field, message } = invalidInput(() =>
			rcsContent({ type: 'text', text: `${text}x`, suggestions: [] }),
		);
		expect([field, message]).toEqual(['text', 'The text has 3,073 characters (limit: 3,072).']);
	});

	it.each([
		['', 'The text is empty.'],
		[' \n', 'The text is empty.'],
		['Hi \ud83d', 'The character U+D83D at position 4 of the text does not exist in UTF-8.'],
	])('cannot be %j', (text, message) => {
		expect(invalidInput(() => rcsContent({ type: 'text', text, suggestions: [] })).message).toBe(message);
	});

	it('has at most 11 suggestions, of which two may have the same data', () => {
		const suggestions = times(11, () => reply('Yes'));
		expect(rcsContent({ type: 'text', text: 'a', suggestions }).json.suggestions).toHaveLength(11);
		const { field, message } = invalidInput(() =>
			rcsContent({ type: 'text', text: 'a', suggestions: [...suggestions, reply('No')] }),
		);
		expect([field, message]).toEqual(['suggestions', 'Too many suggestions: 12 (limit: 11).']);
	});

	it('is what errors must not repeat, with all that its suggestions say', () => {
		expect(
			rcsContent({ type: 'text', text: 'Hello Marguerite', suggestions: [reply('Yes', 'data')] }).secrets,
		).toEqual(['Hello Marguerite', 'Yes', 'data']);
	});
});

describe('a file', () => {
	const fileUrl = 'https://example.com/a.pdf';

	it('is a link', () => {
		for (const thumbnailUrl of [undefined, '', ' ']) {
			const { json } = rcsContent({ type: 'file', fileUrl: ` ${fileUrl} `, thumbnailUrl, suggestions: [] });
			expect(json).toEqual({ contentInfo: { fileUrl } });
		}
	});

	it('has a thumbnail, a wish to be fetched again, and suggestions', () => {
		const thumbnailUrl = 'http://example.com/a.png';
		const { json } = rcsContent({
			type: 'file',
			fileUrl,
			thumbnailUrl: `${thumbnailUrl} `,
			forceRefresh: true,
			suggestions: [reply('Thanks')],
		});
		expect(json).toEqual({
			contentInfo: { fileUrl, thumbnailUrl, forceRefresh: true },
			suggestions: [{ reply: { text: 'Thanks', postbackData: 'Thanks' } }],
		});
	});

	it('does not speak of fetching it again unless that is wanted', () => {
		const { json } = rcsContent({ type: 'file', fileUrl, forceRefresh: false, suggestions: [] });
		expect(json).toEqual({ contentInfo: { fileUrl } });
	});

	it.each([
		['fileUrl', '', undefined, 'The URL of the file is empty.'],
		['fileUrl', 'a.pdf', undefined, "The URL of the file isn't an http or https URL."],
		['fileUrl', 'ftp://example.com/a.pdf', undefined, "The URL of the file isn't an http or https URL."],
		['thumbnailUrl', fileUrl, 'a.png', "The URL of the thumbnail isn't an http or https URL."],
	])('says of %s what is wrong', (field, link, thumbnailUrl, message) => {
		const error = invalidInput(() =>
			rcsContent({ type: 'file', fileUrl: link, thumbnailUrl, suggestions: [] }),
		);
		expect([error.field, error.message]).toEqual([field, message]);
	});
});

describe('the size of a message', () => {
	/** A message of exactly so many bytes as JSON in UTF-8. */
	const ofBytes = (bytes: number) => {
		const frame = JSON.stringify({ contentInfo: { fileUrl: 'https://example.com/' } }).length;
		return () =>
			rcsContent({
				type: 'file',
				fileUrl: `https://example.com/${'x'.repeat(bytes - frame)}`,
				suggestions: [],
			});
	};

	it('is at most 250 KB', () => {
		expect(JSON.stringify(ofBytes(256_000)().json)).toHaveLength(256_000);
		const { field, message } = invalidInput(ofBytes(256_001));
		expect([field, message]).toEqual([
			'fileUrl',
			'The message has 256,001 bytes (limit: 256,000, or 250 KB).',
		]);
	});

	it('counts bytes, not characters', () => {
		const path = '€'.repeat(90_000);
		expect(
			invalidInput(() =>
				rcsContent({ type: 'file', fileUrl: `https://example.com/${path}`, suggestions: [] }),
			).message,
		).toMatch(/^The message has 270,0\d\d bytes/);
	});
});
