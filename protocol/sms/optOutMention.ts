import { InvalidInput } from '../errors';
import { longestSegment, measureText } from '../text/measure';
import { maxSegmentsOfService, type SmsOptions } from './options';

/** How a text says that people can unsubscribe: STOP as a word, or the beginning of a word for it, also within a link. */
const mention =
	/(?<![\p{L}\p{N}-])(?:stop(?:[ -]?sms)?(?=\d{3}|[^\p{L}\p{N}-]|$)|opt[ -]?out(?![\p{L}\p{N}]))|d(?:é|e\u0301?)s(?:abonn|inscri)|unsubscri/giu;
/** What belongs to a mention behind it: a number to write to, or the rest of a word or link. */
const restOfMention = /^(?:[\s:]*(?:(?:au|to)\s+)?\d{3,}|[\p{L}\p{N}/?=&.-]*)/iu;

/**
 * "Don't stop" is no mention, "Don't miss it. STOP 36180" and "Why not? STOP" are. Looks back from a place, and no further than it
 * has to: a text can have as many mentions as it likes.
 */
const negation = /(?<=(?<![\p{L}'’])(?:\p{L}+n['’]t|do not|does not|never|jamais|sans|without)\s+)/iuy;
const numberBehind = /^(?:[ -]?sms)?[\s:]*(?:(?:au|to)\s+)?\d{3}/i;

function isNegated(text: string, { index = 0, 0: mentionText }: RegExpMatchArray): boolean {
	negation.lastIndex = index;
	return negation.test(text) && !numberBehind.test(text.slice(index + mentionText.length));
}

/** Whether a mention is still there when the service has truncated the text. */
function isKept(text: string, { index = 0, 0: mentionText }: RegExpMatchArray, options: SmsOptions): boolean {
	const { encoding, concatenationHeader = 'sixBytes', maxSegments = maxSegmentsOfService } = options;
	if (index >= maxSegments * longestSegment) return false;
	const end = index + mentionText.length;
	const [ending = ''] = restOfMention.exec(text.slice(end)) ?? [];
	const remainingText = text.slice(0, end + ending.length);
	return measureText(remainingText, { encoding, concatenationHeader }).segments <= maxSegments;
}

/**
 * Checks that all texts of a marketing message say how to unsubscribe (service.md#sms-parameters, `strategy`), each as its
 * recipient will read it. Which words count is *assumed*: the service says "STOP SMS".
 *
 * @throws InvalidInput (`text`)
 */
export function checkOptOutMention(texts: readonly string[], options: SmsOptions): void {
	if (options.category !== 'marketing' || options.optOutMention === 'notChecked') return;
	const whose = texts.length === 1 ? 'The text' : 'A personalized text';
	for (const text of texts) {
		const mentions = [...text.matchAll(mention)].filter((match) => !isNegated(text, match));
		if (mentions.length === 0)
			throw new InvalidInput(
				'text',
				`${whose} doesn't mention how to unsubscribe, as marketing messages must.`,
				'Add STOP, as SMSBOX tells you, or a link to unsubscribe. For other content, select another Message Category.',
			);
		if (options.truncate === true && !mentions.some((match) => isKept(text, match, options)))
			throw new InvalidInput(
				'text',
				`${whose} would be truncated before its opt-out mention ends.`,
				'Shorten the text, or move the mention to its beginning.',
			);
	}
}
