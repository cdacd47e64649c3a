import { smsStatus } from '../sms/statuses';
import { eventIdOf, isoTimestamp, type MessagingEvent, partyOf, statusIdOf } from './event';
import { parseRawQuery, type RawParameters, separate, textOf, toObject } from './rawQuery';

export type DeliveryReportEvent = MessagingEvent & {
	channel: 'sms';
	event: 'delivery_report';
	/** Every parameter that is not the service's own: what the send gave as callback data. */
	callbackData: RawParameters;
};

const declared = ['numero', 'reference', 'accuse', 'ts'] as const;

/**
 * A delivery report (service.md#delivery-reports) out of the raw query of its callback. What is missing is null;
 * an unknown status is passed on. Without `accuse` there is no `status`.
 *
 * @returns undefined for a query that holds none of the report's own parameters, and for an incoming SMS, whose
 * address in the customer area must have been mixed up with this one
 */
export function readDeliveryReport(rawQuery: string): DeliveryReportEvent | undefined {
	const parameters = parseRawQuery(rawQuery);
	const { declaredParameters, undeclared } = separate(parameters, declared);
	if (declaredParameters.size === 0) return undefined;
	if (!declaredParameters.has('accuse') && undeclared.some(({ name }) => name === 'message'))
		return undefined;
	const text = (name: (typeof declared)[number]) => textOf(declaredParameters.get(name))?.trim() || undefined;
	const code = text('accuse');
	const to = partyOf(text('numero'));
	const reference = text('reference') ?? null;
	const status = code === undefined ? undefined : smsStatus(code);
	const statusId = statusIdOf(reference, to, status);
	return {
		channel: 'sms',
		event: 'delivery_report',
		eventId: eventIdOf('sms', 'delivery_report', parameters),
		timestamp: isoTimestamp(text('ts')),
		from: null,
		to,
		reference,
		...(status !== undefined && { status }),
		...(statusId !== undefined && { statusId }),
		callbackData: toObject(undeclared),
	};
}
