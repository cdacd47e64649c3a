import { type Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { HistoryPolling, polledUntil } from '../../support/historyPolling';
import { formOf, plain } from '../../support/runNode';

const now = Date.parse('2026-06-15T20:00:00Z');

/** The history, the latest record first. */
let lines: string[];
/** What happens in the place of a page, by its first record. */
let instead: Map<number, () => Reaction | undefined>;
const server = serviceForEachTest((request) => {
	const form = formOf(request);
	const from = Number(form.get('from'));
	const page = lines.slice(from, from + Number(form.get('nb')));
	return instead.get(from)?.() ?? plain(page.join('\n'));
});
let trigger: HistoryPolling;

/** Sends so many messages, one a second: the service has them delivered at once. */
function send(count: number): void {
	const sent = Array.from({ length: count }, (_, index) => {
		const order = lines.length + index;
		const time = new Date(Date.UTC(2026, 5, 15, 10) + order * 500).toISOString().slice(11, 19);
		return `15/06/2026 ${time};${1_000_000 + order};33600123456;A;0;1;0`;
	});
	lines = [...sent.reverse(), ...lines];
}

beforeEach(async () => {
	lines = [];
	instead = new Map();
	trigger = new HistoryPolling(server.url, () => now);
	// Of an earlier day, so that everything is new.
	trigger.stage.saved = polledUntil(now - 24 * 3600 * 1000);
	await trigger.publish();
	server.requests.length = 0;
});

const asked = () => server.requests.map((request) => [...formOf(request).values()].join(' '));

it('reads on until two pages have nothing more, with references and without dates', async () => {
	send(12_000);
	await trigger.tick();
	expect(trigger.items).toHaveLength(12_000);
	expect(asked()).toEqual(['0', '4950', '9900', '11950', '12000'].map((from) => `${from} 5000 1`));
});

it.each<[what: string, reaction: Reaction]>([
	['is cut', 'cut'],
	['is rejected', plain('ERREUR')],
	['cannot be parsed', plain('15/06/2026 12:00:00;1;33600123456;A;0;1;x')],
])('loses nothing and repeats nothing when the second page %s', async (_what, reaction) => {
	send(6_000);
	await trigger.tick();
	send(6_000);
	instead.set(4_950, () => reaction);
	await trigger.tick();
	// The last second of a page comes with the next one.
	expect([trigger.items.length, trigger.errors.length]).toEqual([6_000 + 4_998, 0]);
	instead.clear();
	send(10);
	await trigger.tick();
	await trigger.tick();
	expect(trigger.items).toHaveLength(12_010);
	expect(new Set(trigger.items.map(({ statusId }) => statusId)).size).toBe(12_010);
});

it('counts messages once that move to the next page meanwhile', async () => {
	send(5_010);
	instead.set(4_950, () => {
		instead.clear();
		send(20);
		return undefined;
	});
	await trigger.tick();
	expect(trigger.items).toHaveLength(5_010);
	await trigger.tick();
	expect(trigger.items).toHaveLength(5_030);
});

it.each([
	['a short page', 4_999],
	['an empty page', 0],
])('goes on after %s', async (_what, length) => {
	send(12_000);
	instead.set(4_950, () => {
		instead.clear();
		return plain(lines.slice(4_950, 4_950 + length).join('\n'));
	});
	await trigger.tick();
	expect(trigger.items).toHaveLength(12_000);
});

it('reads 50,000 records a poll, and goes on in the next one', async () => {
	send(60_000);
	await trigger.tick();
	expect(trigger.items).toHaveLength(5_000 + 9 * 4_950 - 2);
	await trigger.tick();
	expect(trigger.items).toHaveLength(60_000);
	await trigger.tick();
	expect([trigger.items.length, trigger.errors]).toEqual([60_000, []]);
});

it('asks for one page where nothing has happened', async () => {
	send(12_000);
	await trigger.tick();
	// The end of the history lay below new messages only: the next poll confirms it.
	await trigger.tick();
	server.requests.length = 0;
	await trigger.tick();
	expect(asked()).toEqual(['0 5000 1']);
});

it.each([0, 1, 3, 200])(
	'a first poll takes only what its first page has for earlier, of %d messages that are there',
	async (count) => {
		// At the time of the first message: in an empty history, what is older counts as earlier.
		trigger = new HistoryPolling(server.url, () => Date.parse('2026-06-15T08:00:00Z'));
		send(count);
		instead.set(0, () => {
			instead.clear();
			send(2);
			return undefined;
		});
		await trigger.publish();
		await trigger.tick();
		expect(trigger.items.map(({ reference }) => reference)).toEqual(
			[0, 1].map((index) => String(1_000_000 + count + index)),
		);
	},
);
