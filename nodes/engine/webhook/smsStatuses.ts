import { smsStatuses } from '../../../protocol/sms/statuses';
import { isChosen, statusOptions, valuesOf } from './filters';

/** Every status of an SMS, in the order of the service's tables, for the list in the panel. */
export const smsStatusOptions = statusOptions(
	smsStatuses.map((status) => ({ ...status, name: `${status.name} (${status.code})` })),
);

const knownCodes = valuesOf(smsStatusOptions);

/** Whether a status passes the list of {@link smsStatusOptions}. One that is in no table passes. */
export const isChosenStatus = (code: string, setting: unknown): boolean =>
	isChosen(code, knownCodes, setting);

const namesByCode = JSON.stringify(Object.fromEntries(smsStatuses.map(({ code, name }) => [code, name])));

/** The names of the statuses that are chosen, as an expression for n8n's editor; empty where none is. */
export const statusNames = `$parameter["statuses"].map((code) => (${namesByCode})[code] || code).join(", ")`;
