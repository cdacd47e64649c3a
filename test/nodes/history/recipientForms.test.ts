/** Filters by recipient, where the history lists another form of the number than it was asked for. */
import { benchForEachTest, delivered, found, minute } from './bench';

const bench = benchForEachTest();
beforeEach(() => {
	// The service finds the person, whatever the form.
	bench.fault = (_page, from) => bench.answer(bench.page(from, 5_000));
});

/** Replaces the filters, which publishes. */
async function filter(filters: object): Promise<void> {
	const { trigger } = bench;
	trigger.parameters = { ...trigger.parameters, filters: { ...filters } };
	await bench.publish(minute);
}

const poll = async (times: number): Promise<string[]> => found(await bench.poll(times));

describe.each([
	['the same', '+33600000001', '33600000001'],
	['Mexico without the 1', '+5215512345678', '525512345678'],
	['Mexico with the 1', '+525512345678', '5215512345678'],
	['Argentina without the 9', '+5491123456789', '541123456789'],
	['Brazil without the 9', '+5511987654321', '551187654321'],
	['with 00', '+33600000001', '0033600000001'],
	['national', '+33600000001', '0600000001'],
	['with a trunk zero', '+33600000001', '330600000001'],
	['of the sandbox', '+9990123', '9990123'],
])('a message whose number is listed in another form: %s', (_what, to, listed) => {
	it('has its final status reported', async () => {
		await filter({ to });
		const message = bench.send('2', '9', { to: listed });
		await poll(1);
		message.code = '0';
		expect(await poll(20)).toEqual(delivered('2'));
	});

	it.each([
		['is added', {}, { to }],
		['stays, and Statuses change', { to }, { to, statuses: ['0', '1'] }],
	])('has its final status reported when Recipient %s', async (_how, before, after) => {
		await filter(before);
		const message = bench.send('2', '9', { to: listed });
		await poll(1);
		const late = bench.send('3', '9', { to: listed });
		await filter(after);
		message.code = '0';
		late.code = '0';
		expect((await poll(20)).sort()).toEqual(delivered('2', '3'));
	});
});

it('an open message of another number whose end is the same is closed when Recipient is added', async () => {
	await filter({});
	const message = bench.send('2', '9', { to: '99900123456' });
	await poll(1);
	await filter({ to: '+99910123456' });
	message.code = '0';
	expect(await poll(5)).toEqual([]);
});
