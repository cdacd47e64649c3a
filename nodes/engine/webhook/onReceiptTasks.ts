import {
	type IBinaryData,
	type IBinaryKeyData,
	type IDataObject,
	type IWebhookFunctions,
} from 'n8n-workflow';

import type { Exchange } from '../../../protocol/exchange';
import { Failure, failureOf } from '../errors';
import { transportOf, type Transport } from '../http/transport';
import { listOf } from './callback';

/** Milliseconds that all errands of an event may take together. The service waits 3 s, and n8n has work to do too. */
export const patience = 2_000;

/** Bytes of an answer. To decode a larger one keeps this process from answering anybody in time. */
const largestAnswer = 24 * 1024 * 1024;

const tooLate = `It took longer than ${patience / 1_000} seconds`;

/** What an item gains by what was done for its event. */
export interface Gain {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What is done for an event before it starts the workflow. It gives what the item gains. */
export type Attend<Event> = (event: Event) => Promise<Gain>;

/** What an errand may use. Nothing of it works any more once time is up. */
export interface ErrandTools {
	/** Carries out an exchange. Throws what the exchange or the transport throws. */
	call: <Result>(exchange: Exchange<Result>) => Promise<Result>;
	/** Hands a file to n8n. */
	store: (bytes: Uint8Array, fileName: string, mimeType: string) => Promise<IBinaryData>;
}

/** Something to be done for an event. */
export interface Errand {
	/** What it does, for the log ("download the file"). */
	name: string;
	/** Does it. It may throw, and it may take too long. */
	run: (tools: ErrandTools) => Promise<Gain>;
	/** What the item says where it was not done. The reason is a sentence without secrets, numbers or texts. */
	leftOut: (reason: string) => IDataObject;
}

/** The errands that a user can choose, by the value of the choice; undefined where there is nothing to do for an event. */
export type ErrandTable<Event> = ReadonlyMap<string, (event: Event) => Errand | undefined>;

const nothing: Gain = { json: {} };

/** n8n's own error may name the credential, so it goes no further. */
function unusableCredential(): never {
	throw new Failure({ kind: 'invalidInput', message: 'The credential is missing, or it cannot be read' });
}

function notStored(): never {
	throw new Failure({ kind: 'unknown', message: 'n8n could not store the file' });
}

function notInTime(): never {
	throw new Failure({ kind: 'unknown', message: tooLate });
}

function tooLarge(): Failure {
	const megabytes = Math.floor((largestAnswer * 3) / 4 / 1024 / 1024);
	return new Failure({
		kind: 'notSent',
		message: `It is larger than ${megabytes} MB; use the Download operation`,
	});
}

/** A protocol error about input does not say by itself what it is about. */
function reasonOf(error: unknown): string {
	const { field, message } = failureOf(error, 'read');
	return field === undefined ? message : `${field}: ${message}`;
}

function toolsOf(context: IWebhookFunctions, over: AbortSignal): ErrandTools {
	const deadline = Date.now() + patience;
	// A busy process fires its timers late, so the clock is asked as well.
	const isOver = (): boolean => over.aborted || Date.now() > deadline;
	let transport: Promise<Transport> | undefined;
	return {
		async call({ request, effect, parse }) {
			transport ??= transportOf(context, over).catch(unusableCredential);
			const send = await transport;
			try {
				const reply = await send(request, effect, patience / 1_000);
				if (isOver()) return notInTime();
				if (reply.bytes.byteLength > largestAnswer) throw tooLarge();
				return parse(reply);
			} catch (error) {
				throw failureOf(error, effect);
			}
		},
		async store({ buffer, byteOffset, byteLength }, fileName, mimeType) {
			// What comes too late is not handed over: no item would ever name it.
			if (isOver()) return notInTime();
			// A view of the same bytes, not a copy.
			const bytes = Buffer.from(buffer, byteOffset, byteLength);
			return await context.helpers.prepareBinaryData(bytes, fileName, mimeType).catch(notStored);
		},
	};
}

function both(one: Gain, other: Gain): Gain {
	const binary = { ...one.binary, ...other.binary };
	const json = { ...one.json, ...other.json };
	return Object.keys(binary).length === 0 ? { json } : { json, binary };
}

/** Carries out errands at the same time, and gives up on whatever is not done when time is up. */
async function carryOut(context: IWebhookFunctions, errands: readonly Errand[]): Promise<Gain> {
	// It cuts off what is under way, however busy the connection: the transport's time-out only sees an idle one.
	const over = AbortSignal.timeout(patience);
	const timeUp = new Promise<string>((resolve) => {
		over.addEventListener('abort', () => resolve(tooLate), { once: true });
	});
	const tools = toolsOf(context, over);

	/** Never rejects: what fails when nobody waits any more must not end the process. */
	const outcomeOf = async (errand: Errand): Promise<Gain | string> => {
		try {
			return await errand.run(tools);
		} catch (error) {
			return over.aborted ? tooLate : reasonOf(error);
		}
	};
	const inTime = async (errand: Errand): Promise<Gain> => {
		const outcome = await Promise.race([outcomeOf(errand), timeUp]);
		if (typeof outcome !== 'string') return outcome;
		context.logger.warn(`SMSBOX: workflow ${context.getWorkflow().id} could not ${errand.name}: ${outcome}`);
		return { json: errand.leftOut(outcome) };
	};

	const gains = await Promise.all(errands.map(inTime));
	return gains.reduce(both, nothing);
}

/**
 * What is done for an event before it starts the workflow: the errands that the user has chosen. Together they take
 * {@link patience} at most; what fails or takes longer is left out, and the item says so. What was on its way to the
 * service then is cut off, and an answer that comes all the same is dropped.
 *
 * @param setting the name of the parameter that holds the choice
 * @param tableOf makes the table, for an event that starts the workflow
 */
export function attendTo<Event>(
	context: IWebhookFunctions,
	setting: string,
	tableOf: () => Promise<ErrandTable<Event>>,
): Attend<Event> {
	return async (event) => {
		const choices = listOf(context.getNodeParameter(setting, ''));
		if (choices.length === 0) return nothing;
		const table = await tableOf();
		const errands = choices.flatMap((choice) => table.get(choice)?.(event) ?? []);
		return errands.length === 0 ? nothing : await carryOut(context, errands);
	};
}
