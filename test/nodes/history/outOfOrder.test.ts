/** What a history shows when something is out of order: nothing is lost, and nothing starts the workflow that should not. */
import '../../support/instance';
import { plain } from '../../support/runNode';
import { benchForEachTest, day, delivered, found, hour, minute, numbered, start } from './bench';

const bench = benchForEachTest();

it('a backlog that is read in parts survives one poll whose answers are empty', async () => {
	bench.mostRecords = 40;
	bench.send('1', '0');
	await bench.publish();
	bench.sendAll(numbered(900), 20_000);
	const items = await bench.tick();
	bench.now += minute;
	bench.fault = () => plain('');
	items.push(...(await bench.tick()));
	items.push(...(await bench.settle(60)));
	expect(items.length).toBe(900);
});

it('after n8n was down, an empty history for 20 minutes makes no delivered message unknown', async () => {
	bench.trigger.parameters = { events: ['finalStatus', 'statusUnknown'], lookBack: 1 };
	bench.send('1', '0');
	await bench.publish(minute);
	const message = bench.send('2');
	const items = await bench.tick();
	// Something that starts the workflow, so that n8n saves the open message.
	bench.send('3', '0');
	await bench.tick();
	bench.now += minute;
	bench.send('4', '0');
	await bench.tick();
	bench.now += 3 * day;
	message.code = '0';
	bench.fault = () => plain('');
	items.push(...(await bench.poll(5)), ...(await bench.settle(6)));
	expect(found(items)).toEqual(delivered('2'));
});

it.each([
	['a shorter look-back', (): void => undefined],
	[
		'four days without n8n',
		(): void => {
			bench.now += 4 * day;
			bench.stage.stop();
		},
	],
])('after %s, one poll with two empty answers makes no message unknown', async (_what, disturb) => {
	bench.mostRecords = 40;
	const { trigger } = bench;
	const events = ['finalStatus', 'statusUnknown'];
	trigger.parameters = { events, lookBack: 30 };
	await bench.publish(minute);
	const message = bench.send('2', '9');
	for (const reference of numbered(60)) {
		bench.sendAll([reference], 2 * hour);
		await bench.tick();
	}
	disturb();
	message.code = '0';
	trigger.parameters = { events, lookBack: 1 };
	const items = await bench.publish();
	bench.now += 20 * minute;
	bench.fault = (page) => (page > 0 ? plain('') : undefined);
	items.push(...(await bench.tick()), ...(await bench.settle(12)));
	expect(found(items).filter((line) => line.includes(' 2 '))).toEqual(delivered('2'));
});

it('published where the only record is dated years ahead: later messages come', async () => {
	bench.send('1', '0', { at: start + 800 * day });
	await bench.publish(minute);
	bench.messages.push({ reference: '2', to: '33600000001', at: bench.now, code: '0' });
	expect(found(await bench.settle(40))).toEqual(delivered('2'));
});

it.each([
	['just after the clocks change', '2026-10-25T00:59:50Z', '2026-10-25T01:00:10Z', '2026-10-25T01:05:00Z'],
	[
		'a minute before the clocks change',
		'2026-10-25T00:58:50Z',
		'2026-10-25T00:59:10Z',
		'2026-10-25T01:05:00Z',
	],
	['control: a day before', '2026-10-24T00:59:50Z', '2026-10-24T01:00:10Z', '2026-10-24T01:05:00Z'],
])('published %s in October: what is sent afterwards comes', async (_name, first, published, sent) => {
	bench.send('1', '0', { at: Date.parse(first) });
	bench.now = Date.parse(published);
	await bench.publish();
	bench.now = Date.parse(sent);
	await bench.expectOnlyNew([], 24);
});
