/** Sentences of a text, and what is wrong with each. */
import { constructions, quotations, type Rule, tells, terms } from './banned';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const quoted = new RegExp(quotations.map(([text]) => text).join('|'), 'g');

/** A text without what is no prose: quotations, HTML tags, code, URLs, and the dots of abbreviations, which end no sentence. */
const prose = (text: string): string =>
	text
		.replace(quoted, 'quotation')
		.replace(/<[^>]*>/g, ' ')
		.replace(/https?:\/\/\S+/g, 'URL')
		// A name in lower case starts a sentence, too.
		.replace(/(?<=[.!?]\S? )n8n\b/g, 'N8n')
		.replace(/\be\.g\./g, 'such as')
		.replace(/\bi\.e\./g, 'that is');

/** The sentences of a text. A line break or a middle dot ends one, too. */
function sentencesOf(text: string): string[] {
	return prose(text)
		.split(/\n+| · /)
		.flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
		.filter((sentence) => sentence !== '');
}

const maxWords = 20;

const wordsIn = (sentence: string): number =>
	sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

/** Which banned words a text contains, each with what to write instead. */
export function bannedIn(text: string): string[] {
	return sentencesOf(text).flatMap((sentence) =>
		[...constructions, ...tells, ...terms].flatMap(([pattern, suggestion]: Rule) => {
			const found = pattern.exec(sentence)?.[0];
			return found === undefined ? [] : [`"${found}" → ${suggestion}: ${sentence}`];
		}),
	);
}

/** The sentences of a text that are too long. */
export function longIn(text: string): string[] {
	return sentencesOf(text)
		.map((sentence) => ({ sentence, words: wordsIn(sentence) }))
		.filter(({ words }) => words > maxWords)
		.map(({ sentence, words }) => `${words} words: ${sentence}`);
}
