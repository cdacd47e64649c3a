import type { INodeProperties } from 'n8n-workflow';
import type { WabaAgent } from '../../protocol/waba/agent';
import { textOrDefault } from '../engine/operations/defaults';
import type { Reader } from '../engine/operations/reader';

export const wabaIdField: INodeProperties = {
	displayName: 'WABA ID',
	name: 'wabaId',
	type: 'string',
	default: '',
	placeholder: 'From the credential',
	description:
		"ID of your WhatsApp Business agent, from the SMSBOX customer area. Leave empty to use the credential's.",
};

export const phoneIdField: INodeProperties = {
	displayName: 'Phone Number ID',
	name: 'phoneId',
	type: 'string',
	default: '',
	placeholder: 'From the credential',
	description:
		"ID of the phone number of the agent, from the SMSBOX customer area. It is not the phone number itself. Leave empty to use the credential's.",
};

/** Which business agent speaks: the same for every operation, so given once. */
export const wabaAgentFields: INodeProperties[] = [wabaIdField, phoneIdField];

/** Reads {@link wabaAgentFields}. */
export function readWabaAgent(reader: Reader): WabaAgent {
	return { wabaId: textOrDefault(reader, wabaIdField), phoneId: textOrDefault(reader, phoneIdField) };
}
