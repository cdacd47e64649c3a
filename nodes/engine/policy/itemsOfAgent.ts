/** Agents run their tools for several items and in loops, but n8n doesn't tell a tool which item it is called for. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { codesIn, everyExpression, type Pick, picksIn } from '../operations/expressions/code';
import { namedParameters } from '../operations/optionLists';
import { callerOf, isInOtherLoop, isOnEveryWay } from './callingAgent';
import { isCalledDirectly, isReview } from './sendPolicy';

const editFields =
	'an Edit Fields node right before the agent. In the tool, reference that node by .first().';

const severalItems = (field: string, node: string, count: number): InvalidInput =>
	new InvalidInput(
		field,
		`${node} has ${count} items.`,
		`It is unclear which one this call is for. Use Loop Over Items with a batch size of 1, and ${editFields}`,
	);

const anotherCall = (field: string, problem: string): InvalidInput =>
	new InvalidInput(field, problem, `Its item can be another call's. Use ${editFields}`);

const wrongOrder = (field: string): InvalidInput =>
	new InvalidInput(
		field,
		'With this Execution Order, the call can be for another item.',
		"In the workflow's settings, set Execution Order to v1 (recommended).",
	);

const isInOrder = (context: IExecuteFunctions): boolean =>
	context.getWorkflowSettings().executionOrder === 'v1';

/** How the values of a run are counted. */
interface Counts {
	/** Returns the number of items that `all()` has. */
	itemsOf: (node: string, place?: string) => number | undefined;
	/** Returns the number of items at each output of a node's latest run. */
	outputsOf: (node: string) => number[];
	runsOf: (node: string) => number;
}

/** So many outputs are counted even if one that n8n can't read is between them. */
const usualOutputs = 10;
/** More than any node has. */
const noOutput = '1000';

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
	const itemsOf: Counts['itemsOf'] = (node, place = '') =>
		numberFrom(`${node === '' ? '$input' : `$(${JSON.stringify(node)})`}.all(${place}).length`);
	return {
		itemsOf,
		outputsOf(node) {
			// n8n has pinned data at any output.
			if (itemsOf(node, noOutput) !== undefined) return [itemsOf(node, '0') ?? 0];
			const counts: number[] = [];
			for (let output = 0; ; output += 1) {
				const count = itemsOf(node, String(output));
				if (count === undefined && output >= usualOutputs) return counts;
				counts.push(count ?? 0);
			}
		},
		runsOf: (node) => (numberFrom(`$node[${JSON.stringify(node)}].runIndex`) ?? 0) + 1,
	};
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/**
 * Checks that the values of a tool, or of its review, can't be another item's.
 *
 * @throws {InvalidInput} where an expression picks one of several items of a node, or of a node that the agent's item may not come from;
 * and for reviews while the agent may have several items, as n8n runs the tool once for each item after one approval
 */
export function checkItemOfAgent(context: IExecuteFunctions): void {
	const { itemsOf, outputsOf, runsOf } = countsOf(context);
	const { agents, isDirect, isReviewed, before } = callerOf(context);
	if (isReview(context) || isReviewed) {
		if (!isInOrder(context)) throw wrongOrder('to');
		// In its later calls, n8n doesn't tell which output the agent's items come from.
		const count = Math.max(0, ...agents.flatMap(before).map((node) => sum(outputsOf(node))));
		if (count > 1) throw severalItems('to', 'The node before the agent', count);
	}
	const hasRun = (node: string): boolean => runsOf(node) > 0;
	const check = (field: string, { node, place }: Pick): void => {
		if (node === '') {
			// The engine gives a tool one item. An agent that calls it itself gives all of its own.
			const count = isCalledDirectly(context) ? (itemsOf('') ?? 0) : 1;
			if (count > 1) throw severalItems(field, 'The node before the agent', count);
			return;
		}
		// In an agent's own input, n8n follows .item to where it comes from.
		if (place === undefined && isDirect && itemsOf('') === 1) return;
		const counts = place === undefined || place === '' ? outputsOf(node) : [itemsOf(node, place) ?? 0];
		const name = `The node “${node}”`;
		const count = sum(counts);
		if (count > 1) throw severalItems(field, name, count);
		const runs = runsOf(node);
		if (place === undefined && runs > 1)
			throw new InvalidInput(
				field,
				`${name} has run before.`,
				`In n8n, .item can be an earlier round's. Use ${editFields}`,
			);
		// Then there is nothing to pick, and n8n says so.
		if (count === 0) return;
		const output = counts.indexOf(1);
		if (place === '' && output > 0)
			throw new InvalidInput(
				field,
				`${name} has its item at output ${output}, counted from 0.`,
				`Use .first(${output}).`,
			);
		if (agents.length === 0 && isCalledDirectly(context)) return;
		if (agents.length === 0 || !agents.every((agent) => isOnEveryWay(node, agent, before, hasRun)))
			throw anotherCall(field, `${name} isn't on every way to the agent.`);
		if (agents.some((agent) => isInOtherLoop(node, agent, before)))
			throw anotherCall(field, `${name} can run again without the agent.`);
		if (runs > 1 && !isInOrder(context)) throw wrongOrder(field);
	};
	for (const [field, value] of namedParameters(context.getNode().parameters))
		everyExpression(value, (expression) => {
			for (const pick of codesIn(expression).flatMap(picksIn)) check(field, pick);
			return true;
		});
}
