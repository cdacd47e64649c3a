/** Records that can't be read, and messages that have the same reference: all others start the workflow, each once. */
import { listenToLogs } from '../../support/instance';
import { benchForEachTest, delivered, found, hour, lineOf, minute, numbered } from './bench';

const bench = benchForEachTest();

/** Puts lines into all pages, below so many records or, if the number is negative, above the last ones. */
function withOddLines(lines: readonly string[], below: number, milliseconds = 0): void {
	bench.fault = (_page, from) => {
		bench.now += milliseconds;
		const all = bench.messages.map(lineOf);
		all.splice(below, 0, ...lines);
		return bench.answer(all.slice(from, from + bench.mostRecords));
	};
}

/** Polls so many times. */
const poll = async (times: number, apart = minute): Promise<string[]> =>
	found(await bench.poll(times, apart));

const linesLike = (text: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `${text}${index}`);

const secret = 'Your code is 4711';

describe.each([
	['too few fields', `${secret};y`, 'number of fields'],
	['no fields', secret, 'number of fields'],
	['too many fields', `15/06/2026 10:00:00;1;33600000001;A;0;1;0;${secret}`, 'number of fields'],
	['no reference', '15/06/2026 10:00:00;33600000001;A;0;1;0', 'number of fields'],
	['an invalid status', `15/06/2026 10:00:00;1;33600000001;A;0;1;${secret}`, 'status'],
	['an unreadable date', '31/02/2026 10:00:00;1;33600000001;A;0;1;0', 'date'],
])('a record with %s', (_what, line, problem) => {
	it.each([
		['on top', 0],
		['between others', 1],
		['at the end', 3],
	])('%s blocks no other one, and is in the log once without its text', async (_where, below) => {
		bench.send('1', '0');
		await bench.publish(minute);
		bench.send('2', '0');
		bench.send('3', '0');
		const { logs, stop } = listenToLogs();
		withOddLines([line], below);
		const items = await poll(20);
		stop();
		expect(items).toEqual(delivered('2', '3'));
		const warnings = logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(warnings).toEqual([`SMSBOX: history records skipped as unreadable: 1, invalid ${problem}`]);
		expect(JSON.stringify(logs)).not.toContain(secret);
	});
});

describe.each([
	['between others', -20],
	['at the end', 1_000],
])('on pages of 40, records that cannot be read %s', (_where, below) => {
	it.each([1, 5, 40, 45, 60, 100])('hold back nothing, and let no poll fail: %d', async (count) => {
		bench.mostRecords = 40;
		await bench.publish();
		bench.sendAll(numbered(60));
		withOddLines(linesLike('?', count), below);
		const items = await poll(12, 5 * minute);
		expect(items.sort()).toEqual(delivered(...numbered(60)));
	});
});

it.each([
	['20 seconds a page', 20_000, true],
	['125 seconds a page', 125_000, false],
])(
	'a slow service, with %s, returns all that is below records that cannot be read',
	async (_what, milliseconds, isDurable) => {
		await bench.openBacklog(isDurable);
		withOddLines(linesLike('?', 100), -101, milliseconds);
		const items = await poll(40, 5 * minute);
		expect(items.sort()).toEqual(delivered(...numbered(200)));
	},
);

it.each([1, 2, 3, 4, 5, 6])(
	'a message that vanishes before page %d takes none with it that is above many records that cannot be read',
	async (vanishesBefore) => {
		bench.mostRecords = 40;
		bench.sendAll(numbered(5, 5000), minute);
		await bench.publish(minute);
		bench.send('1000', '0');
		bench.sendAll(numbered(20, 1001));
		bench.now += 2 * hour;
		bench.fault = (page, from) => {
			if (page === vanishesBefore) bench.messages.shift();
			const all = bench.messages.map(lineOf);
			all.splice(-5, 0, ...linesLike('?', 60));
			return bench.answer(all.slice(from, from + bench.mostRecords));
		};
		const items = await poll(12, 5 * minute);
		expect(items.sort()).toEqual(delivered(...numbered(21)));
	},
);

it('a first page without a readable date starts nothing from before publishing', async () => {
	bench.mostRecords = 5;
	bench.sendAll(numbered(8));
	bench.now += minute;
	withOddLines(linesLike('31/02/2026 10:00:00;1;33600000001;A;0;1;', 5), 0);
	await bench.publish();
	bench.fault = () => undefined;
	expect(await poll(20)).toEqual([]);
	bench.send('9', '0');
	expect(await poll(1)).toEqual(delivered('9'));
});

it('an oldest record that cannot be read does not keep the workflow from being published', async () => {
	bench.send('1', '0');
	withOddLines(['?'], 1_000);
	await bench.publish(minute);
	bench.send('2', '0');
	expect(await poll(1)).toEqual(delivered('2'));
});

it('the oldest record is in the log once, whatever is sent after it', async () => {
	await bench.publish(minute);
	bench.send('1', '0');
	withOddLines([secret], 1_000);
	const { logs, stop } = listenToLogs();
	for (const reference of numbered(10)) {
		bench.sendAll([reference]);
		await poll(2, 16 * minute);
	}
	stop();
	expect(logs.filter(({ level }) => level === 'warn')).toHaveLength(1);
});

describe.each([4, 5, 6, 7])('on pages of %d, messages of one second without references', (size) => {
	it.each(Array.from({ length: 10 }, (_, index) => index))(
		'come each once beside a record that cannot be read, number %d',
		async (below) => {
			bench.mostRecords = size;
			bench.send('1', '0');
			await bench.publish(minute);
			for (let second = 0; second < 4; second++) {
				bench.now += 1000;
				bench.send('', '0');
				bench.send('', '1');
			}
			withOddLines(['x;y'], below);
			expect((await poll(10)).sort()).toEqual([
				...delivered('null', 'null', 'null', 'null'),
				...Array.from({ length: 4 }, () => 'delivery_report null 1'),
			]);
		},
	);
});

it('a status that becomes unreadable for a while comes once it can be read', async () => {
	await bench.publish(minute);
	const message = bench.send('1', '9');
	bench.send('2', '9');
	await poll(2);
	message.code = 'x';
	expect(await poll(2)).toEqual([]);
	message.code = '0';
	expect(await poll(20)).toEqual(delivered('1'));
});

it('an answer without any record that can be read fails, and nothing is lost', async () => {
	await bench.publish(minute);
	bench.send('1', '0');
	bench.fault = () => bench.answer(['x;y', 'z']);
	await expect(bench.tick()).rejects.toThrow('history record 1 has an invalid number of fields');
	bench.fault = () => undefined;
	expect(await poll(3)).toEqual(delivered('1'));
});

describe('two messages with the same reference', () => {
	it.each([
		['seconds apart', 3_000, '33600000001'],
		['hours apart', 3 * hour, '33600000001'],
		['in one second', 0, '33600000001'],
		['in one second, to different numbers', 0, '33600000002'],
	])('%s: both statuses come, each once, with IDs of their own', async (_when, apart, to) => {
		await bench.publish(minute);
		const first = bench.send('7', '9');
		bench.now += apart;
		const second = bench.send('7', '9', { to });
		const items = await bench.tick();
		first.code = '0';
		items.push(...(await bench.settle()));
		second.code = '0';
		items.push(...(await bench.settle()));
		expect(found(items)).toEqual(delivered('7', '7'));
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it.each([3, 4, 5])('in one second, on pages of %d, come each once', async (size) => {
		bench.mostRecords = size;
		bench.send('1', '0');
		await bench.publish(minute);
		for (const code of ['0', '1', '0']) bench.send('7', code);
		bench.now += minute;
		bench.send('8', '0');
		const items = await bench.settle();
		expect(found(items).sort()).toEqual([
			'delivery_report 7 0',
			'delivery_report 7 0',
			'delivery_report 7 1',
			'delivery_report 8 0',
		]);
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(4);
	});
});
