import { InvalidInput } from '../errors';
import { instantInParis, parisWallClock } from '../parisTime';
import { type SmsOptions, maxSegmentsOfService } from './options';
import { longestSegment, measureText } from '../text';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const opensAt = 8 * hour;
/** 20:00, and ten minutes less: a message that leaves late is still in time. */
const closesAt = 20 * hour - 10 * minute;

/** Month and day of the national holidays of France that have a date of their own. */
const fixedHolidays = new Set(['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']);
/** Days after Easter Sunday: Easter Monday, Ascension Day, Whit Monday. */
const easterHolidays = [1, 39, 50];

/** Easter Sunday in the Gregorian calendar (Butcher's algorithm), as if it were UTC. */
function easterSunday(year: number): number {
	const golden = year % 19;
	const [century, yearOfCentury] = [Math.floor(year / 100), year % 100];
	const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
	const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
	const weekday =
		(32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
	const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
	const days = epact + weekday - 7 * shift + 114;
	return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** Whether a day, its midnight as if it were UTC, is one of the 11 national holidays of France. */
function isHoliday(midnight: number): boolean {
	const date = new Date(midnight);
	const sinceEaster = (midnight - easterSunday(date.getUTCFullYear())) / day;
	return fixedHolidays.has(date.toISOString().slice(5, 10)) || easterHolidays.includes(sinceEaster);
}

/** Days (1 is Monday) and hours (0 to 23) in Paris within which a message may leave, both ends included (*assumed*). */
export interface SendingWindow {
	firstDay?: number | undefined;
	lastDay?: number | undefined;
	firstHour?: number | undefined;
	lastHour?: number | undefined;
}

/** No window that has a weekday stays closed for longer. */
const mostDaysClosed = 31;

/**
 * Returns the first time from `instant` on at which a marketing message may leave: from 8:00 to 20:00 in Paris, not on Sundays
 * and holidays (service.md#sms-parameters, `strategy`), whatever country it goes to. *Assumed*: "holidays" are the 11
 * national ones of France; those of Alsace-Moselle and the overseas departments aren't among them.
 *
 * @param window within which it has to be, too
 * @returns `instant` itself where it is allowed; undefined where the window never is
 */
export function nextMarketingTime(instant: Date, window: SendingWindow = {}): Date | undefined {
	const { firstDay = 1, lastDay = 7, firstHour = 0, lastHour = 23 } = window;
	const wall = parisWallClock(instant);
	const [opens, closes] = [Math.max(opensAt, firstHour * hour), Math.min(closesAt, (lastHour + 1) * hour)];
	const today = Math.floor(wall / day) * day;
	for (let midnight = today; midnight <= today + mostDaysClosed * day; midnight += day) {
		const weekday = new Date(midnight).getUTCDay();
		const time = Math.max(wall, midnight + opens);
		const isOpen = weekday !== 0 && weekday >= firstDay && weekday <= lastDay && !isHoliday(midnight);
		if (isOpen && time < midnight + closes) return time === wall ? instant : instantInParis(time);
	}
	return undefined;
}

/**
 * Returns the time for which a message about to leave has to be scheduled: the next one at which the law allows it. Undefined
 * where it may leave as it is: at its own time, or because it isn't marketing, or its sender answers for the hours.
 *
 * @throws InvalidInput where it was to stop instead, and for a sending window in which marketing is never allowed
 */
export function rescheduledTo(options: SmsOptions, now: Date): Date | undefined {
	const { category, scheduleAt, outsideAllowedHours = 'schedule' } = options;
	if (category !== 'marketing' || outsideAllowedHours === 'send') return undefined;
	const due = scheduleAt === undefined || scheduleAt < now ? now : scheduleAt;
	// The service ignores the window of a message with a time of its own (service.md#sms-parameters, `day_min`).
	const window: SendingWindow = scheduleAt === undefined ? options : {};
	const hasWindow = window.firstDay !== undefined || window.firstHour !== undefined;
	const allowed = nextMarketingTime(due, window);
	if (allowed === undefined) {
		throw new InvalidInput(
			'sendingWindow',
			'Marketing messages are never allowed within this window.',
			'Include hours from 8:00 to 20:00 Paris time, on a day other than Sunday.',
		);
	}
	if (allowed === due) return undefined;
	if (outsideAllowedHours === 'error' && !hasWindow) {
		throw new InvalidInput(
			'outsideAllowedHours',
			'Marketing messages are allowed only from 8:00 to 20:00 Paris time, not on Sundays or holidays.',
			'Send it again within these hours, or select Schedule for the Next Allowed Time.',
		);
	}
	return allowed;
}

/**
 * How a text says that people can unsubscribe: STOP as a word, ARRET with a number, or the beginning of a word for it, also within
 * a link.
 */
const mention =
	/(?<!\p{L}-?|\p{N})(?:stop(?:[ -]?sms)?(?=[\s:-]*(?:(?:au|to)\s+)?\d{3})|arr(?:ê|e\u0302?)t(?=[\s:-]*(?:au\s+\d{5}|3\d{4})(?![\p{L}\p{N}])))|(?<![\p{L}\p{N}]-?)(?:stop(?:[ -]?sms)?(?=[^\p{L}\p{N}-]|$)|opt[ -]?out(?![\p{L}\p{N}]))|d(?:é|e\u0301?)s(?:abonn|inscri)|unsubscri/giu;
/** What belongs to a mention behind it: a number to write to, or the rest of a word or link. */
const restOfMention = /^(?:[\s:-]*(?:(?:au|to)\s+)?\d{3,}|[\p{L}\p{N}/?=&.-]*)/iu;

/**
 * "Don't stop" is no mention, "Don't miss it. STOP 36180" and "Why not? STOP" are. Looks back from a place, and no further than it
 * has to: a text can have as many mentions as it likes.
 */
const negation = /(?<=(?<![\p{L}'’])(?:\p{L}+n['’]t|do not|does not|never|jamais|sans|without|non)\s+)/iuy;
const numberBehind = /^(?:[ -]?sms)?[\s:-]*(?:(?:au|to)\s+)?\d{3}/i;
/** A request to answer, a short number, or a link. */
const answering =
	/(?<!\p{L})(?:r[ée]pond|envo[iy]|[ée]cri[rvt]|tape[rz]|reply|replies|text|send)|(?<!\d)3(?: ?\d){4}(?! ?\d)|\p{L}[./]\p{L}/iu;
const textEnd = /^[\s.!…)"'»”’]*$/;
const sentenceEnd = /[.!?…]\s|[\r\n]/;
/** Characters before and behind a mention that may be of its sentence. */
const longestSentence = 100;

/** The words of the sentence around a place, apart from those at it. */
function sentenceAround(text: string, start: number, end: number): string {
	const before =
		text
			.slice(Math.max(0, start - longestSentence), start)
			.split(sentenceEnd)
			.at(-1) ?? '';
	const [behind = ''] = text.slice(end, end + longestSentence).split(sentenceEnd);
	return `${before}|${behind}`;
}

/**
 * "Stop aux kilos" is everyday speech: without a number behind it, *stop* in small letters has to stand at the end, or in a sentence that
 * asks for an answer, or has a short number or a link.
 */
function isMention(text: string, { index = 0, 0: word }: RegExpMatchArray): boolean {
	const end = index + word.length;
	const textBehind = text.slice(end, end + longestSentence);
	if (numberBehind.test(textBehind)) return true;
	negation.lastIndex = index;
	if (negation.test(text)) return false;
	if (!/^stop$/i.test(word) || word === 'STOP' || textEnd.test(textBehind)) return true;
	return answering.test(sentenceAround(text, index, end));
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
		const mentions = [...text.matchAll(mention)].filter((match) => isMention(text, match));
		if (mentions.length === 0)
			throw new InvalidInput(
				'text',
				`${whose} doesn't mention how to unsubscribe, as marketing messages must.`,
				'Add STOP, as SMSBOX tells you, or a word such as unsubscribe. For other content, select another Message Category.',
			);
		if (options.truncate === true && !mentions.some((match) => isKept(text, match, options)))
			throw new InvalidInput(
				'text',
				`${whose} would be truncated before its opt-out mention ends.`,
				'Shorten the text, or move the mention to its beginning.',
			);
	}
}
