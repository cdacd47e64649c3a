/** Fields that contract fixtures do not show: they come with an option, or when the service does not take everybody. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isObject } from '../../playground/src/support/json';
import type { CallbackCase, ExchangeCase } from '../support/contractFixtures';
import { answerOf, parametersOf } from '../support/fixtureServer';
import type { Answer } from '../support/httpServer';
import { clearProcessedData } from '../support/processedData';
import { choiceValuesOf, optionsOf, type DescribedOperation } from '../support/registry';
import { smsboxNode } from '../support/smsbox';
import { runCallbacks, runExchange } from './runs';
import { inLists, optionsIn } from '../support/inLists';

/** The json of items that came out, and of which case. */
export type Outputs = Array<{ from: string; items: IDataObject[] }>;

const refused = '33600123456';
const unclear = '33600123457';
const unmentioned = '33600123458';

function withOption(fixture: ExchangeCase, name: string, value: string | boolean): INodeParameters {
	const parameters = parametersOf(fixture);
	return { ...parameters, ...inLists({ ...optionsIn(parameters), [name]: value }) };
}

/** A message whose deduplication key was used before. */
async function sentBefore(fixture: ExchangeCase): Promise<IDataObject[]> {
	const parameters = withOption(fixture, 'deduplicationKey', 'A-1001');
	await clearProcessedData();
	try {
		await runExchange(fixture, { parameters });
		return await runExchange(fixture, { parameters });
	} finally {
		await clearProcessedData();
	}
}

/** Two messages in one request. */
async function batched(fixture: ExchangeCase): Promise<IDataObject[]> {
	const parameters = { ...withOption(fixture, 'batchItems', true), to: '={{ $json.to }}' };
	return await runExchange(fixture, { parameters, items: [{ to: '33600123456' }, { to: '33600123457' }] });
}

/** A message to somebody who gets none. */
async function excluding(fixture: ExchangeCase): Promise<IDataObject[]> {
	const parameters = withOption(fixture, 'excludedRecipients', `+${refused}`);
	return await runExchange(fixture, { parameters: { ...parameters, to: refused } });
}

const byOption: ReadonlyMap<string, (fixture: ExchangeCase) => Promise<IDataObject[]>> = new Map([
	['deduplicationKey', sentBefore],
	['batchItems', batched],
	['excludedRecipients', excluding],
]);

/** The fixture answer, if people stand in it: here one who is refused, and one of whom nothing clear is said. */
function refusing({ exchanges }: ExchangeCase): Answer | undefined {
	const [exchange] = exchanges;
	const json = exchange?.reply.json;
	if (!exchange || !isObject(json) || !Array.isArray(json['recipients'])) return undefined;
	const [first] = json['recipients'].filter(isObject);
	if (!first) return undefined;
	const recipients = [
		{ ...first, submitted: refused, rewrited: refused, state: 'REJECTED' },
		{ ...first, submitted: unclear, rewrited: unclear, state: 'PARKED' },
	];
	return answerOf({ ...exchange.reply, json: { ...json, recipients } });
}

/** One person is refused, of another nothing clear is said, and of a third nothing at all. */
async function notTaken(fixture: ExchangeCase): Promise<IDataObject[]> {
	const answer = refusing(fixture);
	if (!answer) return [];
	const sendTo = async (...to: string[]): Promise<IDataObject[]> =>
		await runExchange(fixture, {
			parameters: { ...parametersOf(fixture), to: to.join() },
			answers: [answer],
		});
	const items = await sendTo(refused, unclear, unmentioned);
	// What goes to one person takes no second one, and nothing comes out.
	return items.length > 0 ? items : await sendTo(unmentioned);
}

/** What an operation's options and the service's refusals add to its output. */
export async function fromOptions(
	operation: DescribedOperation,
	cases: readonly ExchangeCase[],
): Promise<Outputs> {
	const able = cases.filter(({ output, exchanges }) => output?.length !== 0 && exchanges.length === 1);
	const fixture = able.find(({ output }) => typeof output?.[0]?.['reference'] === 'string') ?? able[0];
	if (!fixture) throw new Error(`No contract fixture shows ${operation.title} succeeding`);
	const outputs: Outputs = [{ from: 'people who are not taken', items: await notTaken(fixture) }];
	for (const { name } of optionsOf(smsboxNode(operation.node), operation)) {
		const run = byOption.get(name);
		if (run) outputs.push({ from: `the option ${name}`, items: await run(fixture) });
	}
	return outputs;
}

/** The same callbacks with all that can be done on receipt, none of which works: for the fields that tell of it. */
export async function doneOnReceipt(cases: readonly CallbackCase[]): Promise<Outputs> {
	const outputs: Outputs = [];
	// An agent that no event is for.
	const agent = { wabaId: '1', phoneId: '2' };
	for (const fixture of cases.filter(({ callbacks }) => callbacks.some(({ event }) => event?.['file']))) {
		const onReceipt = choiceValuesOf(smsboxNode(fixture.trigger), 'onReceipt').map(String);
		const items = await runCallbacks(fixture, { onReceipt, ...agent });
		outputs.push({ from: `${fixture.file}, with everything done on receipt`, items });
	}
	return outputs;
}
