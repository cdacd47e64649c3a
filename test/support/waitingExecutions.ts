/** Executions that wait, and what n8n serves for them: `/webhook-waiting/…` over real HTTP on loopback. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { InstanceSettings, validateUrlSignature } from 'n8n-core';
import {
	deepCopy,
	type INodeType,
	type Node,
	type INode,
	type IWebhookData,
	type IWebhookResponseData,
	type IRunExecutionData,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { HarnessWebhookContext } from './contexts';
import { execute, type RunResult, type WaitingExecution } from './engine';
import { closeServer, listen } from './httpServer';
import { containerOf } from './internals';
import { readBody, send, webhookApp, type Request, type Response } from './webhookHttp';

const prefix = '/webhook-waiting/';

/** One execution, from the first time that it waits. */
interface Kept {
	/** Undefined while it runs, and once it has ended. */
	waiting: WaitingExecution | undefined;
	/** What came of it so far: the run that goes on, or the last one. */
	run: Promise<RunResult>;
}

function secret(): string {
	const settings = containerOf('n8n-core').get(InstanceSettings);
	if (!(settings instanceof InstanceSettings)) throw new Error('n8n has no settings');
	return settings.hmacSignatureSecret;
}

const asksItself = (node: INode): boolean => node.parameters['operation'] === 'sendAndWait';

/** The node that waits, as its workflow has it. */
function waitingNode({ workflow, result }: WaitingExecution): INode {
	const node = workflow.getNode(result.executionData.resultData.lastNodeExecuted ?? '');
	if (node === null) throw new Error('No node waits');
	return node;
}

/** Whether a call may resume: a question's URL is signed, all others carry the token of the execution. */
function isAllowed(request: Request, node: INode, { resumeToken }: IRunExecutionData): boolean {
	const url = new URL(request.url, 'http://localhost');
	const given = url.searchParams.get('signature') ?? '';
	if (asksItself(node)) return validateUrlSignature(given, url, secret());
	const token = resumeToken ?? '';
	return given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

/** The webhook that is served for the node that waits; undefined where there is none of that method and path. */
function webhookOf(
	{ workflow, options }: WaitingExecution,
	node: INode,
	method: string,
	suffix: string,
): IWebhookData | undefined {
	const { description } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const field = (value: string): string =>
		String(workflow.expression.getSimpleParameterValue(node, value, 'webhook', {}, undefined, ''));
	const webhook = (description.webhooks ?? []).find(
		({ httpMethod, path, nodeType, restartWebhook }) =>
			restartWebhook === true &&
			nodeType !== 'form' &&
			field(httpMethod) === method &&
			field(path) === suffix,
	);
	return (
		webhook && {
			httpMethod: method === 'POST' ? 'POST' : 'GET',
			node: node.name,
			path: suffix,
			webhookDescription: webhook,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additionalDataFor(options),
		}
	);
}

/** Some of n8n's own nodes take the context as an argument. Their class is that of n8n's own copy of the library. */
const takesContext = (type: INodeType | Node): type is Node => type.webhook?.length === 1;

export class WaitingExecutions {
	private readonly kept = new Map<string, Kept>();

	private constructor(
		private readonly server: Server,
		private readonly address: () => string,
		readonly errors: unknown[],
	) {}

	static async start(): Promise<WaitingExecutions> {
		let url = '';
		const errors: unknown[] = [];
		const server = createServer(
			webhookApp(0, (request, response) => {
				all.answer(request, response).catch((error: unknown) => {
					errors.push(error);
					if (!response.headersSent) send(response, 500, { code: 0, message: 'Workflow Webhook Error' });
				});
			}),
		);
		const all = new WaitingExecutions(server, () => url, errors);
		url = await listen(server);
		return all;
	}

	/** For the options of each run and trigger. */
	get options(): { instanceUrl: string; onWaiting: (waiting: WaitingExecution) => void } {
		return { instanceUrl: this.address(), onWaiting: (waiting) => this.keep(waiting) };
	}

	/** What came of an execution that waited; one that waits again has status `waiting`. */
	async outcome({ executionId }: RunResult): Promise<RunResult> {
		return await this.find(executionId).run;
	}

	/** The time of the wait is over. */
	async expire({ executionId }: RunResult): Promise<RunResult> {
		const kept = this.find(executionId);
		if (kept.waiting === undefined) throw new Error('The execution does not wait');
		this.goOn(kept, kept.waiting);
		return await kept.run;
	}

	async close(): Promise<void> {
		await Promise.allSettled([...this.kept.values()].map(async ({ run }) => await run));
		await closeServer(this.server);
	}

	private find(executionId: string): Kept {
		const kept = this.kept.get(executionId);
		if (kept === undefined) throw new Error(`The execution ${executionId} has never waited`);
		return kept;
	}

	private keep(waiting: WaitingExecution): void {
		const { executionId } = waiting.result;
		const run = this.kept.get(executionId)?.run ?? Promise.resolve(waiting.result);
		this.kept.set(executionId, { waiting, run });
	}

	/** Runs the rest of an execution. */
	private goOn(kept: Kept, waiting: WaitingExecution, items?: IWebhookResponseData['workflowData']): void {
		kept.waiting = undefined;
		const { workflow, options } = waiting;
		kept.run = execute(workflow, { ...options, resumed: { waiting, items } });
	}

	private async answer(request: Request, response: Response): Promise<void> {
		const [, executionId = '', suffix = ''] =
			new RegExp(`^${prefix}(\\d+)(?:/([^/]+))?$`).exec(request.path) ?? [];
		const kept = this.kept.get(executionId);
		if (kept === undefined) {
			send(response, 404, { message: 'The execution does not exist.' });
			return;
		}
		const { waiting } = kept;
		if (waiting === undefined) {
			await this.answerEnded(kept, suffix, response);
			return;
		}
		const node = waitingNode(waiting);
		if (!isAllowed(request, node, waiting.result.executionData)) {
			send(response, 401, { error: 'Invalid token' });
			return;
		}
		const webhook = webhookOf(waiting, node, request.method, suffix);
		if (webhook === undefined) {
			send(response, 404, { message: 'No matching waiting webhook' });
			return;
		}
		await this.answerWaiting(kept, waiting, node, webhook, request, response);
	}

	/** A question's URL shows a page of n8n's own where nothing waits any more. */
	private async answerEnded({ run }: Kept, suffix: string, response: Response): Promise<void> {
		const settled = await Promise.race([run, Promise.resolve(undefined)]);
		if (settled === undefined) {
			send(response, 409, { message: 'The execution is running already.' });
			return;
		}
		if (suffix === '') {
			send(response, 409, { message: 'The execution has finished already.' });
			return;
		}
		send(response, 200, 'No action required');
	}

	private async answerWaiting(
		kept: Kept,
		waiting: WaitingExecution,
		node: INode,
		webhook: IWebhookData,
		request: Request,
		response: Response,
	): Promise<void> {
		const { workflow, mode, result } = waiting;
		await readBody(request);
		const additionalData = {
			...webhook.workflowExecuteAdditionalData,
			executionId: result.executionId,
			httpRequest: request,
			httpResponse: response,
		};
		const data = deepCopy(result.executionData);
		const context = new HarnessWebhookContext(workflow, node, additionalData, mode, webhook, [], data);
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const called = takesContext(type) ? type.webhook?.(context) : type.webhook?.call(context);
		const answer = (await called) ?? {};
		if (answer.workflowData) this.goOn(kept, waiting, answer.workflowData);
		if (answer.noWebhookResponse) return;
		const own: unknown = answer.webhookResponse;
		send(
			response,
			200,
			own ?? { message: answer.workflowData ? 'Workflow was started' : 'Webhook call received' },
		);
	}
}
