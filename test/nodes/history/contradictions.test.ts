/** Answers that contradict each other, clocks that are wrong, and changes while a poll runs or the service is down. */
import type { IDataObject } from 'n8n-workflow';
import { benchForEachTest, day, delivered, found, hour, minute, numbered } from './bench';

const bench = benchForEachTest();

it.each([
	['a history that had some before', ['1']],
	['an empty one', []],
])('two empty answers in one poll drop nothing of a backlog, after %s', async (_what, before) => {
	bench.mostRecords = 40;
	bench.sendAll(before);
	await bench.publish();
	bench.sendAll(numbered(200), minute);
	bench.now += minute;
	bench.fault = (page) => (page > 0 ? bench.answer([]) : undefined);
	const items = await bench.tick();
	// The last second of a page comes with the next one.
	expect(items).toHaveLength(39);
	items.push(...(await bench.settle()));
	expect(new Set(found(items))).toEqual(new Set(delivered(...numbered(200))));
	expect(items).toHaveLength(200);
});

it('an empty answer to publishing starts nothing from before, and everything from then on', async () => {
	bench.sendAll(numbered(30));
	bench.now += 2000;
	bench.fault = () => bench.answer([]);
	await bench.publish();
	bench.now += 2000;
	await bench.expectOnlyNew();
});

it.each([0, 10 * minute])(
	"publishing fails during an outage, with n8n's clock %d milliseconds ahead; later, it works",
	async (ahead) => {
		bench.ahead = ahead;
		bench.sendAll(['1']);
		bench.fault = () => 'cut';
		await expect(bench.publish()).rejects.toThrow('No valid response');
		bench.fault = () => undefined;
		bench.now += minute;
		await bench.publish(minute);
		await bench.expectOnlyNew();
	},
);

it.each([
	['with short pages', () => undefined],
	['and an empty answer', () => bench.answer([])],
])("published with n8n's clock days behind, %s, starts nothing from before", async (_what, fault) => {
	bench.mostRecords = 40;
	bench.sendAll(numbered(200), 20 * minute);
	bench.now += minute;
	bench.ahead = -3 * day;
	bench.fault = fault;
	const items = await bench.publish();
	bench.ahead = 0;
	items.push(...(await bench.settle(6)));
	expect(found(items)).toEqual([]);
});

it('filters that change during an outage are not published, and what the old ones want comes', async () => {
	const { trigger } = bench;
	const { parameters } = trigger;
	await bench.publish(minute);
	bench.fault = () => 'cut';
	trigger.parameters = { ...parameters, filters: { statuses: ['0'] } };
	await expect(bench.publish()).rejects.toThrow('No valid response');
	bench.send('2', '0');
	bench.send('3', '1');
	// n8n has the version from before, and starts again with it.
	trigger.parameters = parameters;
	bench.stage.stop();
	await bench.publish();
	expect(found(await bench.settle())).toEqual([...delivered('2'), 'delivery_report 3 1']);
});

it.each([
	['below the first page', (page: number) => page > 0],
	['only', () => true],
])(
	'a Recipient that is removed starts nothing from before, with empty answers %s',
	async (_what, isEmpty) => {
		bench.mostRecords = 40;
		const { trigger } = bench;
		const { parameters } = trigger;
		trigger.parameters = { ...parameters, filters: { to: '+33600000001' } };
		await bench.publish();
		for (const reference of numbered(100)) {
			bench.now += 1000;
			bench.send(reference, '0', { to: '33600000002' });
		}
		bench.now += minute;
		trigger.parameters = parameters;
		bench.fault = (page) => (isEmpty(page) ? bench.answer([]) : undefined);
		const items = await bench.publish(minute);
		await bench.expectOnlyNew(items, 10);
	},
);

it.each([
	['is published again', false],
	['is published again, and n8n killed', true],
])('two triggers that swap names keep their states when the workflow %s', async (_what, isKilled) => {
	const [first, second] = bench.withSecond();
	first.parameters = { ...first.parameters, filters: { statuses: ['0'] } };
	second.parameters = { ...second.parameters, filters: { statuses: ['1'] } };
	await bench.publish();
	// The second one is saved more often.
	for (const reference of ['10', '11', '12']) {
		bench.now += minute;
		bench.send(reference, '1');
		await bench.tick();
	}
	[first.name, second.name] = [second.name, first.name];
	bench.send('3', '0');
	bench.send('4', '1');
	const items = await bench.publish();
	if (isKilled) {
		items.push(...(await bench.settle(1)));
		bench.send('5', '0');
		bench.stage.stop();
		items.push(...(await bench.publish()));
	}
	items.push(...(await bench.settle()));
	const expected = [...delivered('3'), 'delivery_report 4 1', ...(isKilled ? delivered('5') : [])];
	// After a kill, the last items come again.
	expect([...new Set(found(items))].sort()).toEqual(expected.sort());
	if (!isKilled) expect(items).toHaveLength(2);
});

it("a trigger that gets a deleted one's name starts nothing from before", async () => {
	const [first, second] = bench.withSecond();
	bench.stage.nodes = [first];
	await bench.publish(minute);
	bench.send('2', '0');
	await bench.tick();
	bench.now += 3 * hour;
	bench.send('3', '0');
	bench.now += minute;
	bench.stage.nodes = [{ ...second, name: first.name }];
	const items = await bench.publish(minute);
	await bench.expectOnlyNew(items);
});

it('a message that vanishes between two pages takes none of one second with it', async () => {
	bench.mostRecords = 40;
	bench.sendAll(numbered(10, 5000), minute);
	await bench.publish();
	bench.sendAll(numbered(10));
	bench.now += 1000;
	for (const reference of numbered(20, 2000)) bench.send(reference, '0');
	bench.now += 2 * hour;
	bench.sendAll(numbered(20, 3000));
	bench.now += minute;
	bench.fault = (page) => {
		if (page === 1) bench.messages.shift();
		return undefined;
	};
	const items = await bench.tick();
	items.push(...(await bench.settle()));
	const expected = [...numbered(10), ...numbered(20, 2000), ...numbered(20, 3000)];
	expect(found(items).sort()).toEqual(delivered(...expected).sort());
});

it('a status of the oldest record comes at once, though it has no reference', async () => {
	await bench.publish(minute);
	const message = bench.send('');
	bench.now += minute;
	bench.send('2', '0');
	await bench.tick();
	message.code = '0';
	bench.now += minute;
	expect(found(await bench.tick())).toEqual(delivered('null'));
});

it('an answer without the field for references fails, and nothing comes twice', async () => {
	await bench.publish();
	bench.sendAll(numbered(20));
	expect(await bench.tick()).toHaveLength(20);
	bench.now += minute;
	bench.send('2', '0');
	bench.fault = () =>
		bench.answer(
			bench.page(0, 5_000).map((line) =>
				line
					.split(';')
					.filter((_column, index) => index !== 1)
					.join(';'),
			),
		);
	await expect(bench.tick()).rejects.toThrow('the history came without references');
	expect(found(await bench.settle())).toEqual(delivered('2'));
});

/** Publishes again while the next request is answered. @returns the items of that publishing, once it has ended */
function publishMeanwhile(): Promise<IDataObject[]> {
	return new Promise((resolve, reject) => {
		bench.fault = async () => {
			bench.fault = () => undefined;
			await bench.publish().then(resolve, reject);
			return undefined;
		};
	});
}

it('publishing again while a poll runs works, and nothing is lost or repeated', async () => {
	await bench.publish(minute);
	bench.send('2', '0');
	const second = publishMeanwhile();
	expect(await bench.tick()).toEqual([]);
	expect(found(await second)).toEqual(delivered('2'));
	expect(await bench.settle()).toEqual([]);
});

it('a first publishing that is followed by another takes its start from that one', async () => {
	bench.send('1', '0');
	const second = publishMeanwhile();
	await bench.publish();
	await second;
	bench.now += minute;
	await bench.expectOnlyNew();
});

it("n8n's clock three days ahead for 40 minutes makes no message unknown", async () => {
	bench.trigger.parameters = { events: ['finalStatus', 'statusUnknown'], lookBack: 1 };
	bench.send('1', '0');
	await bench.publish(minute);
	const message = bench.send('2', '9');
	await bench.settle(4);
	bench.ahead = 3 * day;
	const items = await bench.settle(8);
	bench.ahead = 0;
	message.code = '0';
	items.push(...(await bench.settle()));
	expect(found(items)).toEqual(delivered('2'));
});

it('a page that always fails holds back nothing of the pages before it, and shows an error', async () => {
	bench.mostRecords = 40;
	await bench.publish();
	for (const reference of numbered(60)) {
		bench.sendAll([reference], minute);
		await bench.tick();
	}
	bench.fault = (_page, from) => (from >= 30 ? 'cut' : undefined);
	bench.now += 20 * minute;
	const items: IDataObject[] = [];
	let errors = 0;
	for (let poll = 0; poll < 12; poll++) {
		bench.now += 5 * minute;
		if (poll % 4 === 0) bench.send(String(poll), '0');
		items.push(
			...(await bench.tick().catch(() => {
				errors += 1;
				return [];
			})),
		);
	}
	expect(found(items)).toEqual(delivered('0', '4', '8'));
	expect(errors).toBeGreaterThan(3);
});

describe('a slow service', () => {
	it.each([
		['20 seconds a page', 20_000, true],
		['30 seconds a page', 30_000, true],
		['125 seconds a page', 125_000, false],
	])('that stays slow, with %s, returns all of a backlog', async (_what, milliseconds, isDurable) => {
		await bench.openBacklog(isDurable);
		bench.fault = () => {
			bench.now += milliseconds;
			return undefined;
		};
		const items = await bench.poll(30);
		expect(found(items).sort()).toEqual(delivered(...numbered(200)).sort());
	});

	it('that stays slow does not let the state grow without bound', async () => {
		await bench.open(true);
		bench.mostRecords = 40;
		await bench.publish();
		bench.fault = () => {
			bench.now += 20_000;
			return undefined;
		};
		const sizes = [];
		for (let poll = 0; poll < 120; poll++) {
			bench.now += 5 * minute;
			bench.sendAll(numbered(15, 10_000 + poll * 20));
			await bench.tick();
			sizes.push(bench.stage.bytes);
		}
		expect(sizes[119]).toBeLessThan((sizes[39] ?? 0) * 1.5);
	});

	it.each([
		['40 seconds a page, the first one alone takes too long', 40_000, true],
		['20 seconds a page', 20_000, true],
		['two minutes a page', 2 * minute, false],
	])('with %s, loses no status that changes while a poll reads', async (_what, milliseconds, isDurable) => {
		await bench.open(isDurable);
		bench.mostRecords = 40;
		bench.send('1', '0');
		await bench.publish(minute);
		await bench.tick();
		const open = numbered(200).map((reference) => {
			bench.now += 1000;
			return bench.send(reference, '9');
		});
		bench.fault = () => {
			bench.now += milliseconds;
			for (const message of open.splice(0, 15)) message.code = '0';
			return undefined;
		};
		const items = [...(await bench.poll(20, minute)), ...(await bench.settle())];
		expect(found(items).sort()).toEqual(delivered(...numbered(200)).sort());
	});
});
