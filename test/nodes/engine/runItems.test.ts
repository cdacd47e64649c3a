/** Whatever goes wrong in the node itself, n8n never passes its input on as if it had been sent. */
import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../../nodes/engine/operations/operation';
import { runItems } from '../../../nodes/engine/execution/runItems';
import { InvalidInput } from '../../../protocol/errors';
import { jsonOf, type RunResult, runWorkflow } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { goOn, outputOf, sendParameters, sendPerItem, sendToGroup } from '../../support/runNode';
import { text, tiny } from '../../support/tinyNodes';
import { operationReading } from './prepared';

const server = serviceForEachTest();

describe('a fault in an operation', () => {
	/** It rejects its input, and then cannot even say which field is meant. */
	const faulty: Operation = {
		...operationReading(() => {
			throw new InvalidInput('to', 'It is wrong.', 'Fix it.');
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
				nodes: [{ name: 'Send', type: 'faulty', parameters: sendParameters, ...settings }],
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

	it.each([
		['to a number', sendPerItem],
		['to a group', sendToGroup('Staff', 'name')],
	])('is sent %s', async (_, parameters) => {
		server.groups = '8;Staff;3';
		const result = await server.run({ parameters, items: [looped], settings: goOn });
		expect(outputOf(result)).toMatchObject([{ accepted: true }]);
	});
});
