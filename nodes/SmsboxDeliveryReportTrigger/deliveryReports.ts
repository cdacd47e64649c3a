import { readDeliveryReport, type DeliveryReportEvent } from '../../protocol/callbacks/deliveryReport';
import { parseRawQuery, toObject } from '../../protocol/callbacks/rawQuery';
import type { CallbackFilter, CallbackKind } from '../engine/webhook/callback';
import { isChosenStatus } from '../engine/webhook/filters';
import { statusHeader } from '../engine/waiting/waitingWebhook';

type Filter = CallbackFilter<DeliveryReportEvent>;

/** A report without a status, or with one that is in no table, passes: nobody can have chosen to leave it out. */
const byStatus: Filter = ({ status }, setting) => isChosenStatus(status?.code ?? '', setting);

/** Only what is known to be followed by another status is left out. */
const finalOnly: Filter = ({ status }, setting) => setting !== true || status?.final !== false;

/** Reports on messages that were sent (service.md#delivery-reports). */
export const deliveryReports: CallbackKind<DeliveryReportEvent> = {
	name: 'delivery report',
	format: 'parameters',
	read: ({ rawQuery }) => readDeliveryReport(rawQuery),
	readRaw: ({ rawQuery }) => toObject(parseRawQuery(rawQuery)),
	hasAuthorsData: true,
	filters: { statuses: byStatus, finalOnly },
	answers: {
		headersOf: ({ status }) => (status?.final === true ? { [statusHeader]: status.code } : undefined),
		startsWorkflow: true,
	},
};
