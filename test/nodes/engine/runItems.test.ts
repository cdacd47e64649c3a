/** Whatever goes wrong in the node itself, n8n never passes its input on as if it had been sent. */
import type { IDataObject } from 'n8n-workflow';
import { noDefaults } from '../../../nodes/engine/http/credential';
import type { Transport } from '../../../nodes/engine/http/transport';
import { batchItems } from '../../../nodes/engine/execution/batchItems';
import { defineOperation, type Operation, type Prepared } from '../../../nodes/engine/operations/operation';
import { runItems } from '../../../nodes/engine/execution/runItems';
import { leastOf } from '../../../nodes/engine/execution/concurrency';
import { InvalidInput } from '../../../protocol/errors';
import { jsonOf, type RunResult, runWorkflow } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { goOn, outputOf, plain, sendParameters, sendPerItem } from '../../support/runNode';
import { text, tiny } from '../../support/tinyNodes';

const server = serviceForEachTest(({ path }) =>
	plain(path.includes('groupes') ? '8;Staff;3' : 'OK 123456789012'),
);

describe('a fault in an operation', () => {
	/** It rejects its input, and then cannot even say which field is meant. */
	const faulty: Operation = {
		...defineOperation({
			name: 'Send',
			value: 'send',
			action: 'Send',
			description: 'Send',
			fields: [],
			readParams: () => {
				throw new InvalidInput('to', 'It is wrong.', 'Fix it.');
			},
			run: async () => await Promise.resolve({}),
		}),
		get fields(): never {
			throw new RangeError('Text and numbers: 33600123456');
		},
	};
	const registry = {
		resources: [{ name: 'Message', value: 'message', description: '', operations: [faulty] }],
	};
	const node = tiny(
		async function () {
			return await runItems(this, registry);
		},
		{ properties: [text('resource'), text('operation')] },
	);
	const run = async (settings: object): Promise<RunResult> =>
		await runWorkflow(
			{
				nodes: [
					{
						name: 'Send',
						type: 'faulty',
						parameters: { resource: 'message', operation: 'send' },
						...settings,
					},
				],
			},
			{ nodeTypes: { faulty: node }, input: [{ json: { to: 'Ana' } }, { json: { to: 'Ben' } }] },
		);

	it('ends the run, without a word of what it failed on', async () => {
		const { error } = await run({});
		expect(error?.message).toBe('May have been sent: an internal error in the SMSBOX node');
		expect(JSON.stringify(error)).not.toContain('33600123456');
	});

	it('is an error of each item where the node goes on after errors', async () => {
		const output = jsonOf(await run(goOn), 'Send');
		expect(output.map(({ error }) => error)).toEqual(
			Array(2).fill('May have been sent: an internal error in the SMSBOX node'),
		);
	});
});

describe('an item that refers to itself, as n8n stores it', () => {
	const looped: IDataObject = { to: '33600123456', text: 'Hello' };
	looped['self'] = looped;
	const toGroup = {
		...sendParameters,
		operation: 'sendToGroup',
		group: { __rl: true, mode: 'name', value: 'Staff' },
	};

	it.each([
		['to a number', sendPerItem],
		['to a group', toGroup],
	])('is sent %s', async (_, parameters) => {
		const result = await server.run({ parameters, items: [looped], settings: goOn });
		expect(outputOf(result)).toMatchObject([{ accepted: true }]);
	});
});

const transport: Transport = async () => await Promise.reject(new Error('Nothing is sent'));
const oneAccount = {
	id: 0,
	keyHash: '',
	connectionHash: '',
	defaults: noDefaults,
	transport,
	reads: transport,
};

describe('more items than a function takes arguments', () => {
	const count = 150_000;

	it('become batches, one each where nothing can be shared', () => {
		const operation = defineOperation({
			name: 'Send',
			value: 'send',
			action: 'Send',
			description: 'Send',
			fields: [],
			readParams: () => ({}),
			run: async () => await Promise.resolve({}),
		});
		const work: Prepared = {
			resolve: async () => await Promise.resolve(),
			firstExchange: async () => await Promise.resolve(undefined),
			run: async () => await Promise.resolve({}),
			partitionKeys: [],
			personal: undefined,
			sharing: undefined,
			groupInfo: undefined,
			question: undefined,
			keepRecipients: undefined,
			preview: undefined,
		};
		const more = {
			operation,
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
		};
		const ready = Array.from({ length: count }, (_, item) => ({ item, ...more }));
		expect(batchItems(ready)).toHaveLength(count);
	});

	it('have the least of their settings', () => {
		const settings = Array.from({ length: count }, (_, item) => (item === 77_777 ? 3 : 5));
		expect(leastOf(settings)).toBe(3);
	});
});
