/** Agents run their tools for several items and in loops, but n8n doesn't tell a tool which item it is called for. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { codesIn, everyExpression, picksIn } from '../operations/expressions/code';
import { namedParameters } from '../operations/optionLists';
import { propertyOf } from '../operations/values';
import { isCalledDirectly, isReview } from './sendPolicy';

const oneAtATime =
	'It is unclear which one this call is for. Give the agent one item at a time: use Loop Over Items with a batch size of 1.';

const severalItems = (field: string, node: string, count: number): InvalidInput =>
	new InvalidInput(field, `${node} has ${count} items.`, oneAtATime);

/** How the values of a run are counted. */
interface Counts {
	/** Returns the number of items at an output of a node's run: by default those that `first()` has. */
	itemsOf: (node: string, place?: string) => number | undefined;
	runsOf: (node: string) => number;
}

function countsOf(context: IExecuteFunctions): Counts {
	const numberFrom = (code: string): number | undefined => {
		try {
			const value = context.evaluateExpression(`{{ ${code} }}`, 0);
			return typeof value === 'number' ? value : undefined;
		} catch {
			// A node that has not run, or has no such output: an expression that reads it fails by itself.
			return undefined;
		}
	};
	return {
		itemsOf: (node, place = '') =>
			numberFrom(`${node === '' ? '$input' : `$(${JSON.stringify(node)})`}.all(${place}).length`),
		runsOf: (node) => (numberFrom(`$node[${JSON.stringify(node)}].runIndex`) ?? 0) + 1,
	};
}

/** More outputs than nodes mostly have. */
const outputs = Array.from({ length: 10 }, (_, output) => String(output));

/** Returns the most items of an output of a node's latest run: only one output leads to an agent. */
const mostItemsOf = (node: string, { itemsOf }: Counts): number =>
	Math.max(...outputs.map((output) => itemsOf(node, output) ?? 0));

/**
 * Returns the number of items of the agent that has n8n's engine run the node, as far as n8n tells. In its first run, the input says
 * where they come from. In later ones it names the agent itself, so that the latest run of the node before it counts.
 */
function itemsOfAgent(context: IExecuteFunctions, counts: Counts): number {
	const source = propertyOf(context.getInputData()[0]?.pairedItem, 'sourceOverwrite');
	const [node, output, run] = ['previousNode', 'previousNodeOutput', 'previousNodeRun'].map((name) =>
		propertyOf(source, name),
	);
	if (typeof node !== 'string') return 0;
	const tools = context.getParentNodes(node, { connectionType: 'ai_tool' });
	if (!tools.some(({ name }) => name === context.getNode().name))
		return counts.itemsOf(node, `${Number(output ?? 0)}, ${Number(run ?? 0)}`) ?? 0;
	const before = context.getParentNodes(node, { depth: 1 });
	return Math.max(0, ...before.map(({ name }) => mostItemsOf(name, counts)));
}

/** Whether a review has the tool run: it stands between the agent and the tool, and has no input of its own. */
const isReviewed = (context: IExecuteFunctions): boolean => {
	const [caller] = context.getExecuteData().source?.['main'] ?? [];
	return caller?.previousNode !== undefined && context.getParentNodes(caller.previousNode).length === 0;
};

/**
 * Checks that the values of a tool, or of its review, can't be another item's.
 *
 * @throws {InvalidInput} where an expression picks one of a node's items, but it has several; where `.item` could be an earlier round's; and
 * for reviews while the agent has several items, as n8n runs the tool once for each item after one approval
 */
export function checkItemOfAgent(context: IExecuteFunctions): void {
	const counts = countsOf(context);
	const isDirect = isCalledDirectly(context);
	if (!isDirect && (isReview(context) || isReviewed(context))) {
		const count = itemsOfAgent(context, counts);
		if (count > 1) throw severalItems('to', 'The agent', count);
	}
	for (const [field, value] of namedParameters(context.getNode().parameters))
		everyExpression(value, (expression) => {
			for (const { node, place } of codesIn(expression).flatMap(picksIn)) {
				// The engine gives a tool one item. An agent that calls it itself gives all of its own.
				if (node === '' && !isDirect) continue;
				const name = node === '' ? 'The node before the agent' : `The node “${node}”`;
				const count = place === undefined ? mostItemsOf(node, counts) : counts.itemsOf(node, place);
				if (count !== undefined && count > 1) throw severalItems(field, name, count);
				if (isDirect || place !== undefined || counts.runsOf(node) === 1) continue;
				throw new InvalidInput(
					field,
					`${name} has run before.`,
					"In n8n, .item can be an earlier round's. Use .first() of a node in the loop.",
				);
			}
			return true;
		});
}
