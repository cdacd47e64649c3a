/** What the editor asks of a node: the lists behind its fields, and the test of its credential. */
import './instance';
import { CredentialTestContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialType,
	type INode,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { additionalDataFor, type GivenAccess } from './additionalData';
import { HarnessLoadOptionsContext } from './contexts';
import { GivenCredentialsHelper, attachCredentials } from './credentials';
import { nodeInstance, nodeTypesOf, type GivenNode } from './nodeTypes';

export interface ListOptions extends GivenAccess {
	/** What the fields hold while the list is asked for. */
	parameters?: INodeParameters;
	/** What the user has typed to narrow the list. */
	filter?: string;
}

const TYPE = 'test.node';

function newest(node: GivenNode): INodeType {
	return NodeHelpers.getVersionedNodeType(nodeInstance(node));
}

function versionOf(type: INodeType): number {
	const { version } = type.description;
	return Array.isArray(version) ? Math.max(...version) : version;
}

/** The same passing workflow that n8n makes for a question of the editor. */
function contextFor(node: GivenNode, options: ListOptions): HarnessLoadOptionsContext {
	const type = newest(node);
	const parameters = options.parameters ?? {};
	const given: INode = {
		id: 'node',
		name: 'Temp-Node',
		type: TYPE,
		typeVersion: versionOf(type),
		position: [0, 0],
		parameters,
	};
	const taken = (type.description.credentials ?? []).map((credential) => credential.name);
	const workflow = new Workflow({
		nodes: [attachCredentials(given, taken, options.credentials ?? {})],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ [TYPE]: node }),
	});
	const built = workflow.getNode(given.name) ?? given;
	const additionalData = { ...additionalDataFor(options), currentNodeParameters: parameters };
	return new HarnessLoadOptionsContext(workflow, built, additionalData, '');
}

/** Calls `methods.listSearch[method]` as the editor does for a resource locator in list mode. */
export async function searchList(
	node: GivenNode,
	method: string,
	options: ListOptions,
): Promise<INodeListSearchResult> {
	const search = newest(node).methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list "${method}"`);
	return await search.call(contextFor(node, options), options.filter);
}

/**
 * Tests a credential as its dialogue does: the function that the node names in `testedBy`, with `helpers.request`
 * and nothing else.
 */
export async function testCredential(
	node: GivenNode,
	type: ICredentialType,
	data: INodeParameters,
): Promise<INodeCredentialTestResult> {
	const { description, methods } = newest(node);
	const testedBy = description.credentials?.find((credential) => credential.name === type.name)?.testedBy;
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error(`The node does not test ${type.name}`);
	const helper = new GivenCredentialsHelper({}, [type]);
	const credential = { id: 'id', name: type.name, type: type.name, data: helper.complete(type.name, data) };
	return await test.call(new CredentialTestContext(), credential);
}
