/**
 * What comes out of every operation and every trigger: all contract fixtures, run through the nodes, and what only options
 * bring. Simplify is on, and a trigger's output simplified: other outputs have no schema.
 */
import type { IDataObject } from 'n8n-workflow';
import { callbackCases, exchangeCases, isOf } from '../support/contractFixtures';
import { type DescribedOperation, waits } from '../support/registry';
import { smsboxNode } from '../support/smsbox';
import { callWaiting, nonce, questions, type WaitingCall } from '../support/waitingCall';
import { schemaOf } from './derive';
import type { Described } from './files';
import { notResumed } from './notResumed';
import { doneOnReceipt, fromOptions, type Outputs } from './options';
import { runPoll } from './polled';
import { runCallbacks, runExchange } from './runs';
import { schemaText, type Schema } from './schema';

/** Objects whose members' names are data: what nobody declared, and what users name themselves. */
export const openObjects: ReadonlySet<string> = new Set(['additionalFields', 'callbackData', 'answer.data']);

const exchanges = exchangeCases().filter(
	({ sides, output, input }) =>
		sides.includes('nodes') && output !== undefined && input?.['simplify'] !== false,
);
const callbacks = callbackCases().filter(
	({ sides, parameters: { output = 'simplified' } }) => sides.includes('nodes') && output === 'simplified',
);

export interface AllOutputs {
	fixture: Outputs;
	/** What contract fixtures do not show. */
	others: Outputs;
}

async function ofTrigger(node: string): Promise<AllOutputs> {
	if (smsboxNode(node).poll !== undefined) return { fixture: await runPoll(), others: [] };
	const cases = callbacks.filter(({ trigger }) => trigger === node);
	const fixture: Outputs = [];
	for (const one of cases) fixture.push({ from: one.file, items: await runCallbacks(one) });
	return { fixture, others: [...(await doneOnReceipt(cases)), ...(await notResumed(cases))] };
}

/** What nobody declared is in a trigger's item always, in an operation's only where the service says more than it documents. */
const isRare = (name: string): boolean => name === 'additionalFields';

function withoutRare(outputs: Outputs): Outputs {
	const usual = (item: IDataObject): IDataObject => {
		const text = JSON.stringify(item, (name, value: unknown) => (isRare(name) ? undefined : value));
		return Object.assign<IDataObject, unknown>({}, JSON.parse(text));
	};
	return outputs.map(({ from, items }) => ({ from, items: items.map(usual) }));
}

/** What an execution goes on with: each question of the channel, answered in each way. */
async function ofAnswers({ node }: DescribedOperation): Promise<AllOutputs> {
	const tap: WaitingCall = { query: { nonce, button: '1' } };
	const calls: Array<[keyof typeof questions, WaitingCall]> = [
		['approval', node === 'smsboxSms' ? { body: { button: '1' } } : tap],
		['choices', { body: { button: '2' } }],
		['freeText', { body: { text: 'Tomorrow' } }],
	];
	if (node === 'smsboxSms') calls.push(['deliveryStatus', { headers: { 'x-smsbox-status': '0' } }]);
	const fixture: Outputs = [];
	for (const [type, call] of calls) {
		const { output } = await callWaiting(questions[type], call);
		fixture.push({ from: type, items: output === undefined ? [] : [output] });
	}
	return { fixture, others: [] };
}

async function ofOperation(operation: DescribedOperation): Promise<AllOutputs> {
	if (waits(operation)) return await ofAnswers(operation);
	const cases = exchanges.filter(isOf(operation));
	const fixture: Outputs = [];
	for (const one of cases) fixture.push({ from: one.file, items: await runExchange(one) });
	return { fixture: withoutRare(fixture), others: withoutRare(await fromOptions(operation, cases)) };
}

/** Runs everything that shows what comes out. */
export async function outputsOf({ node, operation }: Described): Promise<AllOutputs> {
	return await (operation ? ofOperation(operation) : ofTrigger(node));
}

function propertiesOf(outputs: Outputs): Record<string, Schema> {
	const items = outputs.flatMap((output) => output.items);
	return schemaOf(items, (path) => openObjects.has(path))?.properties ?? {};
}

/** The text of a schema's file, made of what came out. What comes without an option stands first. */
export function derivedText({ fixture, others }: AllOutputs): string {
	const all = propertiesOf([...fixture, ...others]);
	const names = Object.keys({ ...propertiesOf(fixture), ...all });
	const properties = names.flatMap((name) => (all[name] ? [[name, all[name]] as const] : []));
	return schemaText({ type: 'object', properties: Object.fromEntries(properties) });
}
