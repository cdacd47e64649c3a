/** Credentials as n8n keeps and applies them, in memory. */
import {
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	isExpression,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** Decrypted data by credential type: `{ smsboxApi: { apiKey: 'demo' } }`. */
export type GivenCredentials = Readonly<Record<string, INodeParameters>>;

function isHttpRequest(
	options: IHttpRequestOptions | IRequestOptionsSimplified,
): options is IHttpRequestOptions {
	return 'url' in options || 'uri' in options;
}

function isCredentialData(data: INodeParameters): data is INodeParameters & ICredentialDataDecryptedObject {
	return Object.values(data).every((value) =>
		['string', 'number', 'boolean', 'object'].includes(typeof value),
	);
}

/** Whatever an expression returns, undefined and null too: n8n does not look at it. */
const isResolved = (data: Record<string, unknown>): data is ICredentialDataDecryptedObject =>
	Object.values(data).every((value) => typeof value !== 'function');

/** n8n's credentials helper over what a test gives. */
export class GivenCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly given: GivenCredentials,
		private readonly types: readonly ICredentialType[],
	) {
		super();
	}

	private typeNamed(name: string): ICredentialType {
		const type = this.types.find((candidate) => candidate.name === name);
		if (!type) throw new UnexpectedError(`Unrecognized credential type: ${name}`);
		return type;
	}

	override getParentTypes(name: string): string[] {
		return this.typeNamed(name).extends ?? [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getCredentialsProperties(name: string): INodeProperties[] {
		return this.typeNamed(name).properties;
	}

	/** The given data, completed with the credential's own defaults as n8n does. */
	override async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.complete(type, this.given[type]);
		if (values === undefined || !Object.values(data).some(isExpression)) return data;
		// As n8n does: fields may hold expressions of the item.
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		const resolve = (text: string): unknown =>
			workflow.expression.getParameterValue(
				text,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
			);
		const resolved = Object.fromEntries(
			Object.entries(data).map(([name, value]): [string, unknown] => [
				name,
				typeof value === 'string' && isExpression(value) ? resolve(value) : value,
			]),
		);
		if (!isResolved(resolved)) throw new UnexpectedError(`Unreadable data for ${type}`);
		return resolved;
	}

	complete(type: string, data: INodeParameters | undefined): ICredentialDataDecryptedObject {
		if (!data) throw new UnexpectedError(`No credential of type ${type} was given`);
		const properties = this.getCredentialsProperties(type);
		const completed = NodeHelpers.getNodeParameters(properties, data, true, false, null, null);
		if (!completed || !isCredentialData(completed)) throw new UnexpectedError(`Unreadable data for ${type}`);
		return completed;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		if (!isHttpRequest(options)) throw new UnexpectedError('A request without an address');
		const { authenticate } = this.typeNamed(typeName);
		if (typeof authenticate !== 'function')
			throw new UnexpectedError('Generic authentication is not part of the test harness');
		return await authenticate(credentials, options);
	}

	/** No expirable property, so nothing to do before a request: n8n's own helper returns undefined here too. */
	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<ICredentials> {
		throw new UnexpectedError('Stored credentials are not part of this run');
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}
}

/**
 * A workflow file carries no credentials. Every node whose type takes a credential that was given gets it, unless
 * the node names its own.
 */
export function attachCredentials(node: INode, taken: readonly string[], given: GivenCredentials): INode {
	const attached = taken.filter((type) => type in given).map((type) => [type, { id: type, name: type }]);
	return { ...node, credentials: { ...Object.fromEntries(attached), ...node.credentials } };
}
