/** Changed nodes of n8n's own, for `nodes` of the harness. */
import { NodeHelpers, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';
import { changedContext } from '../support/changedContext';
import { coreNode } from '../support/coreNodes';
import type { GivenNodes } from '../support/nodeTypes';

type Output = INodeExecutionData[][];

/** One of n8n's own nodes that does something else. */
export function nodeInPlaceOf(
	type: string,
	execute: (context: IExecuteFunctions, real: INodeType) => Output | Promise<Output>,
): GivenNodes {
	const found = coreNode(type);
	if (!found) throw new Error(`n8n has no node ${type}`);
	const real = NodeHelpers.getVersionedNodeType(found);
	const changed: INodeType = {
		description: real.description,
		async execute() {
			return await execute(this, real);
		},
	};
	return { [type]: changed };
}

/**
 * One of n8n's own nodes with another context.
 * @param change members of n8n's context that the node gets instead of the harness's own
 */
export const nodeOver = (type: string, change: (context: IExecuteFunctions) => object): GivenNodes =>
	nodeInPlaceOf(type, async (context, real) => {
		const output = await real.execute?.call(changedContext(context, change(context)));
		if (!Array.isArray(output)) throw new Error(`The node ${type} put out nothing`);
		return output;
	});

/** Lets a test do something before a node of this type and name runs. */
export const beforeNode = (type: string, name: string, act: () => void): GivenNodes =>
	nodeOver(type, (context) => {
		if (context.getNode().name === name) act();
		return {};
	});
