import type { InvalidInput } from '../../../protocol/errors';
import { planSms, type SendPlan, type SendSms } from '../../../protocol/sms/send';
import { formOf, invalidInput, only } from '../helpers';
import type { SmsOptions } from '../../../protocol/sms/options';

export { only } from '../helpers';

export const now = new Date('2026-05-04T09:00:00Z');

export const options: SmsOptions = {
	text: 'Your parcel has arrived.',
	senderType: 'senderId',
	category: 'marketing',
	optOutMention: 'notChecked',
	requestDeliveryReport: true,
	charset: 'utf-8',
	encoding: 'auto',
};

export const basic: SendSms = { ...options, recipients: [{ to: '33600123401' }] };

export const plan = (changes: Partial<SendSms> = {}): SendPlan => planSms({ ...basic, ...changes }, now);

export const rejected = (changes: Partial<SendSms>): InvalidInput => invalidInput(() => plan(changes));

export const form = (changes: Partial<SendSms> = {}): Record<string, string> =>
	formOf(only(plan(changes)).request);

/** How many recipients each request of a plan has. */
export const recipientsOf = ({ exchanges }: SendPlan): (number | undefined)[] =>
	exchanges.map(({ request }) => formOf(request).dest?.split(',').length);

export const numbers = (count: number): { to: string }[] =>
	Array.from({ length: count }, (_, index) => ({ to: String(33600000000 + index) }));
