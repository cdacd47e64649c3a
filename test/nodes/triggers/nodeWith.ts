import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

/** A trigger as n8n builds it from what was saved: with its defaults, without what is not shown. */
export function nodeWith(description: INodeTypeDescription, saved: INodeParameters): INode {
	const node: INode = {
		id: '1',
		name: 'Trigger',
		type: description.name,
		typeVersion: 2,
		position: [0, 0],
		parameters: saved,
	};
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		saved,
		true,
		false,
		node,
		description,
	);
	return { ...node, parameters: parameters ?? {} };
}
