import { batchItems } from '../../../nodes/engine/execution/sendBatches';
import type { Ready } from '../../../nodes/engine/execution/readItems';
import { accountWith, preparedWith, readyItem } from './prepared';

interface Given extends Partial<Omit<Ready, 'work'>> {
	to: readonly string[] | undefined;
	key?: string;
	most?: number;
}

/** Items that are ready to be sent, in their order. */
const readyOf = (given: readonly Given[]): Ready[] =>
	given.map(({ to, key = 'same', most = 3, ...changed }, item) =>
		readyItem(item, preparedWith({ partitionKeys: to, sharing: { key, mostRecipients: most } }), changed),
	);

const one = { to: ['1'] };
const two = { to: ['2'] };
const three = { to: ['3'] };

it.each<[string, Given[], number[][]]>([
	['share a request', [one, two], [[0, 1]]],
	['with several numbers do, up to the most', [{ to: ['1', '2'] }, three, { to: ['4'] }], [[0, 1], [2]]],
	['with two texts for one number count both', [{ to: ['1', '1'] }, { to: ['2', '2'] }], [[0], [1]]],
	['of other timeouts do not', [one, { ...two, timeoutSeconds: 9 }, three], [[0, 2], [1]]],
	[
		'of a dry run do not share one with messages that leave',
		[one, { ...two, isDryRun: true }, three],
		[[0, 2], [1]],
	],
	['of two accounts do not', [one, { ...two, account: accountWith({ id: 1 }) }, three], [[0, 2], [1]]],
	['that say something else do not', [one, { ...two, key: 'other' }], [[0], [1]]],
	['that are not batched do not', [one, { ...two, batch: false }, three], [[0, 2], [1]]],
	['with more recipients than fit go alone', [one, { to: ['2', '3', '4', '5'] }], [[0], [1]]],
	['to a group end what could be joined', [one, { to: undefined }, two], [[0], [1], [2]]],
	['to one recipient stay in order', [one, one, two], [[0], [1, 2]]],
	[
		'join no earlier request than the last to their recipient',
		[one, { ...two, key: 'other' }, two, three],
		[[0], [1], [2, 3]],
	],
	[
		'join no request that has one of their recipients',
		[one, { to: ['1', '2'] }, { to: ['3', '1'] }],
		[[0], [1], [2]],
	],
	['fill a request', [{ to: ['1', '2', '3'] }, { to: ['4'] }], [[0], [1]]],
	['that fill a request together share it', [{ to: ['1', '2'] }, three], [[0, 1]]],
])('items %s', (_what, given, expected) => {
	const batches = batchItems(readyOf(given));
	expect(batches.map(({ items }) => items.map(({ item }) => item))).toEqual(expected);
	expect(batches.map(({ partitionKeys }) => partitionKeys)).toEqual(
		expected.map((items) =>
			items.some((item) => given[item]?.to === undefined)
				? undefined
				: items.flatMap((item) => given[item]?.to ?? []),
		),
	);
});

it('items of an earlier try go on by themselves', () => {
	const batches = batchItems(readyOf([one, two, three]), (item) => item === 1);
	expect(batches.map(({ items }) => items.map(({ item }) => item))).toEqual([[0, 2], [1]]);
});

it('items to both forms of one number do not share a request, which would leave one of them out', () => {
	const forms = [{ to: ['5511961234567'] }, { to: ['551161234567'] }];
	expect(batchItems(readyOf(forms))).toHaveLength(2);
});

it('more items than a function takes arguments become one batch each where nothing can be shared', () => {
	const work = preparedWith({ partitionKeys: [] });
	const ready = Array.from({ length: 150_000 }, (_, item) => readyItem(item, work));
	expect(batchItems(ready)).toHaveLength(150_000);
});
