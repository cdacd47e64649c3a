/** Serves a webhook trigger over real HTTP on loopback, the way n8n does, and runs what it starts. */
import './instance';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
	NodeHelpers,
	deepCopy,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookResponseData,
	type Workflow,
	sleep,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { HarnessHookContext, HarnessWebhookContext } from './contexts';
import { buildWorkflow, execute, type RunOptions, type RunResult, type WorkflowJson } from './engine';
import { closeServer, listen } from './httpServer';
import { readBody, send, webhookApp, type Request, type Response } from './webhookHttp';

export interface TriggerOptions extends Omit<RunOptions, 'input' | 'mode' | 'retryOf' | 'startNode'> {
	/** The trigger's full type. */
	type: string;
	/** Its parameters, where no workflow is given: it then stands alone. */
	parameters?: INodeParameters;
	/** Its version, where no workflow is given; default 2. */
	typeVersion?: number;
	/** A workflow that holds the trigger once. */
	workflow?: WorkflowJson;
	/** How many reverse proxies to believe, as N8N_PROXY_HOPS; default none. */
	proxyHops?: number;
}

export interface TriggeredExecution {
	/** What the trigger put out, by output. */
	items: INodeExecutionData[][];
	result: Promise<RunResult>;
}

export interface ServedTrigger {
	/** The production URL, without a query. */
	url: string;
	/** What was started, in the order of the calls. An execution stands here before its caller has an answer. */
	executions: TriggeredExecution[];
	/** What the trigger threw. n8n answers 500 then. */
	errors: unknown[];
	/** The workflow's static data as it is saved now. */
	staticData: () => IDataObject;
	close: () => Promise<void>;
}

/** The trigger as it stands in one reading of the workflow; n8n reads it anew for every call. */
interface Published {
	workflow: Workflow;
	node: INode;
	type: INodeType;
	webhook: IWebhookData;
}

function aloneIn(options: TriggerOptions): WorkflowJson {
	const { type, parameters = {}, typeVersion = 2 } = options;
	return { nodes: [{ name: 'Trigger', type, typeVersion, parameters }] };
}

/** A field of the webhook's description, evaluated where it is an expression. */
function field(
	{ workflow, node }: Pick<Published, 'workflow' | 'node'>,
	description: IWebhookDescription,
	name: string,
	fallback: string | number | boolean,
): string | number | boolean {
	const value = description[name];
	const resolved = workflow.expression.getSimpleParameterValue(
		node,
		value,
		'webhook',
		{},
		undefined,
		fallback,
	);
	return Array.isArray(resolved) ? fallback : (resolved ?? fallback);
}

/**
 * @param nodeId the same for every call of a served trigger, as in n8n
 * @param method of the webhook that is meant, where the trigger has several at its URL
 */
function publish(
	options: TriggerOptions,
	staticData: IDataObject,
	nodeId: string,
	method?: string,
): Published {
	const json = options.workflow ?? aloneIn(options);
	const workflow = buildWorkflow(json, { ...options, staticData: deepCopy(staticData) });
	const triggers = Object.values(workflow.nodes).filter((node) => node.type === options.type);
	const [node] = triggers;
	if (!node || triggers.length > 1) throw new Error(`${triggers.length} nodes of type ${options.type}`);
	node.id = nodeId;
	node.webhookId ??= '11111111-2222-4333-8444-555555555555';
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const [first, ...others] = type.description.webhooks ?? [];
	const description = others.find(({ httpMethod }) => httpMethod === method) ?? first;
	if (!description) throw new Error(`${options.type} has no webhook`);
	const own = String(field({ workflow, node }, description, 'path', ''));
	const isFullPath = Boolean(field({ workflow, node }, description, 'isFullPath', false));
	const mode = field({ workflow, node }, description, 'responseMode', 'onReceived');
	if (mode !== 'onReceived') throw new Error(`The response mode ${mode} is not part of the test harness`);
	const webhook: IWebhookData = {
		httpMethod: description.httpMethod === 'POST' ? 'POST' : 'GET',
		node: node.name,
		path: NodeHelpers.getNodeWebhookPath(workflow.id, node, own, isFullPath, false),
		webhookDescription: description,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalDataFor(options),
	};
	return { workflow, node, type, webhook };
}

async function runWebhook(
	{ workflow, node, type, webhook }: Published,
	httpRequest: Request,
	httpResponse: Response,
): Promise<IWebhookResponseData> {
	await readBody(httpRequest);
	const additionalData = { ...webhook.workflowExecuteAdditionalData, httpRequest, httpResponse };
	const context = new HarnessWebhookContext(workflow, node, additionalData, 'webhook', webhook, [], null);
	return (await type.webhook?.call(context)) ?? {};
}

/** The body of the answer: the description's when an execution was started, the trigger's own otherwise. */
function bodyFor(published: Published, result: IWebhookResponseData): unknown {
	const { webhookDescription } = published.webhook;
	if (result.workflowData) return field(published, webhookDescription, 'responseData', 'firstEntryJson');
	const own: unknown = result.webhookResponse;
	return own ?? { message: 'Webhook call received' };
}

type HookName = 'checkExists' | 'create' | 'delete';

async function runHook({ workflow, node, type, webhook }: Published, name: HookName): Promise<boolean> {
	const additionalData = webhook.workflowExecuteAdditionalData;
	const context = new HarnessHookContext(workflow, node, additionalData, 'trigger', 'activate', webhook);
	return (await type.webhookMethods?.default?.[name].call(context)) ?? true;
}

/**
 * Publishes the trigger and answers calls to it. A call is answered when the execution that it starts stands in
 * `executions` and the static data is saved, in n8n's own order.
 *
 * @throws where the response mode is another than `onReceived`: the others are not part of the harness
 */
export async function serveTrigger(options: TriggerOptions): Promise<ServedTrigger> {
	let saved: IDataObject = deepCopy(options.staticData ?? {});
	const nodeId = randomUUID();
	const executions: TriggeredExecution[] = [];
	const errors: unknown[] = [];

	const start = (items: INodeExecutionData[][]): void => {
		const { workflow, node } = publish(options, saved, nodeId);
		const input = items[0] ?? [];
		const result = execute(workflow, { ...options, startNode: node.name, mode: 'webhook', input });
		executions.push({ items, result });
	};

	const answer = async (request: Request, response: Response): Promise<void> => {
		const published = publish(options, saved, nodeId, request.method);
		const { workflow, webhook } = published;
		if (request.method !== webhook.httpMethod || request.path !== `/webhook/${webhook.path}`) {
			send(response, 404, { code: 404, message: 'The requested webhook is not registered.' });
			return;
		}
		const result = await runWebhook(published, request, response);
		if (result.workflowData) start(result.workflowData);
		// n8n 2 stores the execution before it saves the static data, which takes it a turn of the event loop at least.
		await sleep(0);
		if (Reflect.get(workflow.staticData, '__dataChanged') === true) saved = deepCopy(workflow.staticData);
		if (result.noWebhookResponse) return;
		const status = Number(field(published, webhook.webhookDescription, 'responseCode', 200));
		send(response, status, bodyFor(published, result));
	};

	const app = webhookApp(options.proxyHops ?? 0, (request, response) => {
		answer(request, response).catch((error: unknown) => {
			errors.push(error);
			if (response.headersSent) return;
			send(response, 500, { code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
		});
	});
	// What cannot be published throws here, and leaves no server behind.
	const published = publish(options, saved, nodeId);
	if (!(await runHook(published, 'checkExists'))) await runHook(published, 'create');
	const server = createServer(app);
	const address = await listen(server);

	return {
		url: `${address}/webhook/${published.webhook.path}`,
		executions,
		errors,
		staticData: () => deepCopy(saved),
		close: async () => {
			await runHook(published, 'delete');
			await Promise.allSettled(executions.map(async ({ result }) => result));
			await closeServer(server);
		},
	};
}
