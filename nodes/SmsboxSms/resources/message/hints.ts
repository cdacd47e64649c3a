import { isOutsideMarketingHours } from '../../../../protocol/sms/marketingHours';
import type { SendPlan, SmsOptions, SmsRecipient } from '../../../../protocol/sms/send';

/** A message that was carried out, as far as there may be something to tell about it. */
interface SentSms {
	options: SmsOptions;
	plan: Pick<SendPlan, 'segments' | 'encoding' | 'scheduledFor'>;
	now: Date;
	recipients?: readonly SmsRecipient[];
}

/** "3 of 5 messages", "3 of 5 marketing messages", or "The message" where there is one only. */
function share(some: readonly SentSms[], all: readonly SentSms[], category = ''): string {
	return all.length === 1 ? `The ${category}message` : `${some.length} of ${all.length} ${category}messages`;
}

const verb = (all: readonly SentSms[], one: string, many: string): string => (all.length === 1 ? one : many);

/** Cost: every segment is charged, and one character can make a text take twice as many. */
function onSegments(all: readonly SentSms[]): string[] {
	const long = all.filter(({ plan }) => plan.segments > 1);
	if (long.length === 0) return [];
	const most = long.reduce((longest, { plan }) => Math.max(longest, plan.segments), 0);
	const taken =
		all.length === 1
			? `The message uses ${most} segments`
			: `${share(long, all)} use more than one segment (up to ${most})`;
	const shortened = long.filter(
		({ plan, options }) => plan.encoding === 'unicode' && options.encoding === 'auto',
	);
	const which = all.length === 1 ? 'A' : `In ${shortened.length} of them, a`;
	const reason =
		shortened.length === 0
			? ''
			: ` ${which} character outside the GSM alphabet, such as an emoji, ê or ç, more than halves each segment.`;
	return [`${taken}. Each segment is charged.${reason}`];
}

const saysStop = ({ options, recipients = [] }: SentSms): boolean =>
	[options.text, ...recipients.flatMap(({ variables = [] }) => variables)].some((text) => /stop/i.test(text));

/** That the mention holds the word STOP is assumed: it is what the service calls it. */
function onStop(marketing: readonly SentSms[]): string[] {
	const silent = marketing.filter((sms) => !saysStop(sms));
	if (silent.length === 0) return [];
	return [
		`${share(silent, marketing, 'marketing ')} ${verb(marketing, 'does', 'do')} not mention STOP. Marketing messages must say how to unsubscribe. For other content, select another Message Category.`,
	];
}

/** A window of its own keeps a message from leaving at night; whether it does is for the service to say. */
const hasWindow = ({ options }: SentSms): boolean =>
	options.firstHour !== undefined || options.firstDay !== undefined;

const dueAt = ({ plan: { scheduledFor }, now }: SentSms): Date =>
	scheduledFor === undefined ? now : new Date(scheduledFor);

function onHours(marketing: readonly SentSms[]): string[] {
	const late = marketing.filter((sms) => !hasWindow(sms) && isOutsideMarketingHours(dueAt(sms)));
	if (late.length === 0) return [];
	return [
		`${share(late, marketing, 'marketing ')} ${verb(marketing, 'was', 'were')} due at night or on a Sunday. SMSBOX sends marketing messages only from 8:00 to 20:00 Paris time, not on Sundays or holidays. The history shows their status. Use Send At to set another time.`,
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
	return [...onNational(sent), ...onSegments(sent), ...onStop(marketing), ...onHours(marketing)];
}
