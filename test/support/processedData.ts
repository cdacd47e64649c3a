/**
 * n8n's list of processed values (`helpers.checkProcessedAndRecord`), as its database keeps it: by workflow and node,
 * the oldest ones dropped first. It outlives the executions of a test file.
 */
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator, IDeduplicationOutput } from 'n8n-workflow';

type Scope = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[1];
type Options = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[3];
type Value = string | number;

const lists = new Map<string, Value[]>();
let broken = false;

function listOf(scope: Scope, { workflow, node }: ICheckProcessedContextData): Value[] {
	if (broken) throw new Error('SQLITE_BUSY: database is locked');
	const place = `${workflow.id}/${scope === 'node' ? (node?.id ?? '') : ''}`;
	const list = lists.get(place) ?? [];
	lists.set(place, list);
	return list;
}

function remove(values: readonly unknown[], list: Value[]): void {
	for (const value of values) {
		const index = list.findIndex((known) => known === value);
		if (index !== -1) list.splice(index, 1);
	}
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number';

const deduplicator: IDataDeduplicator = {
	async checkProcessedAndRecord(items, scope, contextData, { maxEntries }: Options) {
		const list = listOf(scope, contextData);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		const known = new Set<unknown>(list);
		for (const item of items.filter(isValue)) {
			output[known.has(item) ? 'processed' : 'new'].push(item);
			if (!known.has(item)) list.push(item);
		}
		if (maxEntries !== undefined) list.splice(0, list.length - maxEntries);
		return await Promise.resolve(output);
	},
	async removeProcessed(items, scope, contextData) {
		remove(items, listOf(scope, contextData));
		await Promise.resolve();
	},
	async clearAllProcessedItems(scope, contextData) {
		listOf(scope, contextData).length = 0;
		await Promise.resolve();
	},
	getProcessedDataCount: async (scope, contextData) =>
		await Promise.resolve(listOf(scope, contextData).length),
};

/** n8n allows one for the process. */
const ready = DataDeduplicationService.init(deduplicator);

/** Forgets everything, and mends what {@link breakProcessedData} broke. */
export async function clearProcessedData(): Promise<void> {
	await ready;
	lists.clear();
	broken = false;
}

/** From here on the database fails. */
export function breakProcessedData(): void {
	broken = true;
}
