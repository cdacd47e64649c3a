/** Deduplication keys over n8n's list, with a list whose calls can be held back, counted and broken off. */
import { setImmediate } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';
import { runLimits } from '../../../nodes/engine/limits';
import { KeyStore } from '../../../nodes/engine/sending/keyStore';
import type { KeyContext } from '../../../nodes/engine/sending/processedValues';
import { gate } from '../../support/gate';

/** n8n's list of one node. It reads and writes in one go, as long as nobody holds it. */
class List {
	values: string[] = [];
	appends = 0;
	removals = 0;
	/** Awaited before each call. */
	hold: Promise<void> = Promise.resolve();
	/** The process is killed before this removal: it never comes back. */
	dies = false;
	/** What the next calls do: true fails, as a locked database does. */
	failingAppends: boolean[] = [];
	failingRemovals: boolean[] = [];

	readonly helpers = {
		checkProcessedAndRecord: async (items: string[], _scope: string, options: { maxEntries?: number }) => {
			await this.hold;
			if (this.failingAppends.shift() === true) throw new Error('SQLITE_BUSY');
			this.appends += 1;
			const known = new Set(this.values);
			const isNew = items.filter((item) => !known.has(item));
			this.values.push(...isNew);
			this.values.splice(0, Math.max(0, this.values.length - (options.maxEntries ?? Infinity)));
			return { new: isNew, processed: items.filter((item) => known.has(item)) };
		},
		removeProcessed: async (items: string[]) => {
			await this.hold;
			if (this.dies) await gate().opened;
			if (this.failingRemovals.shift() === true) throw new Error('SQLITE_BUSY');
			this.removals += 1;
			this.values = this.values.filter((value) => !items.includes(value));
		},
	};
}

let nodes = 0;

/** What the store needs of n8n's context; each test has a node of its own, as the queue of a node is shared. */
function contextOver(list: List, node = `node ${(nodes += 1)}`): KeyContext {
	const context: unknown = {
		helpers: list.helpers,
		logger: { warn: () => undefined },
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const isContext = (given: unknown): given is IExecuteFunctions => given === context;
	if (!isContext(context)) throw new Error('Never');
	return context;
}

const storeOver = (list: List, limits: Partial<typeof runLimits> = {}, node?: string): KeyStore =>
	new KeyStore(contextOver(list, node), { ...runLimits, ...limits });

it('a key is reserved once, pending until it is accepted, and free again when released', async () => {
	const list = new List();
	const store = storeOver(list);
	expect(await store.reserve(['a', 'b'])).toEqual(['reserved', 'reserved']);
	expect(await store.reserve(['a', 'b'])).toEqual(['pending', 'pending']);
	await store.settle('accept', ['a']);
	await store.settle('release', ['b']);
	expect(await store.reserve(['a', 'b'])).toEqual(['accepted', 'reserved']);
	expect(await store.reserve(['a', 'b'])).toEqual(['accepted', 'pending']);
});

it('asking about a pending key leaves no mark of acceptance behind', async () => {
	const list = new List();
	const store = storeOver(list);
	await store.reserve(['a']);
	for (let asked = 0; asked < 3; asked++) expect(await store.reserve(['a'])).toEqual(['pending']);
	expect(list.values).toEqual(['reserved:a']);
});

it('a key stays pending where n8n is killed while it is asked about', async () => {
	const list = new List();
	await storeOver(list).reserve(['a']);
	list.dies = true;
	storeOver(list)
		.reserve(['a'])
		.catch(() => undefined);
	await setImmediate();
	list.dies = false;
	expect(list.values).toContain('accepted:a');
	expect(await storeOver(list).reserve(['a'])).toEqual(['pending']);
	expect(list.values).toEqual(['reserved:a']);
});

it('two executions that want a key in the same write do not both get it', async () => {
	const list = new List();
	const node = 'shared';
	const both = [storeOver(list, {}, node), storeOver(list, {}, node)];
	const reservations = await Promise.all(both.map(async (store) => await store.reserve(['a'])));
	expect(reservations).toEqual([['reserved'], ['pending']]);
});

it('what goes out together is written together', async () => {
	const list = new List();
	const store = storeOver(list);
	const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
	await Promise.all(keys.map(async (key) => await store.reserve([key])));
	await Promise.all(keys.map(async (key) => await store.settle('accept', [key])));
	expect(list.appends).toBe(2);
	expect(list.removals).toBe(0);
});

it('remembers the window whole, whatever entries its keys have', async () => {
	const list = new List();
	const store = storeOver(list, { deduplicationKeys: 8 });
	const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`);
	await store.reserve(keys);
	await store.settle('accept', keys.slice(0, 4));
	expect(await store.reserve(keys)).toEqual([
		...Array.from({ length: 4 }, () => 'accepted'),
		...Array.from({ length: 4 }, () => 'pending'),
	]);
});

it('removes many keys in chunks', async () => {
	const list = new List();
	const store = storeOver(list);
	const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
	await store.reserve(keys);
	await store.settle('release', keys);
	expect(list.values).toEqual([]);
	expect(list.removals).toBeGreaterThan(3);
});

describe('a database that fails now and then', () => {
	const notRecorded = 'Not sent: n8n could not record';

	it('never makes a pending key look accepted, however often it is asked about', async () => {
		const list = new List();
		const store = storeOver(list);
		await store.reserve(['a']);
		list.failingRemovals = [true, true, true];
		for (let asked = 0; asked < 3; asked++) await expect(store.reserve(['a'])).rejects.toThrow(notRecorded);
		expect(await store.reserve(['a'])).toEqual(['pending']);
		expect(list.values).toEqual(['reserved:a']);
	});

	it('does not take back the acceptance of a key that was asked about before', async () => {
		const list = new List();
		const store = storeOver(list);
		await store.reserve(['a', 'b']);
		list.failingRemovals = [true];
		await expect(store.reserve(['a'])).rejects.toThrow(notRecorded);
		await store.settle('accept', ['a']);
		expect(await store.reserve(['b', 'a'])).toEqual(['pending', 'accepted']);
	});

	it('leaves no key pending whose reservation failed after it was written', async () => {
		const list = new List();
		const store = storeOver(list);
		await store.reserve(['old']);
		list.failingAppends = [false, true, true];
		await expect(store.reserve(['new', 'old'])).rejects.toThrow(notRecorded);
		list.failingRemovals = [true];
		const both = await Promise.allSettled([store.settle('release', ['old']), store.reserve(['other'])]);
		expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(await store.reserve(['new', 'other'])).toEqual(['reserved', 'reserved']);
	});
});
