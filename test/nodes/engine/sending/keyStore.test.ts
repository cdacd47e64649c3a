/** Deduplication keys over n8n's list, with a list whose calls can be held back, counted and broken off. */
import { setImmediate } from 'node:timers/promises';
import { runLimits } from '../../../../nodes/engine/limits';
import { type KeyContext, keyFailures, KeyStore } from '../../../../nodes/engine/sending/keyStore';
import { gate } from '../../../support/gate';
import { asContext } from './fakeExecution';

/** n8n's list of one node. It reads and writes in one go, as long as nobody holds it. */
class List {
	private stored = new Set<string>();
	/** Oldest first. */
	get values(): string[] {
		return [...this.stored];
	}
	set values(values: readonly string[]) {
		this.stored = new Set(values);
	}
	/** Without the one that tells whether n8n has dropped some. */
	get entries(): string[] {
		return this.values.filter((value) => value !== 'first');
	}
	appends = 0;
	removals = 0;
	/** Awaited before each call. */
	hold: Promise<void> = Promise.resolve();
	/** The process is killed before this removal: it never comes back. */
	dies = false;
	/** What the next calls do: true fails, as a locked database does; so does `written`, once the database has it. */
	failingAppends: Array<boolean | 'written'> = [];
	counts = 0;
	failingRemovals: boolean[] = [];
	/** What is taken up by each call, and how the list is used. */
	sizes: number[] = [];
	uses = new Set<string>();
	/** How long a removal takes, on a clock of the test, by how much it removes. */
	slowness: (size: number) => number = () => 0;
	clock = 0;
	warnings: string[] = [];
	workflow: string | undefined = 'workflow';

	readonly helpers = {
		checkProcessedAndRecord: async (items: string[], scope: string, options: { maxEntries?: number }) => {
			await this.hold;
			this.uses.add(JSON.stringify([scope, options]));
			this.sizes.push(items.length);
			const failure = this.failingAppends.shift();
			if (failure === true) throw new Error('SQLITE_BUSY');
			this.appends += 1;
			const isNew = items.filter((item) => !this.stored.has(item));
			const processed = items.filter((item) => this.stored.has(item));
			for (const item of isNew) this.stored.add(item);
			for (const oldest of this.stored) {
				if (this.stored.size <= (options.maxEntries ?? Infinity)) break;
				this.stored.delete(oldest);
			}
			if (failure === 'written') throw new Error('SQLITE_BUSY');
			return { new: isNew, processed };
		},
		getProcessedDataCount: async () => {
			this.counts += 1;
			return await Promise.resolve(this.stored.size);
		},
		removeProcessed: async (items: string[], scope: string, options: object) => {
			await this.hold;
			this.uses.add(JSON.stringify([scope, options]));
			this.sizes.push(items.length);
			this.clock += this.slowness(items.length);
			if (this.dies) await gate().opened;
			if (this.failingRemovals.shift() === true) throw new Error('SQLITE_BUSY');
			this.removals += 1;
			for (const item of items) this.stored.delete(item);
		},
	};
}

let nodes = 0;

/** What the store needs of n8n's context; each test has a node of its own, as the queue of a node is shared. */
function contextOver(list: List, node = `node ${(nodes += 1)}`): KeyContext {
	return asContext({
		helpers: list.helpers,
		logger: { warn: (message: string) => list.warnings.push(message) },
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: list.workflow }),
	});
}

const storeOver = (list: List, limits: Partial<typeof runLimits> = {}, node?: string): KeyStore =>
	new KeyStore(contextOver(list, node), { ...runLimits, ...limits });

/** A new list of one node, and the stores of two runs over it. */
function openedTwice(): { list: List; first: KeyStore; second: KeyStore } {
	const list = new List();
	const node = `node ${(nodes += 1)}`;
	return { list, first: storeOver(list, {}, node), second: storeOver(list, {}, node) };
}

/** n8n is killed while a key is asked about: that never comes back. */
async function killedWhileAsked(list: List, limits?: Partial<typeof runLimits>): Promise<void> {
	list.dies = true;
	void storeOver(list, limits).reserve(['a']);
	await setImmediate();
	list.dies = false;
}

/** A new list, and a store over it. */
function opened(limits?: Partial<typeof runLimits>): { list: List; store: KeyStore } {
	const list = new List();
	return { list, store: storeOver(list, limits) };
}

it('a key is reserved once, pending until it is accepted, and free again when released', async () => {
	const { store } = opened();
	expect(await store.reserve(['a', 'b'])).toEqual(['reserved', 'reserved']);
	expect(await store.reserve(['a', 'b'])).toEqual(['pending', 'pending']);
	await store.settle('accept', ['a']);
	await store.settle('release', ['b']);
	expect(await store.reserve(['a', 'b'])).toEqual(['accepted', 'reserved']);
	expect(await store.reserve(['a', 'b'])).toEqual(['accepted', 'pending']);
});

it('asking about a pending key leaves no mark of acceptance behind', async () => {
	const { list, store } = opened();
	await store.reserve(['a']);
	for (let asked = 0; asked < 3; asked++) expect(await store.reserve(['a'])).toEqual(['pending']);
	expect(list.entries).toEqual(['reserved:a']);
});

it.each([
	['pending', 'pending'],
	['accepted', 'pending'],
])('a key that is %s is %s where n8n was killed while asked, however often', async (state, later) => {
	const { list, store } = opened();
	await store.reserve(['a']);
	if (state === 'accepted') await store.settle('accept', ['a']);
	for (let kill = 0; kill < 3; kill++) {
		await killedWhileAsked(list);
		expect(list.entries).toEqual(['reserved:a', expect.stringMatching('^a'), expect.stringMatching('^a')]);
		expect(await storeOver(list).reserve(['a'])).toEqual([later]);
	}
});

it('a key is known as accepted however often it is asked about', async () => {
	const { list, store } = opened();
	await store.reserve(['a']);
	await store.settle('accept', ['a']);
	for (let asked = 0; asked < 3; asked++) expect(await storeOver(list).reserve(['a'])).toEqual(['accepted']);
	expect(list.entries).toEqual(['reserved:a', 'accepted:a']);
});

it('two executions that want a key in the same write do not both get it', async () => {
	const { first, second } = openedTwice();
	const reservations = await Promise.all([first.reserve(['a']), second.reserve(['a'])]);
	expect(reservations).toEqual([['reserved'], ['inProgress']]);
});

it('a key that is released in the write in which another run wants it is not of an unknown outcome', async () => {
	const { list, first, second } = openedTwice();
	await first.reserve(['a']);
	const hold = gate();
	list.hold = hold.opened;
	const before = first.reserve(['z']);
	await setImmediate();
	const released = first.settle('release', ['a']);
	const wanted = second.reserve(['a']);
	hold.open();
	await Promise.all([before, released]);
	expect(await wanted).toEqual(['inProgress']);
	expect(await second.reserve(['a'])).toEqual(['reserved']);
});

it('a key that another run is sending is in progress until that run has settled it, or has ended', async () => {
	const { first, second } = openedTwice();
	await first.reserve(['rejected', 'open', 'accepted']);
	expect(await second.reserve(['rejected'])).toEqual(['inProgress']);
	// What another run holds is not released.
	await second.settle('release', ['rejected', 'open']);
	expect(await second.reserve(['open'])).toEqual(['inProgress']);
	await first.settle('release', ['rejected']);
	await first.settle('accept', ['accepted']);
	expect(await second.reserve(['rejected', 'accepted'])).toEqual(['reserved', 'accepted']);
	expect(await second.reserve(['open'])).toEqual(['inProgress']);
	first.close();
	expect(await second.reserve(['open'])).toEqual(['pending']);
	expect(keyFailures.inProgress()).toMatchObject({
		kind: 'notSent',
		message: 'Not sent: another execution is sending the message with this deduplication key now',
	});
});

describe('a list that is full', () => {
	const few = { deduplicationKeys: 10 };
	/** The oldest key has lost its reservation, but not its acceptance. */
	async function withoutReservation(): Promise<{ list: List; others: string[] }> {
		const { list, store } = opened(few);
		await store.reserve(keysOf(10));
		await store.settle('accept', keysOf(10));
		const others = keysOf(14, 'other');
		await store.reserve(others);
		expect(list.values[0]).toBe('reserved:key 1');
		return { list, others };
	}

	it('knows a key as accepted that has lost its reservation, and renews it', async () => {
		const { list } = await withoutReservation();
		expect(await storeOver(list, few).reserve(['key 0'])).toEqual(['accepted']);
		expect(list.values.slice(-2)).toEqual(['reserved:key 0', 'accepted:key 0']);
	});

	it.each<[string, Partial<List>, boolean?]>([
		['when it could not be put back in order', { failingRemovals: [true] }],
		['after a restart, when it could not be put back in order', { failingRemovals: [true] }, true],
		['when nothing could be', { failingRemovals: [true, true] }],
		['when n8n fails after it has stored a reservation', { failingAppends: ['written'] }],
	])('is known %s', async (_when, failing, isRestarted = false) => {
		const { list } = await withoutReservation();
		const store = storeOver(list, few);
		Object.assign(list, failing);
		await store.reserve(['another']).catch(() => undefined);
		const later = isRestarted ? storeOver(list, few) : store;
		expect(await later.reserve(['key 0'])).toEqual(['accepted']);
	});

	it('is new again once somebody has cleared it', async () => {
		const { list } = await withoutReservation();
		const store = storeOver(list, few);
		expect(await store.reserve(['key 0', 'key 1'])).toEqual(['accepted', 'accepted']);
		list.values = [];
		expect(await store.reserve(['key 0'])).toEqual(['reserved']);
		expect(await store.reserve(['key 1'])).toEqual(['reserved']);
	});

	/** 30,000 accepted keys, as a list of 20,000 has kept them. */
	function longList(): List {
		const list = new List();
		list.values = keysOf(32_000).flatMap((key) => [`reserved:${key}`, `accepted:${key}`]);
		return list;
	}

	it.each([10_000, 20_000])('knows the last 20,000 keys after %d others were released', async (count) => {
		const list = longList();
		const store = storeOver(list);
		const others = keysOf(count, 'released');
		await store.reserve(others);
		await store.settle('release', others);
		const known = await storeOver(list).reserve(keysOf(32_000).slice(-20_000));
		expect(new Set(known)).toEqual(new Set(['accepted']));
	});

	it('knows a pending key after 14,000 others at once', async () => {
		const list = longList();
		const store = storeOver(list);
		await store.reserve([...keysOf(20_000), 'pending']);
		await store.settle('accept', keysOf(20_000));
		store.close();
		await store.reserve(keysOf(14_000, 'others'));
		expect(await store.reserve(['pending'])).toEqual(['pending']);
	});

	it('is known after others were released, and after a restart', async () => {
		const { list, others } = await withoutReservation();
		const store = storeOver(list, few);
		for (const key of others) list.values = list.values.filter((value) => value !== `reserved:${key}`);
		expect(await storeOver(list, few).reserve(['key 0'])).toEqual(['accepted']);
		expect(list.values).not.toContain('first');
		expect(await store.reserve(['new'])).toEqual(['reserved']);
	});
});

it('a key that was asked about, and not accepted, is not accepted once n8n drops that', async () => {
	const list = new List();
	const one = { deduplicationKeys: 1 };
	await storeOver(list, one).reserve(['a']);
	await killedWhileAsked(list, one);
	// The mark is older than its question: n8n drops it first.
	expect(list.values.slice(-2)).toEqual(['accepted:a', 'asked:a']);
	const store = storeOver(list, one);
	for (let others = 0; others < 9; others++) {
		await store.reserve([`other ${others}`]);
		expect(await storeOver(list, one).reserve(['a'])).not.toEqual(['accepted']);
	}
});

it('a key that a run still holds is in progress, though n8n has dropped it', async () => {
	const { list, first, second } = openedTwice();
	await first.reserve(['a']);
	list.values = [];
	expect(await second.reserve(['a'])).toEqual(['inProgress']);
	await first.settle('release', ['a']);
	expect(await second.reserve(['a'])).toEqual(['reserved']);
});

it('a key that n8n has dropped while it was asked about is pending', async () => {
	const list = new List();
	const few = { deduplicationKeys: 2 };
	list.values = ['asked:a', 'accepted:a', 'reserved:b'];
	expect(await storeOver(list, few).reserve(['a'])).toEqual(['pending']);
});

it('a key whose question was left behind, and that is accepted then, is accepted after a restart', async () => {
	const { list, store } = opened();
	await store.reserve(['a']);
	list.failingRemovals = [true];
	await expect(store.reserve(['a'])).rejects.toThrow('could not record');
	await store.settle('accept', ['a']);
	expect(await store.reserve(['b'])).toEqual(['reserved']);
	expect(await storeOver(list).reserve(['a'])).toEqual(['accepted']);
});

it('a key is used even if its reservation was dropped before its message was accepted', async () => {
	const { list, store } = opened();
	await store.reserve(['a']);
	list.values = [];
	await store.settle('accept', ['a']);
	expect(await store.reserve(['a'])).toEqual(['accepted']);
});

it('counts the list now and then, as long as it is far from full', async () => {
	const { list, store } = opened();
	for (const key of keysOf(200)) await store.reserve([key]);
	expect(list.counts).toBe(1);
	expect(list.removals).toBe(0);
});

it('what goes out together is written together', async () => {
	const { list, store } = opened();
	const keys = keysOf(20);
	await Promise.all(keys.map(async (key) => await store.reserve([key])));
	await Promise.all(keys.map(async (key) => await store.settle('accept', [key])));
	expect(list.appends).toBe(2);
	expect(list.removals).toBe(0);
});

it('remembers the window whole, whatever entries its keys have', async () => {
	const { store } = opened({ deduplicationKeys: 8 });
	const keys = keysOf(8);
	await store.reserve(keys);
	await store.settle('accept', keys.slice(0, 4));
	expect(await store.reserve(keys)).toEqual([
		...Array.from({ length: 4 }, () => 'accepted'),
		...Array.from({ length: 4 }, () => 'pending'),
	]);
});

const keysOf = (count: number, name = 'key'): string[] =>
	Array.from({ length: count }, (_, index) => `${name} ${index}`);

it('is asked for nothing where there are no keys', async () => {
	const list = new List();
	expect(await storeOver(list).reserve([])).toEqual([]);
	await storeOver(list).settle('release', []);
	expect(list.sizes).toEqual([]);
});

it('has room for three entries a key in the list of the node', async () => {
	const { list, store } = opened();
	await store.reserve(['a']);
	await store.settle('accept', ['a']);
	expect(list.entries).toEqual(['reserved:a', 'accepted:a']);
	await store.reserve(['b']);
	await store.settle('release', ['b']);
	expect([...list.uses]).toEqual(['["node",{"mode":"entries","maxEntries":62001}]']);
});

it('asks about reserved keys in one write, and removes that in one', async () => {
	const { list, store } = opened();
	await store.reserve(['a', 'b']);
	await store.settle('accept', ['a']);
	list.sizes = [];
	expect(await storeOver(list).reserve(['new', 'a', 'b'])).toEqual(['reserved', 'accepted', 'pending']);
	// Reservations, two entries of each question, and what is not true of them.
	expect(list.sizes).toEqual([4, 4, 3]);
	expect(list.entries).toEqual(['reserved:a', 'reserved:b', 'accepted:a', 'reserved:new']);
});

it.each([
	['has accepted them', async (store: KeyStore) => await store.settle('accept', keysOf(20))],
	[
		'has asked about them before',
		async (store: KeyStore) => {
			await store.reserve(keysOf(20));
		},
	],
])('asks nothing about accepted keys where the process %s', async (_what, learn) => {
	const list = new List();
	const first = storeOver(list);
	await first.reserve(keysOf(20));
	await first.settle('accept', keysOf(20));
	const store = storeOver(list);
	await learn(store);
	[list.sizes, list.removals] = [[], 0];
	expect(new Set(await store.reserve(keysOf(20)))).toEqual(new Set(['accepted']));
	expect([list.sizes, list.removals]).toEqual([[21], 0]);
	// Forgotten by n8n, they are new.
	list.values = [];
	expect(new Set(await store.reserve(keysOf(20)))).toEqual(new Set(['reserved']));
	store.close();
	expect(new Set(await store.reserve(keysOf(20)))).toEqual(new Set(['pending']));
});

it('a key that is accepted is known as accepted in the same write', async () => {
	const store = storeOver(new List());
	await store.reserve(['a']);
	const all = [store.settle('accept', ['a']), store.reserve(['a', 'b'])];
	expect((await Promise.all(all))[1]).toEqual(['accepted', 'reserved']);
});

it.each([
	['keys of one node are', ['1', '1'], ['one', 'one'], 1],
	['keys of two nodes are not', ['1', '2'], ['two', 'two'], 2],
	['keys of a node and of its copy in another workflow are not', ['1', '1'], [undefined, 'copy'], 2],
])('%s written together', async (_what, ids, workflows, writes) => {
	const list = new List();
	list.values = ['first'];
	const stores = ids.map((id, index) => {
		list.workflow = workflows[index];
		return storeOver(list, {}, id);
	});
	await Promise.all(stores.map(async (store, index) => await store.reserve([`key ${index}`])));
	expect(list.appends).toBe(writes);
});

it('a write takes 5,000 keys, or one larger task; what is smaller goes ahead of what does not fit', async () => {
	const { list, store } = opened();
	const sizes = [6_000, 3_000, 2_000, 1];
	await Promise.all(sizes.map(async (size) => await store.reserve(keysOf(size, `${size}`))));
	expect(list.sizes).toEqual([6_001, 5_001, 2]);
});

it.each<[string, (size: number) => number, number, number[]]>([
	['as fast as nothing', () => 12, 1_000, [50, 100, 200, 400, 250]],
	['neither fast nor slow', () => 13, 1_000, Array.from({ length: 20 }, () => 50)],
	['slow from 60 on', (size) => (size > 60 ? 51 : 0), 1_000, [...Array(6).fill([50, 100]).flat(), 50, 50]],
	['just not slow', () => 50, 1_000, Array.from({ length: 20 }, () => 50)],
	['one by one at least, however slow', () => 51, 100, [50, 25, 12, 6, 3, 1, 1, 1, 1]],
])('removes in chunks of measured size: %s', async (_what, slowness, count, sizes) => {
	const { list, store } = opened();
	await store.reserve(keysOf(count));
	list.slowness = slowness;
	list.sizes = [];
	jest.spyOn(Date, 'now').mockImplementation(() => list.clock);
	await store.settle('release', keysOf(count));
	jest.restoreAllMocks();
	expect(list.sizes).toEqual(sizes);
	expect(list.entries).toEqual([]);
});

describe('a database that fails now and then', () => {
	const notRecorded = 'Not sent: n8n could not record';

	it('is tried a second time, and no third time', async () => {
		const { list, store } = opened();
		list.failingAppends = [true];
		expect(await store.reserve(['a'])).toEqual(['reserved']);
		list.failingAppends = [true, true];
		await expect(store.reserve(['b'])).rejects.toMatchObject({
			kind: 'notSent',
			message: 'Not sent: n8n could not record the deduplication key',
			description: 'Save the workflow, then check the log of n8n and its database.',
		});
		expect(list.failingAppends).toEqual([]);
		expect(await store.reserve(['b'])).toEqual(['reserved']);
	});

	it('costs no more from then on', async () => {
		const { list, store } = opened();
		await store.reserve(['a']);
		list.failingAppends = [true];
		await store.reserve(['b']);
		list.sizes = [];
		for (const key of keysOf(10)) await store.reserve([key]);
		expect(list.sizes).toHaveLength(10);
	});

	it('leaves keys pending, and says so in the log', async () => {
		const { list, store } = opened();
		await store.reserve(['a', 'b']);
		list.failingAppends = [true, true];
		await store.settle('accept', ['a']);
		list.failingRemovals = [true];
		await store.settle('release', ['b']);
		const warning = 'SMSBOX: n8n could not update deduplication keys; their outcome counts as unknown';
		expect(list.warnings).toEqual([warning, warning]);
		expect(await store.reserve(['a', 'b'])).toEqual(['pending', 'pending']);
		expect(keyFailures.pending()).toMatchObject({
			kind: 'unknown',
			message:
				'May have been sent: an earlier run used the same deduplication key and ended without a known outcome',
		});
	});

	it('never makes a pending key look accepted, however often it is asked about', async () => {
		const { list, store } = opened();
		await store.reserve(['a']);
		list.failingRemovals = [true, true, true];
		for (let asked = 0; asked < 3; asked++) await expect(store.reserve(['a'])).rejects.toThrow(notRecorded);
		expect(await store.reserve(['a'])).toEqual(['pending']);
		expect(list.entries).toEqual(['reserved:a']);
	});

	it('does not take back the acceptance of a key that was asked about before', async () => {
		const { list, store } = opened();
		await store.reserve(['a', 'b']);
		list.failingRemovals = [true];
		await expect(store.reserve(['a'])).rejects.toThrow(notRecorded);
		await store.settle('accept', ['a']);
		expect(await store.reserve(['b', 'a'])).toEqual(['pending', 'accepted']);
	});

	it('leaves no key pending whose reservation failed after it was written', async () => {
		const { list, store } = opened();
		await store.reserve(['old']);
		list.failingAppends = [false, true, true];
		await expect(store.reserve(['new', 'old'])).rejects.toThrow(notRecorded);
		list.failingRemovals = [true];
		const both = await Promise.allSettled([store.settle('release', ['old']), store.reserve(['other'])]);
		expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(await store.reserve(['new', 'other'])).toEqual(['reserved', 'reserved']);
	});
});
