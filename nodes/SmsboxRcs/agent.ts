import type { INodeProperties } from 'n8n-workflow';
import { textOrDefault } from '../engine/operations/defaults';
import type { Reader } from '../engine/operations/reader';

const agentIdField: INodeProperties = {
	displayName: 'Agent ID',
	name: 'agentId',
	type: 'string',
	default: '',
	placeholder: 'From the credential',
	description: "ID of your RCS agent, from the SMSBOX customer area. Leave empty to use the credential's.",
};

/** Every operation speaks for an agent; asked for once below its own fields. */
export const rcsAgentFields: INodeProperties[] = [agentIdField];

/** Reads {@link rcsAgentFields}. */
export const readAgentId = (reader: Reader): string => textOrDefault(reader, agentIdField);
