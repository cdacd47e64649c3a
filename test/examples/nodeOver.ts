import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { changedContext } from '../support/changedContext';
import { coreNode } from '../support/coreNodes';

/**
 * One of n8n's own nodes, for `nodes` of the harness.
 * @param change members of n8n's context that the node gets instead of the harness's own
 */
export function nodeOver(
	type: string,
	change: (context: IExecuteFunctions) => object,
): Record<string, new () => INodeType> {
	const found = coreNode(type);
	if (!found) throw new Error(`n8n has no node ${type}`);
	const real = NodeHelpers.getVersionedNodeType(found);
	const changed = class implements INodeType {
		description: INodeTypeDescription = real.description;

		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const output = await real.execute?.call(changedContext(this, change(this)));
			if (!Array.isArray(output)) throw new Error(`The node ${type} put out nothing`);
			return output;
		}
	};
	return { [type]: changed };
}
