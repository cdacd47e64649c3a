/** Dry Run in a real n8n: every operation that sends, one behind the other, and nothing leaves but reads. */
import type { Execution } from '../../../playground/src/n8n/executions';
import { isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import type { NodeInChain } from './workflow';
import { exchangeCases } from '../../support/contractFixtures';
import { parametersOf } from '../../support/fixtureServer';
import { type DescribedOperation, sendingOperations, waits } from '../../support/registry';
import { smsboxNode } from '../../support/smsbox';
import { askingParameters } from '../waiting/workflows';
import { nodeTypes, questions } from '../waiting/questions';

const groupName = 'Dry run';
const operations = Object.values(nodeTypes).flatMap((name) => sendingOperations(smsboxNode(name)));
const fixtures = exchangeCases('sms', 'waba', 'rcs');

/** Of the fixtures in which an operation succeeds the shortest, which names no time that has passed since. */
function parametersFor({ node, resource, operation }: DescribedOperation): JsonObject {
	const [shortest] = fixtures
		.filter(({ output }) => output !== undefined)
		.filter(
			({ operation: own }) => own.node === node && own.resource === resource && own.operation === operation,
		)
		.map(parametersOf)
		.sort((one, other) => JSON.stringify(one).length - JSON.stringify(other).length);
	if (shortest === undefined) throw new Error('No contract fixture shows the operation succeeding');
	return { ...shortest };
}

/** A question to a number that stands in the workflow. */
function questionOf({ node }: DescribedOperation): JsonObject {
	const question = questions.find(({ channel }) => nodeTypes[channel] === node);
	if (question === undefined) throw new Error('The channel asks nothing');
	return { ...askingParameters(question), to: '33600123456', deliveryOptions: {} };
}

const smsboxNodeOf = (type: string, name: string, parameters: JsonObject): NodeInChain => ({
	name,
	type: `n8n-nodes-smsbox.${type}`,
	typeVersion: 1,
	parameters,
	credentials: { smsboxApi: {} },
});

/** A node of each operation that sends, as a dry run. */
export const dryRuns: readonly NodeInChain[] = operations.map((operation) => {
	const parameters = waits(operation) ? questionOf(operation) : parametersFor(operation);
	const options = isObject(parameters['safetyOptions']) ? parameters['safetyOptions'] : {};
	const group = 'group' in parameters && { group: { __rl: true, mode: 'name', value: groupName } };
	return smsboxNodeOf(operation.node, operation.title.replace(':', ''), {
		...parameters,
		...group,
		safetyOptions: { ...options, dryRun: true },
	});
});

/** A chain that creates the group and then makes all dry runs. */
export const dryRunChain: readonly NodeInChain[] = [
	smsboxNodeOf('smsboxSms', 'Create the group', {
		resource: 'group',
		operation: 'create',
		name: groupName,
		numbers: '33600123456',
	}),
	...dryRuns,
];

/** What the service was asked for, by the names of its operations. */
export const requestsTo = async (simulator: SimulatorApi): Promise<string[]> =>
	listAt(await simulator.get('/requests'), 'requests').map((request) => textAt(request, 'operation'));

/**
 * Checks that each node has shown what it would send, that the execution did not wait, and that the service got nothing
 * but reads.
 * @param requested the requests of this execution
 */
export function expectDry({ status, output, error }: Execution, requested: readonly string[]): void {
	expect({ status, error }).toEqual({ status: 'success', error: '' });
	for (const { name } of dryRuns) {
		const [item, ...more] = output[name] ?? [];
		expect({ name, item, more }).toEqual({ name, item: expect.objectContaining({ dryRun: true }), more: [] });
		expect(item).not.toHaveProperty('accepted');
	}
	const written = requested.filter((operation) => !operation.endsWith('.getAll'));
	expect(written).toEqual(['sms.group.create']);
}
