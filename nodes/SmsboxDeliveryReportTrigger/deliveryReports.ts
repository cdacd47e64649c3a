import type { INodePropertyOptions } from 'n8n-workflow';

import { readDeliveryReport, type DeliveryReportEvent } from '../../protocol/callbacks/deliveryReport';
import { readRawParameters } from '../../protocol/callbacks/rawQuery';
import { smsStatuses } from '../../protocol/sms/statuses';
import type { CallbackFilter, CallbackKind } from '../engine/webhook/callback';
import { isChosen } from '../engine/webhook/filters';

type Filter = CallbackFilter<DeliveryReportEvent>;

const knownCodes: ReadonlySet<string> = new Set(smsStatuses.map(({ code }) => code));

/** Every status of the service, in the order of its tables, for the list in the panel. */
export function deliveryStatusOptions(): INodePropertyOptions[] {
	return smsStatuses.map(({ code, name, description }) => ({
		name: `${name} (${code})`,
		value: code,
		description,
	}));
}

const namesByCode = JSON.stringify(Object.fromEntries(smsStatuses.map(({ code, name }) => [code, name])));

/** The names of the statuses that are chosen, as an expression for n8n's editor; empty where none is. */
export const statusNames = `$parameter["statuses"].map((code) => (${namesByCode})[code] || code).join(", ")`;

/** A report without a status, or with one that is in no table, passes: nobody can have chosen to leave it out. */
const byStatus: Filter = ({ status }, setting) => isChosen(status?.code ?? '', knownCodes, setting);

/** Only what is known to be followed by another status is left out. */
const finalOnly: Filter = ({ status }, setting) => setting !== true || status?.final !== false;

/** Reports on messages that were sent (service.md#delivery-reports). */
export const deliveryReports: CallbackKind<DeliveryReportEvent> = {
	name: 'delivery report',
	method: 'GET',
	read: ({ rawQuery }) => readDeliveryReport(rawQuery),
	readRaw: ({ rawQuery }) => readRawParameters(rawQuery),
	filters: { statuses: byStatus, finalOnly },
};
