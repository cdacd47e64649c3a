import type { ICredentialsDisplayOptions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../protocol/errors';
import { wabaPath, type WabaAgent } from '../../protocol/waba/agent';
import { readDefaults } from '../engine/http/transport';
import { listOf } from '../engine/webhook/callback';
import type { ParameterContext } from '../engine/webhook/callback';

/** What is needed only where a task is chosen under On Receipt. */
export const whereTasksAreChosen: ICredentialsDisplayOptions = {
	show: { '/onReceipt': ['downloadFiles', 'markAsRead'] },
};

/** The agent that the tasks act for: anyone who knows the webhook's URL can name another one in an event. */
export const triggerAgentFields: INodeProperties[] = [
	{
		displayName: 'WABA ID',
		name: 'wabaId',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'From the credential',
		description:
			"ID of your WhatsApp Business agent, from the SMSBOX customer area. Leave empty to use the credential's. On Receipt tasks are skipped for other agents.",
		displayOptions: whereTasksAreChosen,
	},
	{
		displayName: 'Phone Number ID',
		name: 'phoneId',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'From the credential',
		description:
			"ID of the phone number of the agent, from the SMSBOX customer area. It is not the phone number itself. Leave empty to use the credential's.",
		displayOptions: whereTasksAreChosen,
	},
];

function textOf(context: ParameterContext, name: string): string {
	const value = context.getNodeParameter(name, '');
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Where an agent comes from: the trigger, or the defaults of its credential. */
type AgentContext = ParameterContext & Parameters<typeof readDefaults>[0];

/** Reads {@link triggerAgentFields} and the defaults of the credential; what is in neither is empty. */
export async function readTriggerAgent(context: AgentContext): Promise<WabaAgent> {
	const { wabaId, phoneId } = await readDefaults(context);
	return { wabaId: textOf(context, 'wabaId') || wabaId, phoneId: textOf(context, 'phoneId') || phoneId };
}

function problemWithId(error: unknown): string | undefined {
	if (!(error instanceof InvalidInput)) return undefined;
	const label = triggerAgentFields.find(({ name }) => name === error.field)?.displayName ?? error.field;
	return `${label}: ${error.message} ${error.remediation}`;
}

/** Says why the tasks under On Receipt could not act for the agent; undefined where they can, or there are none. */
export async function problemWithAgent(context: AgentContext): Promise<string | undefined> {
	if (listOf(context.getNodeParameter('onReceipt', '')).length === 0) return undefined;
	const agent = await readTriggerAgent(context);
	if (agent.wabaId === '' || agent.phoneId === '')
		return 'WABA ID and Phone Number ID are missing. Enter them in the trigger or as default in the credential.';
	try {
		wabaPath(agent, 'event');
		return undefined;
	} catch (error) {
		return problemWithId(error);
	}
}
