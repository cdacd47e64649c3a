/** A trigger of WABA or RCS, published in n8n's engine on loopback, and webhooks posted to it. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { ServedTrigger, TriggerOptions } from '../../support/triggers';
import { ask, ok, publish, type Answer } from './served';

export interface ServedWebhooks {
	/** Posts a webhook: a value as JSON, or bytes as they are. */
	post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
	/** The items that were put out, one execution each. */
	items: () => INodeExecutionData[];
	events: () => IDataObject[];
	trigger: ServedTrigger;
}

/** The parameters of the trigger, and how else it is published. */
export type Given = [parameters?: INodeParameters, more?: Partial<TriggerOptions>];

export async function serveWebhooks(
	node: string,
	...[parameters = {}, more = {}]: Given
): Promise<ServedWebhooks> {
	const trigger = await publish(node, parameters, more);
	const items = () => trigger.executions.flatMap((execution) => execution.items[0] ?? []);
	return {
		post: async (given, headers = {}) => {
			const isRaw = given instanceof Uint8Array;
			const body = isRaw ? given : Buffer.from(JSON.stringify(given), 'utf8');
			const contentType = isRaw ? 'application/octet-stream' : 'application/json';
			return await ask(trigger.url, {
				method: 'POST',
				headers: { 'content-type': contentType, ...headers },
				body,
			});
		},
		items,
		events: () => items().map(({ json }) => json),
		trigger,
	};
}

/** Whether a webhook starts the workflow. It is acknowledged either way. */
export async function isStartedBy(body: unknown, { post, items }: ServedWebhooks): Promise<boolean> {
	await expect(post(body)).resolves.toEqual(ok);
	return items().length === 1;
}
