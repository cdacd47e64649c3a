import type { INodePropertyOptions } from 'n8n-workflow';

import { smsStatuses } from '../../../protocol/sms/statuses';
import { isChosen } from './filters';

const knownCodes: ReadonlySet<string> = new Set(smsStatuses.map(({ code }) => code));

/** Whether a status passes the list of {@link smsStatusOptions}. One that is in no table passes. */
export const isChosenStatus = (code: string, setting: unknown): boolean =>
	isChosen(code, knownCodes, setting);

/** Every status of an SMS, in the order of the service's tables, for the list in the panel. */
export function smsStatusOptions(): INodePropertyOptions[] {
	return smsStatuses.map(({ code, name, description }) => ({
		name: `${name} (${code})`,
		value: code,
		description,
	}));
}

const namesByCode = JSON.stringify(Object.fromEntries(smsStatuses.map(({ code, name }) => [code, name])));

/** The names of the statuses that are chosen, as an expression for n8n's editor; empty where none is. */
export const statusNames = `$parameter["statuses"].map((code) => (${namesByCode})[code] || code).join(", ")`;
