import { incomingSms } from '../../../nodes/SmsboxIncomingSmsTrigger/incomingSms';
import { SmsboxIncomingSmsTrigger } from '../../../nodes/SmsboxIncomingSmsTrigger/SmsboxIncomingSmsTrigger.node';
import { receive } from '../../../nodes/engine/webhook/receive';
import { endingOf, fakeCall } from './fakeContext';
import { closeAll, ok, refusal, serve } from './served';

const node = 'smsboxIncomingSmsTrigger';
const reports = 'smsboxDeliveryReportTrigger';

/** A callback, with what the test is about put in. */
function sms(parameters: Record<string, string>): string {
	const all = {
		modem: '33700000000',
		numero: '33600123456',
		reference: '12345678',
		ts: '1705326600',
		charset: 'ISO-8859-1',
		message: 'Hello+world',
		...parameters,
	};
	return Object.entries(all)
		.map(([name, value]) => `${name}=${value}`)
		.join('&');
}

afterEach(closeAll);

test('an incoming SMS comes out raw, decoded', async () => {
	const { call, events } = await serve(node, { output: 'raw' });
	await call(sms({ message: 'caf%E9' }));
	expect(events()).toEqual([expect.objectContaining({ message: 'café', numero: '33600123456' })]);
});

test.each([
	['an empty query', node, ''],
	['an empty query', reports, ''],
	['a query of something else', reports, 'hello=world'],
	['a delivery report', node, 'numero=33600123456&reference=123456789&accuse=0&ts=1705326600'],
	['an incoming SMS', reports, sms({})],
] as const)('%s is refused by the %s, and starts nothing', async (_what, trigger, query) => {
	const { call, events } = await serve(trigger);
	await expect(call(query)).resolves.toEqual(refusal);
	expect(events()).toEqual([]);
});

describe('the filter', () => {
	const starts = async (
		filters: Record<string, string>,
		parameters: Record<string, string>,
	): Promise<boolean> => {
		const { call, events } = await serve(node, { filters });
		await expect(call(sms(parameters))).resolves.toEqual(ok);
		return events().length === 1;
	};

	test.each([
		['33700000000', '33700000000', true],
		['+33 7 00 00 00 00, 36180', '33700000000', true],
		['0033700000000', '%2B33700000000', true],
		['36180', '36180', true],
		['33700000001', '33700000000', false],
		['700000000', '33700000000', false],
		['33700000001', '', true],
		['', '33700000000', true],
		[' , ', '33700000000', true],
		['0700000000', '33700000000', true],
		['0700000001', '33700000000', false],
		['+33 7 00 00 00 00', '0700000000', true],
		['+33 7 00 00 00 01', '0700000000', false],
		['36180', '0', false],
		['+36180', '36180', true],
		['３６ １８０', '36180', true],
		['36180', 'MARKET1', true],
		['36180;36111', '36111', true],
		['36180\n36111', '36180', true],
		['+33 (0)6 00 12 34 56', '33600123456', true],
		['+33 06 00 12 34 56', '33600123456', true],
		['+33 (0)6 00 12 34 56', '33600123457', false],
	])('by called number %p, for a message to %p: %p', async (calledNumbers, modem, started) => {
		await expect(starts({ calledNumbers }, { modem })).resolves.toBe(started);
	});

	describe.each([
		['my number', 1],
		['36180, +33*', 2],
		['+33700000000*', 1],
		['36180\n+33600123456 / 36180', 2],
		['33600123456 36180', 1],
		['36180;36111, 33700000000 (Paul)', 3],
		['"+33700000000"', 1],
		['tel:+33700000000', 1],
		['36180, MARKET1', 2],
	])('by called number %j', (calledNumbers, position) => {
		const parameters = { filters: { calledNumbers } };

		test('prevents publishing and trying out', async () => {
			const { checkExists } = new SmsboxIncomingSmsTrigger().webhookMethods.default;
			const at = (activation: string) => ({
				...fakeCall({ parameters }).context,
				getActivationMode: () => activation,
				getCredentials: async () => await Promise.resolve({}),
			});
			const message = `Called Numbers: entry ${position} isn't a number.`;
			for (const activation of ['activate', 'update', 'manual'])
				await expect(checkExists.call(at(activation))).rejects.toThrow(message);
			await expect(checkExists.call(at('init'))).resolves.toBe(true);
		});

		test('keeps no message out', async () => {
			const query = sms({ modem: '33799999999' });
			const { context, response } = fakeCall({ query, parameters });
			expect(endingOf(await receive(context, incomingSms), response).ending).toBe('started');
		});
	});

	test.each([
		['pizza', 'PIZZA', true],
		['INFO, Pizza', '+pizza+', true],
		['pizza', 'PIZZAS', false],
		['PIZZA;INFO', 'info', true],
		['PIZZA\nINFO', 'INFO', true],
		['ＰＩＺＺＡ', 'pizza', true],
		['cafe\u0301', 'CAF%C9', true],
		['pizza', '', false],
		['', 'PIZZA', true],
	])('by keyword %p, for a message to %p: %p', async (keywords, keyword, started) => {
		await expect(starts({ keywords }, { keyword })).resolves.toBe(started);
	});

	test.each([
		['all', 'STOP', true],
		['all', 'Do+not+stop', true],
		['only', 'stop+', true],
		['only', 'Do+not+stop', false],
		['without', 'STOP', false],
		['without', 'Do+not+stop', true],
	])('by opt-out %p, for %p: %p', async (optOuts, message, started) => {
		await expect(starts({ optOuts }, { message })).resolves.toBe(started);
	});

	test('by several things lets through what passes all of them', async () => {
		const filters = { calledNumbers: '36180', keywords: 'pizza', optOuts: 'without' };
		await expect(starts(filters, { modem: '36180', keyword: 'PIZZA' })).resolves.toBe(true);
		await expect(starts(filters, { modem: '36180', keyword: 'PIZZA', message: 'STOP' })).resolves.toBe(false);
		await expect(starts(filters, { modem: '36181', keyword: 'PIZZA' })).resolves.toBe(false);
	});
});
