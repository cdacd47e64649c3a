const maxExcerpt = 200;
/** As much as is looked at: an answer can be megabytes of somebody's web page. */
const maxRead = 4000;
/** Shorter words say nothing about a text. */
const minWord = 3;

const latinRun = /[\p{Script=Latin}\p{M}]+|\p{L}/gu;
const asciiRun = /[A-Za-z]+/g;

/** Words of the secrets as they can stand in an answer: whole, or, where accents were escaped, in pieces. */
function wordsOf(secrets: readonly string[]): ReadonlySet<string> {
	const words = new Set<string>();
	for (const secret of secrets) {
		for (const word of secret.toLowerCase().match(latinRun) ?? []) {
			if (word.length >= minWord || !/\p{Script=Latin}/u.test(word)) words.add(word);
		}
		for (const word of secret.toLowerCase().match(asciiRun) ?? [])
			if (word.length >= minWord) words.add(word);
	}
	return words;
}

/** The last word is dropped with the rest: half a word could not be recognized as part of a secret. */
function beginning(text: string): string {
	return text.length <= maxRead ? text : text.slice(0, maxRead).replace(/\S+$/, '');
}

function shorten(text: string): string {
	const characters = Array.from(text);
	return characters.length <= maxExcerpt ? text : `${characters.slice(0, maxExcerpt).join('')}…`;
}

/**
 * The beginning of an answer, fit for an error message: markup removed, digits, whatever looks like a key, and all
 * words of the secrets replaced by `#`, at most 200 characters.
 *
 * @param secrets texts that the request held: the message, its variables, a password. Phone numbers need not be
 * given, no digit remains.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	let excerpt = beginning(text);
	for (const secret of secrets) {
		if (secret.trim().length >= minWord) excerpt = excerpt.replaceAll(secret.trim(), '#');
	}
	const words = wordsOf(secrets);
	const redactWord = (word: string) => (words.has(word.toLowerCase()) ? '#' : word);
	excerpt = excerpt
		.replace(/<(script|style)\b[^<>]*>[^<]*/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\b(app|basic|bearer)\s+[^\s"<>]{6,}/gi, '$1 #')
		.replace(/[\w-]{24,}/g, '#')
		.replace(/\p{Nd}/gu, '#')
		.replace(latinRun, redactWord)
		.replace(asciiRun, redactWord)
		.replace(/\p{C}/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return shorten(excerpt);
}

/** The same for answers that may hold texts which the request did not: no letter remains either. */
export function redactLetters(text: string): string {
	return redact(beginning(text).replace(/\p{L}/gu, '#'));
}
