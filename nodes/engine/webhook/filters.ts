import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { MessageStatus } from '../../../protocol/messageStatus';
import { smsStatuses } from '../../../protocol/sms/statuses';
import { listOf } from './callback';

/** A list of statuses for the panel, in the order in which they come. */
export const statusOptions = (statuses: readonly MessageStatus[]): INodePropertyOptions[] =>
	statuses.map(({ code, name, description }) => ({ name, value: code, description }));

/**
 * Whether a value passes a list in the panel: where nothing is chosen, everything does. What the list does not offer
 * passes too, as nobody can have chosen to leave it out.
 */
export function isChosen(code: string, options: readonly INodePropertyOptions[], setting: unknown): boolean {
	const chosen = listOf(setting);
	return chosen.length === 0 || chosen.includes(code) || !options.some(({ value }) => value === code);
}

/** Every status of an SMS, in the order of the service's tables, for the list in the panel. */
export const smsStatusOptions = statusOptions(
	smsStatuses.map((status) => ({ ...status, name: `${status.name} (${status.code})` })),
);

/** Which statuses start the workflow. */
export const smsStatusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	noDataExpression: true,
	options: smsStatusOptions,
	default: [],
	description:
		'Statuses that start the workflow; if empty, all of them. An unknown status always starts the workflow.',
};

/** Whether a status passes the list of {@link smsStatusOptions}. One that is in no table passes. */
export const isChosenStatus = (code: string, setting: unknown): boolean =>
	isChosen(code, smsStatusOptions, setting);

const namesByCode = JSON.stringify(Object.fromEntries(smsStatuses.map(({ code, name }) => [code, name])));

/** The names of the statuses that are chosen, as an expression for n8n's editor; empty where none is. */
export const statusNames = `$parameter["statuses"].map((code) => (${namesByCode})[code] || code).join(", ")`;
