import { type IContextObject, type IExecuteFunctions, jsonParse, jsonStringify } from 'n8n-workflow';
import { inCountry, numberIn } from '../../../protocol/recipients/phoneNumbers';
import { askedOf, isCalledDirectly, isReview, isTool } from '../policy/agentTool';
import { SendLog } from './sendLog';
import { hashOf } from './storedLog';

/** Where n8n runs a node outside of an execution (a tool of its MCP server), there is nothing that could be kept. */
function contextOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Phone numbers as they are sent: a model may write them in other ways. */
const withNumbers =
	(countryCode: string) =>
	(_name: string, value: unknown): unknown => {
		if (typeof value !== 'string') return value;
		const numbers = value.split(/[,;\n]/).map(numberIn);
		if (numbers.includes(undefined)) return value;
		return numbers.map((number) => inCountry(number ?? '', countryCode)).join();
	};

/** Opens the send log of a run. */
export function openLog(context: IExecuteFunctions, countryCode: string): SendLog {
	const input = context.getInputData();
	// n8n hands over items that refer to themselves.
	const asked = (item: number): unknown =>
		jsonParse(jsonStringify(askedOf(input[item]), { replaceCircularRefs: true }));
	const inputOf = (item: number): string => hashOf(JSON.stringify(asked(item), withNumbers(countryCode)));
	return new SendLog(contextOf(context), {
		// It tells a retry of the same run from the next round of a loop.
		run: isCalledDirectly(context) ? undefined : Number(context.getWorkflowDataProxy(0).$runIndex) || 0,
		items: input.length,
		parameters: hashOf(JSON.stringify(context.getNode().parameters)),
		// Each review asks anew: only a retry of its own run finds what it has sent.
		inputOf: isTool(context) && !isReview(context) ? inputOf : undefined,
	});
}
