import {
	type IBinaryData,
	type IBinaryKeyData,
	type IDataObject,
	type IWebhookFunctions,
} from 'n8n-workflow';

import type { Exchange } from '../../../protocol/exchange';
import { NodeFailure, nodeFailureOf } from '../errors';
import { transportOf, type Transport } from '../http/transport';
import { takeTokens } from '../waiting/resumeToken';
import { listOf } from './callback';

/** Milliseconds that all tasks of an event may take together. The service waits 3 s, and n8n has work to do too. */
export const taskTimeout = 2_000;

/** Seconds that a request may take: longer than the tasks, so that never two limits decide at the same moment. */
const requestTimeout = taskTimeout / 1_000 + 1;

/** Larger files keep this process from answering anybody in time, while they are decoded. */
const largestFileMb = 18;
/** Bytes of an answer, which has a file in Base64. */
const largestAnswer = (largestFileMb * 1024 * 1024 * 4) / 3;

const tooLate = `It took longer than ${taskTimeout / 1_000} seconds`;

/** What an item results by what was done for its event. */
export interface TaskResult {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What is done for an event before it starts the workflow. It gives what the item results. */
export type RunTasks<Event> = (event: Event) => Promise<TaskResult>;

/** What an task may use. Nothing of it works any more once time is up. */
export interface TaskTools {
	/** Carries out an exchange. Throws what the exchange or the transport throws. */
	call: <Result>(exchange: Exchange<Result>) => Promise<Result>;
	/** Hands a file to n8n. */
	store: (bytes: Uint8Array, fileName: string, mimeType: string) => Promise<IBinaryData>;
}

/** Something to be done for an event. */
export interface OnReceiptTask {
	/** What it does, for the log ("download the file"). */
	name: string;
	/** Does it. It may throw, and it may take too long. */
	run: (tools: TaskTools) => Promise<TaskResult>;
	/** What the item says where it was not done. The reason is a sentence without secrets, numbers or texts. */
	leftOut: (reason: string) => IDataObject;
}

/** The tasks that a user can choose, by the value of the choice; undefined where there is nothing to do for an event. */
export type OnReceiptTasks<Event> = ReadonlyMap<string, (event: Event) => OnReceiptTask | undefined>;

/** Fails with a reason of our own: n8n's errors may name the credential, so they go no further. */
function fail(message: string): never {
	throw new NodeFailure({ kind: 'unknown', message });
}

/** A protocol error about input does not say by itself what it is about. */
function reasonOf(error: unknown): string {
	const { field, message } = nodeFailureOf(error, 'read');
	return field === undefined ? message : `${field}: ${message}`;
}

function taskToolsOf(context: IWebhookFunctions, timeout: AbortSignal): TaskTools {
	const deadline = Date.now() + taskTimeout;
	// A busy process fires its timers late, so the clock is asked as well.
	const requireTime = (): void => {
		if (timeout.aborted || Date.now() > deadline) fail(tooLate);
	};
	let transport: Promise<Transport> | undefined;
	return {
		async call({ request, effect, parse }) {
			transport ??= transportOf(context, timeout).catch(() =>
				fail('The credential is missing, or it cannot be read'),
			);
			const send = await transport;
			try {
				const reply = await send(request, effect, requestTimeout);
				requireTime();
				if (reply.bytes.byteLength > largestAnswer)
					fail(`It is larger than ${largestFileMb} MB; use the Download operation`);
				return parse(reply);
			} catch (error) {
				requireTime();
				throw nodeFailureOf(error, effect);
			}
		},
		async store({ buffer, byteOffset, byteLength }, fileName, mimeType) {
			// What comes too late is not handed over: no item would ever name it.
			requireTime();
			// A view of the same bytes, not a copy.
			const bytes = Buffer.from(buffer, byteOffset, byteLength);
			const file = { fileName };
			takeTokens(file);
			return await context.helpers
				.prepareBinaryData(bytes, file.fileName, mimeType)
				.catch(() => fail('n8n could not store the file'));
		},
	};
}

function both(taskResult: TaskResult, otherResult: TaskResult): TaskResult {
	const binary = { ...taskResult.binary, ...otherResult.binary };
	const json = { ...taskResult.json, ...otherResult.json };
	return Object.keys(binary).length === 0 ? { json } : { json, binary };
}

/** Carries out tasks at the same time, and gives up on whatever is not done when time is up. */
async function carryOut(context: IWebhookFunctions, tasks: readonly OnReceiptTask[]): Promise<TaskResult> {
	// It cuts off what is under way.
	const timeout = AbortSignal.timeout(taskTimeout);
	const timeUp = new Promise<string>((resolve) => {
		timeout.addEventListener('abort', () => resolve(tooLate), { once: true });
	});
	const tools = taskToolsOf(context, timeout);

	const inTime = async (task: OnReceiptTask): Promise<TaskResult> => {
		// Never rejects: what fails when nobody waits any more must not end the process.
		const result = task.run(tools).catch((error: unknown) => (timeout.aborted ? tooLate : reasonOf(error)));
		const outcome = await Promise.race([result, timeUp]);
		if (typeof outcome !== 'string') return outcome;
		context.logger.warn(`SMSBOX: workflow ${context.getWorkflow().id} could not ${task.name}: ${outcome}`);
		return { json: task.leftOut(outcome) };
	};

	const results = await Promise.all(tasks.map(inTime));
	return results.reduce(both);
}

/**
 * What is done for an event before it starts the workflow: the tasks that the user has chosen. Together they take
 * {@link taskTimeout} at most; what fails or takes longer is left out, and the item says so. What was on its way to the
 * service then is cut off, and an answer that comes all the same is dropped.
 */
export function runOnReceiptTasks<Event>(
	context: IWebhookFunctions,
	table: OnReceiptTasks<Event>,
): RunTasks<Event> {
	return async (event) => {
		const choices = listOf(context.getNodeParameter('onReceipt', ''));
		const tasks = choices.flatMap((choice) => table.get(choice)?.(event) ?? []);
		return tasks.length === 0 ? { json: {} } : await carryOut(context, tasks);
	};
}
