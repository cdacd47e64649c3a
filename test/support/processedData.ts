/**
 * n8n's list of processed values (`helpers.checkProcessedAndRecord`), as its database keeps it: by workflow and node,
 * the oldest ones dropped first. It outlives the executions of a test file.
 */
import { setTimeout } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator, IDeduplicationOutput } from 'n8n-workflow';

type Scope = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[1];
type Options = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[3];
type Value = string | number;

const lists = new Map<string, Value[]>();
let broken = false;
/** By how many writes are left until then: whether the database has it, when it fails. */
let failing: { writes: number; isWritten: boolean } | undefined;
let wait = async (): Promise<void> => await setTimeout(1);

function placeOf(scope: Scope, { workflow, node }: ICheckProcessedContextData): string {
	// The database outlives the process: see `processStart`.
	return `${workflow.id.replace(/#.*/, '')}/${scope === 'node' ? (node?.id ?? '') : ''}`;
}

/** As n8n does: the whole list is read, and later written back. What others have written meanwhile is lost. */
async function changed<Result>(place: string, change: (list: Value[]) => Result): Promise<Result> {
	if (broken) throw new Error('SQLITE_BUSY: database is locked');
	const list = [...(lists.get(place) ?? [])];
	await wait();
	const result = change(list);
	await wait();
	const fault = failing?.writes === 0 ? failing : undefined;
	if (failing) failing.writes -= 1;
	if (fault?.isWritten !== false) lists.set(place, list);
	if (fault) throw new Error('SQLITE_BUSY: database is locked');
	return result;
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number';

const deduplicator: IDataDeduplicator = {
	checkProcessedAndRecord: async (items, scope, contextData, { maxEntries }: Options) =>
		await changed(placeOf(scope, contextData), (list) => {
			const output: IDeduplicationOutput = { new: [], processed: [] };
			const known = new Set<unknown>(list);
			for (const item of items.filter(isValue)) {
				output[known.has(item) ? 'processed' : 'new'].push(item);
				if (!known.has(item)) list.push(item);
			}
			if (maxEntries !== undefined) list.splice(0, list.length - maxEntries);
			return output;
		}),
	removeProcessed: async (items, scope, contextData) =>
		await changed(placeOf(scope, contextData), (list) => {
			const removed = new Set<unknown>(items);
			const left = list.filter((value) => !removed.has(value));
			list.splice(0, list.length, ...left);
		}),
	clearAllProcessedItems: async (scope, contextData) =>
		await changed(placeOf(scope, contextData), (list) => {
			list.length = 0;
		}),
	getProcessedDataCount: async (scope, contextData) =>
		await changed(placeOf(scope, contextData), (list) => list.length),
};

/** n8n allows one for the process: this replaces the one of an earlier test file. */
Reflect.set(DataDeduplicationService, 'instance', undefined);
const ready = DataDeduplicationService.init(deduplicator);

/** Forgets everything, and repairs what {@link breakProcessedData} broke. */
export async function clearProcessedData(): Promise<void> {
	await ready;
	lists.clear();
	broken = false;
	failing = undefined;
}

/** From here on the database fails. */
export function breakProcessedData(): void {
	broken = true;
}

/** Lets one of the next writes fail: before or after the database has it. */
export function failWrite(write: number, isWritten: boolean): void {
	failing = { writes: write, isWritten };
}

/** Replaces the millisecond that the database takes to read and to write. */
export function waitWith(replacement: () => Promise<void>): void {
	wait = replacement;
}
