import { createCalls } from '../../../../nodes/engine/sending/calls';
import type { SendLog } from '../../../../nodes/engine/sending/sendLog';
import { logIn } from '../../../../nodes/engine/sending/storedLog';
import { exchange, reply } from './exchanges';
import { service } from './scriptedService';

describe('items that share a request', () => {
	const shared = (keys: string[] | undefined, count: number, given = service(reply('OK 1'))) => {
		const log = given.logOf(0);
		const items = Array.from({ length: count }, (_, item) => ({
			item,
			timeoutSeconds: 60,
			work: { partitionKeys: keys?.slice(item, item + 1) },
		}));
		return { log, call: createCalls({ transport: given.transport, log, retryPauses: [] }, items) };
	};
	const stateOf = (log: SendLog, item: number, to: string[]): string =>
		log.lookUp(item, 0, exchange('send', { to })).state;

	it('have each its own recipients', async () => {
		const { log, call } = shared(['1', '2'], 2);
		await call(exchange('send', { to: ['1', '2'] }));
		expect([stateOf(log, 0, ['1']), stateOf(log, 1, ['2'])]).toEqual(['accepted', 'accepted']);
		expect([stateOf(log, 0, ['1', '2']), stateOf(log, 1, ['1'])]).toEqual(['changed', 'changed']);
		expect(log.takeQuota(new Map(), 0)).toBe(2);
	});

	it.each([
		['one by itself', ['1'], 1],
		['those that name none', undefined, 2],
	])('%s: the recipients are those of the request', async (_what, keys, count) => {
		const { log, call } = shared(keys, count);
		await call(exchange('send', { to: ['1', '2'] }));
		expect(stateOf(log, count - 1, ['1', '2'])).toBe('accepted');
	});

	it('take one', async () => {
		const { call } = shared(['1', '2'], 2);
		await call(exchange('send', { to: ['1', '2'] }));
		await expect(call(exchange('send', { to: ['1', '2'] }))).rejects.toThrow(
			new TypeError('Items that share a request take one'),
		);
	});

	it('share the copy of its answer', async () => {
		const given = service(reply('OK 1'));
		await shared(['0', '1'], 2, given).call(exchange('send', { to: ['0', '1'] }));
		const [first, second] = Object.values(logIn(given.context).items);
		expect(first?.requests[0]?.reply).toBeDefined();
		expect(second?.requests[0]?.reply).toBe(first?.requests[0]?.reply);
	});
});
