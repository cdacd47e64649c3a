import { request } from 'node:http';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SmsboxDeliveryReportTrigger } from '../../../nodes/SmsboxDeliveryReportTrigger/SmsboxDeliveryReportTrigger.node';
import { SmsboxIncomingSmsTrigger } from '../../../nodes/SmsboxIncomingSmsTrigger/SmsboxIncomingSmsTrigger.node';
import { serveTrigger, type ServedTrigger, type TriggerOptions } from '../../support/triggers';

const nodeTypes = {
	'n8n-nodes-smsbox.smsboxDeliveryReportTrigger': SmsboxDeliveryReportTrigger,
	'n8n-nodes-smsbox.smsboxIncomingSmsTrigger': SmsboxIncomingSmsTrigger,
};

export interface Answer {
	status: number;
	body: string;
}

export const ok: Answer = { status: 200, body: 'OK' };
export const refusal: Answer = { status: 503, body: 'ERROR' };

export interface Served {
	/** Calls the production URL with a query that is sent byte for byte, as no browser or client would. */
	call: (rawQuery: string, headers?: Record<string, string>) => Promise<Answer>;
	/** The JSON of the items that were put out, one execution each. */
	events: () => IDataObject[];
	trigger: ServedTrigger;
}

async function get(url: string, rawQuery: string, headers: Record<string, string>): Promise<Answer> {
	const { hostname, port, pathname } = new URL(url);
	return await new Promise((resolve, reject) => {
		request({ hostname, port, path: `${pathname}?${rawQuery}`, headers, agent: false }, (response) => {
			let body = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (body += chunk));
			response.on('end', () => {
				resolve({ status: response.statusCode ?? 0, body });
			});
			response.on('error', reject);
		})
			.on('error', reject)
			.end();
	});
}

const serving: ServedTrigger[] = [];

/** Publishes one of the triggers in n8n's engine, on loopback. */
export async function serve(
	node: 'smsboxDeliveryReportTrigger' | 'smsboxIncomingSmsTrigger',
	parameters: INodeParameters = {},
	more: Partial<TriggerOptions> = {},
): Promise<Served> {
	const trigger = await serveTrigger({ type: `n8n-nodes-smsbox.${node}`, parameters, nodeTypes, ...more });
	serving.push(trigger);
	return {
		call: async (rawQuery, headers = {}) => await get(trigger.url, rawQuery, headers),
		events: () => trigger.executions.map(({ items }) => items[0]?.[0]?.json ?? {}),
		trigger,
	};
}

export async function closeAll(): Promise<void> {
	await Promise.all(serving.splice(0).map(async (trigger) => await trigger.close()));
}
