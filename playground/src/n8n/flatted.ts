import { isObject, type JsonObject } from '../support/json';

/**
 * Reads the form in which n8n stores the data of an execution: one flat list whose first entry is the root, and in
 * which every string inside an object or a list is the index of the entry that stands there.
 */
export function parseFlatted(text: string): unknown {
	const entries: unknown = JSON.parse(text);
	if (!Array.isArray(entries)) throw new Error('Not the stored data of an execution');
	const revived = new Map<number, unknown>();

	const reviveEntry = (index: number): unknown => {
		if (revived.has(index)) return revived.get(index);
		const entry: unknown = entries[index];
		if (Array.isArray(entry)) {
			const list: unknown[] = [];
			revived.set(index, list);
			for (const inside of entry) list.push(follow(inside));
			return list;
		}
		if (isObject(entry)) {
			const object: JsonObject = {};
			revived.set(index, object);
			for (const [key, inside] of Object.entries(entry)) object[key] = follow(inside);
			return object;
		}
		return entry;
	};
	const follow = (inside: unknown): unknown =>
		typeof inside === 'string' ? reviveEntry(Number(inside)) : inside;

	return reviveEntry(0);
}
