import type { N8nApi } from './api';
import { parseFlatted } from './flatted';
import { at, isObject, listAt, textAt, type JsonObject } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import { waitFor } from '../support/waitFor';

/** Binary data of an item, as n8n stored it. */
export interface StoredFile {
	/** By which n8n gives the bytes ({@link storedBytes}); `''` where they stand in the execution itself. */
	id: string;
	/** Those bytes, in base64. n8n 1 stores them so unless it is told otherwise. */
	inline: string;
	fileName: string;
	mimeType: string;
}

/** An execution as n8n stored it. */
export interface Execution {
	id: string;
	/** n8n's own word: `success`, `error`, `running` … */
	status: string;
	mode: string;
	/** The JSON of the items that each node gave, by the node's name; of its last run, first output. */
	output: Record<string, JsonObject[]>;
	/** The binary data of those items, each in whatever field. */
	files: Record<string, StoredFile[]>;
	/** The message of the error that ended it, or `''`. */
	error: string;
	/** Everything that n8n stored with it. */
	data: unknown;
}

export interface ExecutionSummary {
	id: string;
	status: string;
}

/** Asked for all of them, n8n makes one query, by ID. Asked for none, it makes two, and misses what ends in between. */
const statuses = ['canceled', 'crashed', 'error', 'new', 'running', 'success', 'unknown', 'waiting'];

/** The latest executions of a workflow, newest first, at most 50. */
export async function latestExecutions(api: N8nApi, workflowId: string): Promise<ExecutionSummary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: statuses }));
	const found = await api.get(`/executions?limit=50&filter=${filter}`);
	return listAt(found, 'results').map((row) => ({ id: textAt(row, 'id'), status: textAt(row, 'status') }));
}

function filesOf(item: unknown): StoredFile[] {
	const binary = at(item, 'binary');
	return Object.values(isObject(binary) ? binary : {}).map((file) => ({
		id: textAt(file, 'id'),
		inline: textAt(file, 'id') === '' ? textAt(file, 'data') : '',
		fileName: textAt(file, 'fileName'),
		mimeType: textAt(file, 'mimeType'),
	}));
}

/** The bytes of a file that an execution holds. */
export async function storedBytes(api: N8nApi, { id, inline }: StoredFile): Promise<Buffer> {
	if (id === '') return Buffer.from(inline, 'base64');
	return await api.bytes(`/binary-data?action=download&id=${encodeURIComponent(id)}`);
}

/** Whether the data are those of the end: a moment before, n8n 1 stores the status alone. */
function isComplete(status: string, data: unknown): boolean {
	const isOver = status === 'success' || status === 'error';
	const hasError = at(data, 'resultData', 'error') !== undefined;
	return !isOver || hasError || listAt(data, 'executionData', 'nodeExecutionStack').length === 0;
}

/** Reads an execution; of one that is just beginning or ending, once n8n has stored all of it. */
export async function readExecution(api: N8nApi, id: string): Promise<Execution> {
	let seen = '';
	const { stored, data } = await waitFor(
		`execution ${id} being stored`,
		async () => {
			try {
				const read = await api.get(`/executions/${id}`);
				const parsed = parseFlatted(textAt(read, 'data'));
				seen = textAt(read, 'status');
				return isComplete(seen, parsed) ? { stored: read, data: parsed } : undefined;
			} catch (error) {
				// n8n 1 with SQLite stores the execution before its data, and answers 500 in between.
				if (!(error instanceof PlaygroundError)) throw error;
				seen = error.message;
				return undefined;
			}
		},
		{ seconds: 30, everyMs: 50, seen: () => seen },
	);
	const runData = at(data, 'resultData', 'runData');
	const output: Execution['output'] = {};
	const files: Execution['files'] = {};
	for (const [node, runs] of Object.entries(isObject(runData) ? runData : {})) {
		const items = listAt(listAt(runs).at(-1), 'data', 'main', 0);
		output[node] = items.map((item) => at(item, 'json')).filter(isObject);
		files[node] = items.flatMap(filesOf);
	}
	return {
		id,
		status: textAt(stored, 'status'),
		mode: textAt(stored, 'mode'),
		output,
		files,
		error: textAt(data, 'resultData', 'error', 'message'),
		data,
	};
}

/** Whether n8n is done with it, well or badly. */
export function hasEnded(status: string): boolean {
	return !['new', 'running', 'waiting', 'unknown'].includes(status);
}
