import {
	NodeConnectionTypes,
	type INodeType,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { description, echo } from './tinyNodes';
import { serveTrigger, type ServedTrigger, type TriggerOptions } from './triggers';

const TYPE = 'test.trigger';

function trigger(webhook: (this: IWebhookFunctions) => Promise<IWebhookResponseData>): INodeType {
	return {
		description: description({
			group: ['trigger'],
			version: 2,
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			webhooks: [
				{
					name: 'default',
					httpMethod: 'GET',
					path: 'callback',
					responseMode: 'onReceived',
					responseData: 'OK',
				},
			],
		}),
		webhookMethods: {
			default: {
				checkExists: async () => true,
				create: async () => true,
				delete: async () => true,
			},
		},
		webhook,
	};
}

const served: ServedTrigger[] = [];

async function serve(
	webhook: (this: IWebhookFunctions) => Promise<IWebhookResponseData>,
	extra: Partial<TriggerOptions> = {},
): Promise<ServedTrigger> {
	const nodeTypes = { [TYPE]: trigger(webhook), 'test.echo': echo };
	const one = await serveTrigger({ type: TYPE, ...extra, nodeTypes });
	served.push(one);
	return one;
}

afterEach(async () => {
	await Promise.all(served.splice(0).map(async (one) => one.close()));
});

async function answer(url: string, init: RequestInit = {}): Promise<{ status: number; body: string }> {
	const response = await fetch(url, init);
	return { status: response.status, body: await response.text() };
}

describe('a served trigger', () => {
	it('answers what its description says and runs the workflow behind it with its items', async () => {
		const one = await serve(async () => ({ workflowData: [[{ json: { n: 1 } }, { json: { n: 2 } }]] }), {
			workflow: {
				nodes: [
					{ name: 'In', type: TYPE, typeVersion: 2 },
					{ name: 'Out', type: 'test.echo', parameters: { text: '={{ $json.n }}' } },
				],
				connections: { In: { main: [[{ node: 'Out', type: 'main', index: 0 }]] } },
			},
		});
		expect(await answer(one.url)).toEqual({ status: 200, body: 'OK' });
		expect(one.executions).toHaveLength(1);
		const result = await one.executions[0]?.result;
		expect(result?.status).toBe('success');
		expect(result?.data['Out']?.[0]?.map(({ json }) => json)).toEqual([{ text: 1 }, { text: 2 }]);
	});

	it('gives the raw query, the address and the query as n8n reads it', async () => {
		const one = await serve(async function () {
			const request = this.getRequestObject();
			const json = { raw: request.originalUrl, ip: request.ip ?? '', query: this.getQueryData() };
			return { workflowData: [[{ json: { ...json, name: this.getWebhookName() } }]] };
		});
		await answer(`${one.url}?message=caf%E9+%2B&a[b]=1`);
		const [item] = one.executions[0]?.items[0] ?? [];
		expect(item?.json['raw']).toMatch(/\/webhook\/.*\?message=caf%E9\+%2B&a\[b\]=1$/);
		expect(item?.json['ip']).toBe('127.0.0.1');
		expect(item?.json['query']).toEqual({ message: 'caf%E9 %2B', a: { b: '1' } });
	});

	it('believes a proxy only when told to', async () => {
		const webhook = async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
			return { webhookResponse: this.getRequestObject().ip };
		};
		const headers = { 'x-forwarded-for': '37.59.198.135' };
		const direct = await serve(webhook);
		const behind = await serve(webhook, { proxyHops: 1 });
		expect(await answer(direct.url, { headers })).toEqual({ status: 200, body: '127.0.0.1' });
		expect(await answer(behind.url, { headers })).toEqual({ status: 200, body: '37.59.198.135' });
	});

	it('starts nothing where the trigger only answers, and leaves alone what the trigger ended itself', async () => {
		const filtered = await serve(async () => ({ webhookResponse: 'OK' }));
		expect(await answer(filtered.url)).toEqual({ status: 200, body: 'OK' });
		expect(filtered.executions).toEqual([]);

		const refusing = await serve(async function () {
			this.getResponseObject().status(503).send('ERROR');
			return { noWebhookResponse: true };
		});
		expect(await answer(refusing.url)).toEqual({ status: 503, body: 'ERROR' });
		expect(refusing.executions).toEqual([]);
	});

	it('keeps static data between the calls', async () => {
		const one = await serve(
			async function () {
				const data = this.getWorkflowStaticData('node');
				data['calls'] = Number(data['calls'] ?? 0) + 1;
				return { webhookResponse: String(data['calls']) };
			},
			{ staticData: { 'node:Trigger': { calls: 5 } } },
		);
		expect((await answer(one.url)).body).toBe('6');
		expect((await answer(one.url)).body).toBe('7');
		expect(one.staticData()).toEqual({ 'node:Trigger': { calls: 7 } });
	});

	it('answers 404 to another method or path, and 500 when the trigger throws', async () => {
		const one = await serve(async () => {
			throw new Error('Broken');
		});
		expect((await answer(one.url, { method: 'POST' })).status).toBe(404);
		expect((await answer(`${one.url}x`)).status).toBe(404);
		expect(one.errors).toEqual([]);
		expect((await answer(one.url)).status).toBe(500);
		expect(one.errors).toEqual([new Error('Broken')]);
		expect(one.executions).toEqual([]);
	});
});
