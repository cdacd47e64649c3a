import { rcsContent } from '../../../protocol/rcs/message';
import { type Suggestion } from '../../../protocol/rcs/suggestions';
import { invalidInput } from '../helpers';
import { times } from './wire';

const reply = (text: string, postbackData = text): Suggestion => ({ type: 'reply', text, postbackData });
const textOf = (text: string, ...suggestions: Suggestion[]) =>
	rcsContent({ type: 'text', text, suggestions });

interface File {
	thumbnailUrl?: string | undefined;
	forceRefresh?: boolean;
}
const fileOf = (fileUrl: string, file: File = {}, ...suggestions: Suggestion[]) =>
	rcsContent({ type: 'file', fileUrl, ...file, suggestions });

/** The field and the message of the error. */
function errorOf(build: () => unknown): [field: string | undefined, message: string] {
	const { field, message } = invalidInput(build);
	return [field, message];
}

describe('a text', () => {
	it('is the text, with suggestions where there are some', () => {
		expect(textOf('Café à 5 € 😀').json).toEqual({ text: 'Café à 5 € 😀' });
		const suggestions = [{ reply: { text: 'Yes', postbackData: '{"yes":true}' } }];
		expect(textOf('Shall we?', reply('Yes', '{"yes":true}')).json).toEqual({
			text: 'Shall we?',
			suggestions,
		});
	});

	it('has at most 11 suggestions, of which two may have the same data', () => {
		const suggestions = times(11, () => reply('Yes'));
		expect(textOf('a', ...suggestions).json.suggestions).toHaveLength(11);
		expect(errorOf(() => textOf('a', ...suggestions, reply('No')))).toEqual([
			'suggestions',
			'Too many suggestions: 12 (limit: 11).',
		]);
	});
});

describe('a file', () => {
	const fileUrl = 'https://example.com/a.pdf';

	it('does not speak of fetching it again unless that is wanted', () =>
		expect(fileOf(fileUrl, { forceRefresh: false }).json).toEqual({ contentInfo: { fileUrl } }));

	const isNone = "isn't an http or https URL.";
	it.each([
		['fileUrl', '', undefined, 'The URL of the file is empty.'],
		['fileUrl', 'a.pdf', undefined, `The URL of the file ${isNone}`],
		['fileUrl', 'ftp://example.com/a.pdf', undefined, `The URL of the file ${isNone}`],
		['thumbnailUrl', fileUrl, 'a.png', `The URL of the thumbnail ${isNone}`],
	])('says of %s what is wrong', (field, link, thumbnailUrl, message) =>
		expect(errorOf(() => fileOf(link, { thumbnailUrl }))).toEqual([field, message]),
	);
});

describe('the size of a message', () => {
	/** A message of exactly so many bytes as JSON in UTF-8. */
	const ofBytes = (bytes: number) => {
		const frame = JSON.stringify({ contentInfo: { fileUrl: 'https://example.com/' } }).length;
		return () => fileOf(`https://example.com/${'x'.repeat(bytes - frame)}`);
	};

	it('is at most 250 KB', () => {
		expect(JSON.stringify(ofBytes(256_000)().json)).toHaveLength(256_000);
		expect(errorOf(ofBytes(256_001))).toEqual([
			'fileUrl',
			'The message has 256,001 bytes (limit: 256,000, or 250 KB).',
		]);
	});

	it('counts bytes, not characters', () =>
		expect(errorOf(() => fileOf(`https://example.com/${'€'.repeat(90_000)}`))[1]).toMatch(
			/^The message has 270,0\d\d bytes/,
		));
});
