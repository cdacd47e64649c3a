import type { IDataObject } from 'n8n-workflow';
import type { SendPlan, SmsOptions } from '../../../../protocol/sms/send';
import { type Call, callAll } from '../../../engine/sending/calls';
import { optionsName } from '../../../engine/operations/properties';
import type { Reader } from '../../../engine/operations/reader';

function readSenderId(reader: Reader): string | undefined {
	const { value } = reader.locator('senderId');
	return value === '' ? undefined : value;
}

/** Reads what both sends ask for, recipients aside: the fields of `messageFields` and `messageOptions`. */
export function readSmsOptions(reader: Reader): SmsOptions {
	const options = reader.within(optionsName);
	const senderType = reader.choice('senderType', ['senderId', 'shortCode', 'twoWay']);
	return {
		text: reader.text('text'),
		senderType,
		senderId: senderType === 'senderId' ? readSenderId(reader) : undefined,
		category: reader.choice('category', ['private', 'alert', 'nonMarketingGroup', 'marketing']),
		requestDeliveryReport: reader.flag('requestDeliveryReport'),
		scheduleAt: options.optionalInstant('scheduleAt'),
		validityPeriod: options.optionalInteger('validityPeriod'),
		maxSegments: options.optionalInteger('maxSegments'),
		truncate: options.flag('truncate'),
		charset: options.optionalChoice('charset', ['utf-8', 'iso-8859-1', 'iso-8859-15']) ?? 'utf-8',
		encoding: options.optionalChoice('encoding', ['auto', 'gsm7', 'unicode']) ?? 'auto',
		concatenationHeader: options.optionalChoice('concatenationHeader', ['none', 'sixBytes', 'sevenBytes']),
		textToSpeech: options.optionalFlag('textToSpeech'),
		blockDuplicatesFor: options.optionalInteger('blockDuplicatesFor'),
		dayMin: options.optionalInteger('dayMin'),
		dayMax: options.optionalInteger('dayMax'),
		hourMin: options.optionalInteger('hourMin'),
		hourMax: options.optionalInteger('hourMax'),
		callbackData: options
			.rows('callbackData', 'entry')
			.map((row) => ({ name: row.text('name'), value: row.text('value') })),
	};
}

/**
 * Sends a planned message: its requests one after the other, up to the first that fails. What it gives says only what the
 * service said: a reference belongs to the message, and to a recipient only where there is one of each.
 */
export async function sendPlanned(
	plan: SendPlan,
	call: Call,
): Promise<IDataObject & { references: string[] }> {
	const accepted = await callAll(plan.exchanges, call);
	const references = accepted.flatMap((one) => one.references);
	return {
		accepted: true,
		references,
		requests: plan.exchanges.length,
		segments: plan.segments,
		encoding: plan.encoding,
		charactersLeft: plan.charactersLeft,
		...(plan.scheduledFor === undefined ? {} : { scheduledFor: plan.scheduledFor }),
	};
}
