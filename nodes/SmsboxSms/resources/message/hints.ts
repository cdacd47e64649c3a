import { nextMarketingTime } from '../../../../protocol/sms/marketing';
import type { SendPlan, SmsOptions, SmsRecipient } from '../../../../protocol/sms/send';
import { departureOf, type Schedule } from './readSmsOptions';
import { withCommas } from '../../../../protocol/validation';

/** A message that was carried out, as far as there may be something to tell about it. */
interface SentSms extends Schedule {
	options: SmsOptions;
	plan: Pick<
		SendPlan,
		'segments' | 'totalSegments' | 'outsideGsm7' | 'totalWithinGsm7' | 'scheduledFor' | 'to'
	>;
	now: Date;
	recipients?: readonly SmsRecipient[];
}

/** "3 of 5 messages", "3 of 5 marketing messages", or "The message" where there is one only. */
function shareInWords(counted: readonly SentSms[], messages: readonly SentSms[], category = ''): string {
	return messages.length === 1
		? `The ${category}message`
		: `${counted.length} of ${messages.length} ${category}messages`;
}

const verb = (messages: readonly SentSms[], singular: string, many: string): string =>
	messages.length === 1 ? singular : many;

/** A character that can be seen, or else its code alone. */
function characterName(character: string): string {
	const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
	return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${code})` : code;
}

const mostNamed = 8;

/** Which characters make texts take more segments, and what that costs. */
function onUnicode(messages: readonly SentSms[]): string {
	const longer = messages.filter(({ plan }) => plan.totalSegments > plan.totalWithinGsm7);
	const characters = [...new Set(longer.flatMap(({ plan }) => plan.outsideGsm7))].sort();
	const total = (count: (plan: SentSms['plan']) => number): number =>
		messages.reduce((sum, { plan }) => sum + count(plan), 0);
	const [taken, without] = [total((plan) => plan.totalSegments), total((plan) => plan.totalWithinGsm7)];
	if (longer.length === 0) return '';
	const more = characters.length - mostNamed;
	const named = [
		...characters.slice(0, mostNamed).map(characterName),
		...(more > 0 ? [`${more} more`] : []),
	].join(', ');
	const unit = messages.some(({ plan }) => plan.to.length === 0) ? 'credits per member' : 'credits';
	const [cost, instead] = [taken, without].map(withCommas);
	return ` Characters outside the GSM alphabet: ${named}. With them, the run takes ${cost} ${unit} instead of ${instead}.`;
}

/** Cost: every segment is charged, and one character can make a text take twice as many. */
function onSegments(messages: readonly SentSms[]): string[] {
	const long = messages.filter(({ plan }) => plan.segments > 1);
	if (long.length === 0) return [];
	const mostSegments = long.reduce((longest, { plan }) => Math.max(longest, plan.segments), 0);
	const taken =
		messages.length === 1
			? `The message uses ${mostSegments} segments`
			: `${shareInWords(long, messages)} use more than one segment (up to ${mostSegments})`;
	return [`${taken}. Each segment is charged.${onUnicode(messages)}`];
}

/** What stands for a byte that is no character, such as `é` of a file that isn't UTF-8. */
const unreadableCharacter = '\ufffd';

/** A plan names its characters where the encoding is chosen by them, which is the default. */
function onUnreadable(messages: readonly SentSms[]): string[] {
	const broken = messages.filter(({ plan }) => plan.outsideGsm7.includes(unreadableCharacter));
	return broken.length === 0
		? []
		: [
				`${shareInWords(broken, messages)} ${verb(messages, 'has', 'have')} the character ${unreadableCharacter}: it replaces a letter that could not be read. Save the file of your texts as UTF-8.`,
			];
}

const dueAt = ({ plan: { scheduledFor }, now }: SentSms): Date =>
	scheduledFor === undefined ? now : new Date(scheduledFor);

const hours = 'from 8:00 to 20:00 Paris time, not on Sundays or holidays';

/** What happened to marketing messages that were due when the law doesn't allow them. */
function onHours(marketing: readonly SentSms[]): string[] {
	const moved = marketing.filter((sms) => departureOf(sms).rescheduled);
	const late = marketing.filter((sms) => {
		const due = dueAt(sms);
		return sms.options.outsideAllowedHours === 'send' && nextMarketingTime(due) !== due;
	});
	return [
		...(moved.length === 0
			? []
			: [
					`${shareInWords(moved, marketing, 'marketing ')} ${verb(marketing, 'goes', 'go')} out at the next allowed time (scheduledFor). Marketing messages are allowed only ${hours}.`,
				]),
		...(late.length === 0
			? []
			: [
					`${shareInWords(late, marketing, 'marketing ')} ${verb(marketing, 'was', 'were')} due outside the allowed hours. SMSBOX sends marketing messages only ${hours}, and may reject others.`,
				]),
	];
}

/** The service completes a national number, and reports carry what it made of it. */
function onNational(sent: readonly SentSms[]): string[] {
	const isNational = sent.some(({ recipients = [] }) => recipients.some(({ to }) => to.startsWith('0')));
	return isNational
		? [
				'Some recipients are national numbers, and delivery reports may show them in another form. Set Default Country Code in the credential to send international numbers.',
			]
		: [];
}

/** What people should know about the messages of a run, in numbers: no text, and nobody's number. */
export function hintsOnSms(sent: readonly SentSms[]): string[] {
	const marketing = sent.filter(({ options }) => options.category === 'marketing');
	return [...onNational(sent), ...onSegments(sent), ...onUnreadable(sent), ...onHours(marketing)];
}
