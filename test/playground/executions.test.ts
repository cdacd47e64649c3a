import type { N8nApi } from '../../playground/src/n8n/api';
import { readExecution } from '../../playground/src/n8n/executions';

/** In the form that n8n stores: strings in objects are indices. */
const running = '[{"resultData":"1","executionData":"2"},{"runData":"3"},{"nodeExecutionStack":"4"},{},[{}]]';
const ended =
	'[{"resultData":"1","executionData":"2"},{"runData":"3"},{"nodeExecutionStack":"4"},{"Ask":"5"},[],["6"],{"data":"7"},{"main":"8"},["9"],["10"],{"json":"11"},{"to":"12"},"33600123456"]';
const failed =
	'[{"resultData":"1","executionData":"2"},{"error":"3"},{"nodeExecutionStack":"4"},{"message":"5"},[{}],"Rejected"]';

function apiOf(answers: Array<{ status: string; data: string }>): N8nApi {
	const none = async (): Promise<never> => await Promise.reject(new Error('Not used'));
	return {
		url: 'http://127.0.0.1',
		get: async () => await Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]),
		find: none,
		post: none,
		patch: none,
		file: none,
		bytes: none,
	};
}

describe('readExecution', () => {
	it('waits for the data of an execution whose status n8n 1 has stored alone', async () => {
		const api = apiOf([
			{ status: 'success', data: running },
			{ status: 'success', data: running },
			{ status: 'success', data: ended },
		]);
		const { status, output } = await readExecution(api, '7');
		expect({ status, output }).toEqual({ status: 'success', output: { Ask: [{ to: '33600123456' }] } });
	});

	it.each(['running', 'waiting', 'canceled', 'crashed'])('reads one that is %s as it is', async (status) => {
		const execution = await readExecution(
			apiOf([
				{ status, data: running },
				{ status: 'success', data: ended },
			]),
			'7',
		);
		expect(execution).toMatchObject({ status, output: {} });
	});

	it('reads one that failed with its error', async () => {
		const execution = await readExecution(apiOf([{ status: 'error', data: failed }]), '7');
		expect(execution).toMatchObject({ status: 'error', error: 'Rejected' });
	});
});
