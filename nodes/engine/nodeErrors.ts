import type { IExecuteFunctions, ILoadOptionsFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { NodeFailure } from './errors';
import { itemName } from './itemName';

/** Which item failed, and how the editor calls the parameter that is wrong. */
export interface Where {
	item: number;
	items: number;
	label?: string | undefined;
	/** Whether the operation sends messages. */
	sends?: boolean;
}

/** n8n keeps the node with an error: without its parameters, which may hold a message's text. */
function withoutParameters(node: INode): INode {
	return { ...node, parameters: {} };
}

function describe(
	failure: NodeFailure,
	{ item, items, label }: Where,
): { message: string; description: string } {
	const place = items > 1 ? `Affected: ${itemName(item)}.` : undefined;
	return {
		message: label === undefined ? failure.message : `${label}: ${failure.message}`,
		description: [failure.description, place].filter((part) => part !== undefined).join(' '),
	};
}

/**
 * n8n's own error for a failure, made afresh: nothing of a foreign error comes along. It has no item index, because n8n would
 * name the item once more, counted from 0.
 */
export function nodeErrorOf(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	failure: NodeFailure,
	where: Where,
): NodeApiError | NodeOperationError {
	const node = withoutParameters(context.getNode());
	const { message, description } = describe(failure, where);
	if (failure.kind === 'invalidInput') return new NodeOperationError(node, message, { description });
	// Never a network code: n8n would put words of its own, with advice to repeat the request, in the place of ours.
	const httpCode = failure.code ?? failure.kind;
	return new NodeApiError(node, { message }, { message, description, httpCode });
}

/**
 * The output item of a failed item where the node goes on. Exactly `error` and `message`: n8n takes an item with any
 * other member for a success.
 */
export function errorItem(failure: NodeFailure, where: Where): INodeExecutionData {
	const { message, description } = describe(failure, where);
	return {
		json: description === '' ? { error: message } : { error: message, message: description },
		pairedItem: { item: where.item },
	};
}
