import { request } from 'node:http';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PACKAGE, smsboxNodes } from '../../support/smsbox';
import { serveTrigger, type ServedTrigger, type TriggerOptions } from '../../support/triggers';

export interface Answer {
	status: number;
	body: string;
}

export const ok: Answer = { status: 200, body: 'OK' };
export const refusal: Answer = { status: 503, body: 'ERROR' };

interface Asking {
	method: 'GET' | 'POST';
	headers: Record<string, string>;
	/** With its question mark. */
	query?: string;
	body?: Uint8Array;
}

export interface Served {
	/** Calls the production URL with a query that is sent byte for byte, as no browser or client would. */
	call: (rawQuery: string, headers?: Record<string, string>) => Promise<Answer>;
	/** Posts the same parameters as a form. */
	post: (form: string, rawQuery?: string) => Promise<Answer>;
	/** The JSON of the items that were put out, one execution each. */
	events: () => IDataObject[];
	trigger: ServedTrigger;
}

/** Makes a call whose path goes out byte for byte, as no browser or client would send it. */
export async function ask(url: string, { method, headers, query = '', body }: Asking): Promise<Answer> {
	const { hostname, port, pathname } = new URL(url);
	const options = { method, hostname, port, path: `${pathname}${query}`, headers, agent: false } as const;
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

/** Publishes a trigger in n8n's engine, on loopback, until {@link closeAll}. */
export async function publish(
	node: string,
	parameters: INodeParameters,
	more: Partial<TriggerOptions>,
): Promise<ServedTrigger> {
	const type = `${PACKAGE}.${node}`;
	const trigger = await serveTrigger({ type, parameters, nodeTypes: smsboxNodes, ...more });
	serving.push(trigger);
	return trigger;
}

/** Publishes one of the triggers that are called with a query. */
export async function serve(
	node: 'smsboxDeliveryReportTrigger' | 'smsboxIncomingSmsTrigger',
	parameters: INodeParameters = {},
	more: Partial<TriggerOptions> = {},
): Promise<Served> {
	const trigger = await publish(node, parameters, more);
	return {
		call: async (rawQuery, headers = {}) =>
			await ask(trigger.url, { method: 'GET', headers, query: `?${rawQuery}` }),
		post: async (form, rawQuery) =>
			await ask(trigger.url, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: Buffer.from(form, 'latin1'),
				...(rawQuery !== undefined && { query: `?${rawQuery}` }),
			}),
		events: () => trigger.executions.map(({ items }) => items[0]?.[0]?.json ?? {}),
		trigger,
	};
}

export async function closeAll(): Promise<void> {
	await Promise.all(serving.splice(0).map(async (trigger) => await trigger.close()));
}
