import type { IDataObject } from 'n8n-workflow';
import type { SendPlan, SmsOptions } from '../../../../protocol/sms/send';
import { type Call, callAll } from '../../../engine/sending/calls';
import { optionsName } from '../../../engine/operations/properties';
import type { Reader } from '../../../engine/operations/reader';

function readSender(reader: Reader): string | undefined {
	const { value } = reader.locator('sender');
	return value === '' ? undefined : value;
}

/** Reads what both sends ask for, recipients aside: the fields of `messageFields` and `messageOptions`. */
export function readSmsOptions(reader: Reader): SmsOptions {
	const options = reader.within(optionsName);
	const senderMode = reader.choice('senderMode', ['custom', 'shortCode', 'reply']);
	return {
		text: reader.text('text'),
		senderMode,
		sender: senderMode === 'custom' ? readSender(reader) : undefined,
		kind: reader.choice('kind', ['private', 'alert', 'group', 'commercial']),
		deliveryReport: reader.flag('deliveryReport'),
		scheduleAt: options.optionalInstant('scheduleAt'),
		validity: options.optionalInteger('validity'),
		maxParts: options.optionalInteger('maxParts'),
		cutLongText: options.flag('cutLongText'),
		charset: options.optionalChoice('charset', ['utf-8', 'iso-8859-1', 'iso-8859-15']) ?? 'utf-8',
		coding: options.optionalChoice('coding', ['auto', 'gsm', 'unicode']) ?? 'auto',
		concatenationHeader: options.optionalChoice('concatenationHeader', ['none', 'sixBytes', 'sevenBytes']),
		voiceForLandlines: options.optionalFlag('voiceForLandlines'),
		blockDuplicatesHours: options.optionalInteger('blockDuplicatesHours'),
		dayMin: options.optionalInteger('dayMin'),
		dayMax: options.optionalInteger('dayMax'),
		hourMin: options.optionalInteger('hourMin'),
		hourMax: options.optionalInteger('hourMax'),
		callbackParameters: options
			.rows('callbackParameters', 'parameter')
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
	const references = accepted.flatMap((part) => part.references);
	return {
		accepted: true,
		references,
		requests: plan.exchanges.length,
		parts: plan.parts,
		encoding: plan.encoding,
		charactersLeft: plan.charactersLeft,
		...(plan.scheduledFor === undefined ? {} : { scheduledFor: plan.scheduledFor }),
	};
}
