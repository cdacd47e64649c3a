/** What n8n hands to every execution beside the workflow. */
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialType,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { GivenCredentialsHelper, type GivenCredentials } from './credentials';

export interface GivenAccess {
	/** Decrypted data by credential type. */
	credentials?: GivenCredentials;
	/** The credential types themselves: how they authenticate and their defaults. */
	credentialTypes?: readonly ICredentialType[];
	/** Address of n8n itself, as its URLs have it. */
	instanceUrl?: string;
	/** Whether n8n fails before the first node, as where a hook of its own refuses. */
	cannotBegin?: boolean;
}

const defaultInstanceUrl = 'http://127.0.0.1:5678';

function notHere(what: string): () => never {
	return () => {
		throw new UnexpectedError(`${what} is not part of the test harness`);
	};
}

/** The part that does not depend on an execution: also what lists and credential tests get. */
export function additionalDataFor(access: GivenAccess): IWorkflowExecuteAdditionalData {
	const { instanceUrl = defaultInstanceUrl } = access;
	return {
		credentialsHelper: new GivenCredentialsHelper(access.credentials ?? {}, access.credentialTypes ?? []),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executeWorkflow: notHere('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere('A task runner'),
		logAiEvent: () => undefined,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${instanceUrl}/rest`,
		instanceBaseUrl: `${instanceUrl}/`,
		formBaseUrl: `${instanceUrl}/form`,
		formWaitingBaseUrl: `${instanceUrl}/form-waiting`,
		formTestBaseUrl: `${instanceUrl}/form-test`,
		webhookBaseUrl: `${instanceUrl}/webhook`,
		webhookWaitingBaseUrl: `${instanceUrl}/webhook-waiting`,
		webhookTestBaseUrl: `${instanceUrl}/webhook-test`,
		mcpBaseUrl: `${instanceUrl}/mcp`,
		mcpTestBaseUrl: `${instanceUrl}/mcp-test`,
		variables: {},
		userId: 'user',
	};
}

let executions = 0;

function workflowBase(workflow: Workflow): IWorkflowBase {
	return {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		settings: workflow.settings,
	};
}

/** Returns the id of an execution that begins. */
export function nextExecutionId(): string {
	executions += 1;
	return String(executions);
}

/** The same for one execution: with its id and the lifecycle hooks that the engine insists on. */
export function additionalDataForExecution(
	access: GivenAccess,
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	executionId: string,
): IWorkflowExecuteAdditionalData & { executionId: string } {
	const hooks = new ExecutionLifecycleHooks(mode, executionId, workflowBase(workflow));
	const refuse = async (): Promise<never> => await Promise.reject(new Error('n8n could not begin'));
	if (access.cannotBegin === true) hooks.addHandler('workflowExecuteBefore', refuse);
	return {
		...additionalDataFor(access),
		executionId,
		workflowId: workflow.id,
		hooks,
	};
}
