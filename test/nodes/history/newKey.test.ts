/** A new key of the same account, at a moment when something else is odd. */
import { Bench, found, hour, minute, numbered } from './bench';

let bench: Bench;
beforeEach(async () => {
	bench = await Bench.open();
});
afterEach(async () => {
	await bench.close();
});

const chooseRecipient = (): void => {
	bench.trigger.parameters = { filters: { to: '+33600000002' } };
};
const emptyAnswer = (): void => {
	bench.fault = (page) => (page === 0 ? bench.answer([]) : undefined);
};
const shortPages = (): void => {
	bench.mostRecords = 50;
	bench.sendAll(numbered(60));
};

describe.each([
	['the same key', 'demo'],
	['a new key', 'production'],
])('with %s', (_what, apiKey) => {
	it.each([
		['one empty answer', emptyAnswer, ['2', '3']],
		['short pages', shortPages, [...numbered(60), '2', '3']],
		['another Recipient', chooseRecipient, ['3']],
	])('loses nothing after %s', async (_odd, change, expected) => {
		bench.send('1', '0');
		await bench.publish();
		bench.now += minute;
		const open = bench.send('2', '9');
		await bench.tick();
		bench.now += minute;
		bench.send('3', '0', { to: '33600000002' });
		change();
		open.code = '0';
		bench.stage.apiKey = apiKey;
		const items = change === chooseRecipient ? await bench.publish() : await bench.tick();
		bench.fault = () => undefined;
		items.push(...(await bench.settle(12)));
		expect(found(items).sort()).toEqual(expected.map((reference) => `delivery_report ${reference} 0`).sort());
	});
});

it('costs no more than the first poll where nothing was there', async () => {
	await bench.publish();
	bench.stage.apiKey = 'production';
	bench.mostRecords = 10;
	for (const [index, reference] of numbered(200).entries())
		bench.send(reference, '0', { at: bench.now - hour + index * 1000 });
	bench.now += minute;
	await bench.tick();
	expect(bench.requests).toBeLessThanOrEqual(3);
});
