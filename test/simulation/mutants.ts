/** Bugs that the send log must never have, as edits of the engine's source: the oracle has to find each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutant {
	bug: string;
	/** From the root of the repository. */
	file: string;
	/** Is in the file exactly once. */
	search: string;
	replacement: string;
}

const batches = 'nodes/engine/execution/batchItems.ts';
const processedValues = 'nodes/engine/sending/processedValues.ts';
const sendLog = 'nodes/engine/sending/sendLog.ts';
const toolCalls = 'nodes/engine/sending/toolCalls.ts';

export const mutants: readonly Mutant[] = [
	{
		bug: 'A batch counts distinct numbers, a request counts entries',
		file: batches,
		search: 'joined.length + partitionKeys.length',
		replacement: 'new Set([...joined, ...partitionKeys]).size',
	},
	{
		bug: 'A batch stays open after a later one has the same recipient',
		file: batches,
		search: '(lastBatchOf.get(recipient) ?? -1) < index',
		replacement: '!joined.includes(recipient)',
	},
	{
		bug: 'Deduplication keys are forgotten too early',
		file: processedValues,
		search: 'keys * entriesPerKey',
		replacement: 'keys',
	},
	{
		bug: 'A retry of an edited node sends accepted items again',
		file: sendLog,
		search: 'if (output !== undefined) return { state',
		replacement: 'if (output !== undefined && !this.isEdited) return { state',
	},
	{
		bug: 'A retry reports new recipients as accepted',
		file: sendLog,
		search: 'const fits = request.to',
		replacement: "const fits = request.to !== '' || request.to",
	},
	{
		bug: 'Max Messages ignores what an earlier try sent',
		file: sendLog,
		search: '!own.has(logged)',
		replacement: '!own.has(logged) && logged.output === undefined',
	},
	{
		bug: 'Max Messages counts items that were not sent',
		file: sendLog,
		search: 'logged.messages = messagesIn(requests)',
		replacement: 'void requests',
	},
	{
		bug: "A model's repeated call is sent again",
		file: toolCalls,
		search: 'other.request || (',
		replacement: 'other.request && (',
	},
];

/**
 * Returns the source of a mutant's file with its edit.
 *
 * @param root of the repository
 * @throws Error where the text to search is not in it exactly once
 */
export function sourceOf({ bug, file, search, replacement }: Mutant, root: string): string {
	const [before, after, ...more] = readFileSync(join(root, file), 'utf8').split(search);
	if (before === undefined || after === undefined || more.length > 0) {
		throw new Error(`${bug}: ${file} must contain ${JSON.stringify(search)} exactly once`);
	}
	return before + replacement + after;
}
