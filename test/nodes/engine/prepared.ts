/** What the engine makes of an item before anything is sent, for tests of the steps after that. */
import { noDefaults } from '../../../nodes/engine/http/transport';
import type { Account } from '../../../nodes/engine/http/transport';
import type { Transport } from '../../../nodes/engine/http/transport';
import { defineOperation, type Operation, type Prepared } from '../../../nodes/engine/operations/operation';
import type { Ready } from '../../../nodes/engine/execution/readItems';

const transport: Transport = async () => await Promise.reject(new Error('Nothing is sent'));

/** An operation that sends nothing. */
export const operationReading = (readParams: () => object = () => ({})): Operation =>
	defineOperation({
		name: 'Send',
		value: 'send',
		action: 'Send',
		description: 'Send',
		fields: [],
		readParams,
		run: async () => await Promise.resolve({}),
	});

const sendsNothing = operationReading();

export const accountWith = (changes: Partial<Account> = {}): Account => ({
	id: 0,
	keyHash: '',
	connectionHash: '',
	defaults: noDefaults,
	transport,
	reads: transport,
	...changes,
});

export const preparedWith = (changes: Partial<Prepared>): Prepared => ({
	resolve: async () => await Promise.resolve(),
	firstExchange: async () => await Promise.resolve(undefined),
	run: async () => await Promise.resolve({}),
	partitionKeys: undefined,
	personal: undefined,
	sharing: undefined,
	groupInfo: undefined,
	question: undefined,
	keepRecipients: undefined,
	preview: undefined,
	...changes,
});

const oneAccount = accountWith();

/** An item that can go out. */
export const readyItem = (item: number, work: Prepared, changes: Partial<Ready> = {}): Ready => ({
	item,
	operation: sendsNothing,
	work,
	unfiltered: work,
	isRepeatable: true,
	timeless: async () => await Promise.resolve(work),
	account: oneAccount,
	timeoutSeconds: 60,
	deduplicationKey: undefined,
	policy: {},
	excluded: [],
	isExcluded: false,
	batch: true,
	concurrency: 5,
	isDryRun: false,
	...changes,
});
