import type { N8nApi } from '../../playground/src/n8n/api';
import { readExecution } from '../../playground/src/n8n/executions';
import { PlaygroundError } from '../../playground/src/support/playgroundError';

/** In the form that n8n stores: strings in objects are indices. */
const running = '[{"resultData":"1","executionData":"2"},{"runData":"3"},{"nodeExecutionStack":"4"},{},[{}]]';
const ended =
	'[{"resultData":"1","executionData":"2"},{"runData":"3"},{"nodeExecutionStack":"4"},{"Ask":"5"},[],["6"],{"data":"7"},{"main":"8"},["9"],["10"],{"json":"11"},{"to":"12"},"33600123456"]';
const failed =
	'[{"resultData":"1","executionData":"2"},{"error":"3"},{"nodeExecutionStack":"4"},{"message":"5"},[{}],"Rejected"]';

function apiOf(answers: Array<{ status: string; data: string } | Error>): N8nApi {
	const none = async (): Promise<never> => await Promise.reject(new Error('Not used'));
	return {
		url: 'http://127.0.0.1',
		get: async () => {
			const answer = answers.length > 1 ? answers.shift() : answers[0];
			if (answer instanceof Error) throw answer;
			return await Promise.resolve(answer);
		},
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

	it('waits for the data of an execution that n8n 1 has stored without', async () => {
		const api = apiOf([
			new PlaygroundError('n8n responded with 500 to GET /executions/7: no data'),
			{ status: 'success', data: ended },
		]);
		expect((await readExecution(api, '7')).status).toBe('success');
	});

	it('tells at once of an n8n that is gone', async () => {
		await expect(readExecution(apiOf([new TypeError('fetch failed')]), '7')).rejects.toThrow('fetch failed');
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
