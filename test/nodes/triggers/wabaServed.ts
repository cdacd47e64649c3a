/** The WABA trigger, published in n8n's engine on loopback, and webhooks as the service sends them. */
import { request } from 'node:http';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { SmsboxWabaTrigger } from '../../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import { serveTrigger, type ServedTrigger, type TriggerOptions } from '../../support/triggers';
import type { Answer } from './served';

export const type = 'n8n-nodes-smsbox.smsboxWabaTrigger';
const nodeTypes = { [type]: SmsboxWabaTrigger };

export const agent = { wabaId: '104996122399160', phoneId: '106540352242922' };

/** What `data` of every incoming message has. */
export const received = {
	from: '33600123456',
	id: 'wamid.HBgLMzM2MDAxMjM0NTY',
	timestamp: '1719576000',
};

/** A webhook's envelope. */
export function webhook(requestType: string, data: unknown, more: object = {}): Record<string, unknown> {
	return {
		...agent,
		phoneNumber: '33600123400',
		clientId: 123456,
		requestProd: 'WABA',
		requestDate: '2024-06-01T14:00:00+02:00',
		requestUUID: '0d6e8c52-3c5a-4a57-9d0c-6f1f6f1d2a11',
		requestType,
		data,
		...more,
	};
}

export const message = (content: object): Record<string, unknown> =>
	webhook('incoming_message', { ...received, ...content });

export const text = (body: string, more: object = {}): Record<string, unknown> =>
	message({ type: 'text', text: { body }, ...more });

export const image = (more: object = {}): Record<string, unknown> =>
	message({ type: 'image', image: { id: '1234', mime_type: 'image/jpeg', sha256: 'abc', ...more } });

export const status = (code: string, more: object = {}): Record<string, unknown> =>
	webhook(
		'status_update',
		{ id: 'wamid.sent', status: code, timestamp: '1719576000', recipient_id: '33600123456', ...more },
		{ reference: 7001 },
	);

export interface ServedWaba {
	/** Posts a webhook: a value as JSON, or bytes as they are. */
	post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
	/** The items that were put out, one execution each. */
	items: () => INodeExecutionData[];
	events: () => IDataObject[];
	trigger: ServedTrigger;
}

async function postTo(url: string, body: Uint8Array, headers: Record<string, string>): Promise<Answer> {
	const { hostname, port, pathname } = new URL(url);
	const options = { method: 'POST', hostname, port, path: pathname, headers, agent: false } as const;
	return await new Promise((resolve, reject) => {
		request(options, (response) => {
			let answer = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (answer += chunk));
			response.on('end', () => {
				resolve({ status: response.statusCode ?? 0, body: answer });
			});
			response.on('error', reject);
		})
			.on('error', reject)
			.end(body);
	});
}

const serving: ServedTrigger[] = [];

export async function serveWaba(
	parameters: INodeParameters = {},
	more: Partial<TriggerOptions> = {},
): Promise<ServedWaba> {
	const trigger = await serveTrigger({ type, parameters, nodeTypes, ...more });
	serving.push(trigger);
	const items = () => trigger.executions.flatMap((execution) => execution.items[0] ?? []);
	return {
		post: async (body, headers = {}) => {
			const isRaw = body instanceof Uint8Array;
			const bytes = isRaw ? body : Buffer.from(JSON.stringify(body), 'utf8');
			const contentType = isRaw ? 'application/octet-stream' : 'application/json';
			return await postTo(trigger.url, bytes, { 'content-type': contentType, ...headers });
		},
		items,
		events: () => items().map(({ json }) => json),
		trigger,
	};
}

export async function closeAll(): Promise<void> {
	await Promise.all(serving.splice(0).map(async (trigger) => await trigger.close()));
}
