/** Requests that take too long, also where the connection is never idle. */
import type { IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { createTransport, inTime } from '../../../nodes/engine/http/transport';
import { dripForEachTest } from '../../support/drip';
import { errorKind } from '../../support/expectations';
import { nodeName, runNode, sendParameters } from '../../support/runNode';
import { agent } from '../../support/runChannels';

const drip = dripForEachTest();
afterEach(() => {
	jest.restoreAllMocks();
});

const download: INodeParameters = { resource: 'file', operation: 'download', fileId: '9876543210', ...agent };

it.each([
	['a send', 'smsboxSms', sendParameters, 'May have been sent: no response in time'],
	['a download', 'smsboxWaba', download, 'No valid response: no response in time'],
] as const)('%s ends at its time-out, with its connection', async (_what, node, parameters, message) => {
	// A tenth of the second and its tolerance, so that the test needn't wait for the whole.
	const { timeout } = AbortSignal;
	const timers = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10));
	const { url, givenUp } = await drip();
	const result = await runNode({ url, node, parameters: { ...parameters, options: { timeout: 1 } } });
	expect(timers.mock.calls).toEqual([[1_020]]);
	expect(errorKind(result)).toEqual({ kind: 'unknown' });
	expect(result.runData[nodeName]?.[0]?.error?.message).toBe(message);
	await givenUp;
});

it('Stop ends it before, and counts as Stop', async () => {
	const stop = new AbortController();
	const { url, givenUp } = await drip(() => {
		stop.abort();
	});
	const result = await runNode({ url, parameters: sendParameters, signal: stop.signal });
	expect(result.status).toBe('canceled');
	expect(result.runData[nodeName]?.[0]?.error?.message).toContain('canceled');
	await givenUp;
});

describe('a request', () => {
	const request = { api: 'sms', method: 'POST', path: '/1.1/api.php', headers: {} } as const;
	const never = Promise.race<never>([]);
	const credential = { smsBaseUrl: 'https://api.smsbox.pro', apiKey: 'test-key-1f4a' };

	it('ends in time where its helper takes no signal', async () => {
		const transport = createTransport(async () => await never, credential);
		await expect(transport(request, 'read', 0.05)).rejects.toMatchObject({
			kind: 'unknown',
			message: 'No valid response: no response in time',
		});
	});

	it('keeps its own signal where the helper puts in the one of the execution', async () => {
		const execution = new AbortController();
		let given: IHttpRequestOptions['abortSignal'];
		const transport = createTransport(
			async (options) => {
				options.abortSignal = execution.signal;
				given = options.abortSignal;
				return { statusCode: 200, body: '' };
			},
			credential,
			execution.signal,
		);
		await transport(request, 'read', 1);
		expect(given).toBeDefined();
		expect(given).not.toBe(execution.signal);
	});

	it('leaves no listener on the signal of the execution', async () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		const results = await Promise.allSettled([
			inTime(60_000, signal, async () => 1),
			inTime(60_000, signal, async () => await Promise.reject(new Error('no'))),
		]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(added).toHaveBeenCalledTimes(2);
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});

	it('shares its timer with others of the same time', async () => {
		const timers = jest.spyOn(AbortSignal, 'timeout');
		await Promise.all(Array.from({ length: 50 }, () => inTime(299_000, undefined, async () => 1)));
		expect(timers).toHaveBeenCalledTimes(1);
	});
});
