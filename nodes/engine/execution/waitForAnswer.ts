import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { storeQuestion } from '../waiting/storedQuestion';
import type { Run } from './run';

/** n8n 1 checks the signature of a resume URL only if it is told to. */
function requireSignature(context: object): void {
	const require: unknown = Reflect.get(context, 'setSignatureValidationRequired');
	if (typeof require === 'function') Reflect.apply(require, context, []);
}

/** The item is the node's own; its JSON is also the output of the node before. */
function withoutAnswer(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'approved' && name !== 'data'));
}

/**
 * Puts the execution to wait, if a question was accepted; all other output passes. A model's arguments must not count as an
 * answer: n8n passes the input on when the wait ends, and takes `approved` in it for an approval.
 */
export async function waitForAnswer(
	{ context, asked }: Run,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const [question] = asked;
	if (question === undefined) return output;
	storeQuestion(context.getContext('node'), question);
	for (const item of context.getInputData()) item.json = withoutAnswer(item.json);
	requireSignature(context);
	await context.putExecutionToWait(new Date(question.until));
	// With the input here, n8n would run the node again where Retry On Fail meets an item with an error.
	return [{ json: {} }];
}
