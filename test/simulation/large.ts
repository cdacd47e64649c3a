/** A few histories at real size: what only shows among thousands of items. */
import { noEdit, noOptions, plainHistory, plainItem, type History, type Item } from './history';

const limits = { recipients: 5_000, personalized: 500, restricted: 50, deduplicationKeys: 20_000 };

const items = (count: number, of: (index: number) => Partial<Item>): Item[] =>
	Array.from({ length: count }, (_, index) => ({ ...plainItem, to: [index], later: [index], ...of(index) }));

const large: History = {
	...plainHistory,
	options: { ...noOptions, batching: true, concurrency: 5 },
	schedule: 1,
	limits,
};

const again = { kind: 'newExecution' as const, edit: noEdit, interruption: undefined };
const retry = { ...again, kind: 'retry' as const };
const withKeys = { ...large.options, keys: true };

export const largeHistories: Readonly<Record<string, History>> = {
	'two texts for each of 300 people, in shared requests, one of them rejected': {
		...large,
		channel: 'list',
		rounds: [items(300, (index) => ({ to: [index, index] }))],
		faults: [{ kind: 'rejected', request: 1 }],
		steps: [retry],
	},
	'9,900 deduplication keys, run twice': {
		...large,
		rounds: [items(9_900, (index) => ({ key: index }))],
		options: withKeys,
		steps: [again],
	},
	'6,000 deduplication keys, one of two requests cut, run twice': {
		...large,
		rounds: [items(6_000, (index) => ({ key: index }))],
		options: withKeys,
		faults: [{ kind: 'cutAfter', request: 1 }],
		steps: [again],
	},
	'12,000 recipients of one item, the second request cut, then a retry': {
		...large,
		channel: 'rcs',
		rounds: [items(1, () => ({ to: Array.from({ length: 12_000 }, (_, index) => index + 10) }))],
		faults: [{ kind: 'cutAfter', request: 1 }],
		steps: [retry],
	},
	'1,000 items by themselves, some of them rejected or cut, then a retry': {
		...large,
		channel: 'waba',
		rounds: [items(1_000, (index) => ({ to: [10 + (index % 400)], text: index % 3 }))],
		options: { ...large.options, batching: false },
		faults: [
			{ kind: 'internal', request: 100 },
			{ kind: 'cutAfter', request: 200 },
			{ kind: 'garbageTaken', request: 300 },
		],
		onError: 'continue',
		retryOnFail: true,
	},
};
