import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { historyPolling, polledUntil } from '../../support/historyPolling';
import type { PublishedPolling } from '../../support/polling';
import { formOf, plain } from '../../support/runNode';

const now = Date.parse('2026-06-15T20:00:00Z');

/** The history, the latest record first. */
let lines: string[];
/** What happens in the place of a page, by its first record. */
let instead: Map<number, () => Reaction | undefined>;
let server: ScriptedServer;
let trigger: PublishedPolling;

/** Sends so many messages, one a second: the service has them delivered at once. */
function send(count: number): void {
	for (let index = 0; index < count; index++) {
		const sent = lines.length;
		const time = new Date(Date.UTC(2026, 5, 15, 10) + sent * 500).toISOString().slice(11, 19);
		lines.unshift(`15/06/2026 ${time};${1_000_000 + sent};33600123456;A;0;1;0`);
	}
}

beforeEach(async () => {
	lines = [];
	instead = new Map();
	server = await serveScript((request) => {
		const form = formOf(request);
		const from = Number(form.get('from'));
		const page = lines.slice(from, from + Number(form.get('nb')));
		return instead.get(from)?.() ?? plain(page.join('\n'));
	});
	trigger = historyPolling(server.url, () => now);
	// Of an earlier day, so that everything is new.
	trigger.saved = polledUntil(now - 24 * 3600 * 1000);
	await trigger.publish();
	server.requests.length = 0;
});
afterEach(async () => {
	await server.close();
});

const asked = () => server.requests.map((request) => [...formOf(request).values()].join(' '));

it('reads all pages since the watermark, with references', async () => {
	send(12_000);
	await trigger.tick();
	expect(trigger.items).toHaveLength(12_000);
	expect(asked()).toEqual(['0', '5000', '10000'].map((from) => `${from} 5000 1 2026-06-14`));
});

it.each<[what: string, reaction: Reaction]>([
	['is cut', 'cut'],
	['is rejected', plain('ERREUR')],
	['cannot be parsed', plain('15/06/2026 12:00:00;1;33600123456;A;0;1;x')],
])('loses nothing and repeats nothing when the second page %s', async (_what, reaction) => {
	send(6_000);
	await trigger.tick();
	send(6_000);
	instead.set(5_000, () => reaction);
	await trigger.tick();
	expect([trigger.items.length, trigger.errors.length]).toEqual([6_000, 1]);
	instead.clear();
	send(10);
	await trigger.tick();
	expect(trigger.items).toHaveLength(12_010);
	expect(new Set(trigger.items.map(({ statusId }) => statusId)).size).toBe(12_010);
});

it('counts messages once that move to the next page meanwhile', async () => {
	send(5_010);
	instead.set(5_000, () => {
		instead.clear();
		send(20);
		return undefined;
	});
	await trigger.tick();
	expect(trigger.items).toHaveLength(5_010);
	await trigger.tick();
	expect(trigger.items).toHaveLength(5_030);
});

it('says what to do about more records than the service returns', async () => {
	send(50_000);
	await trigger.tick();
	expect(trigger.errors).toEqual([
		expect.objectContaining({
			message: 'Look-Back (Days): The history has over 50,000 messages in the look-back.',
			description: 'Set a shorter look-back, or set Recipient.',
		}),
	]);
	lines.length = 49_999;
	await trigger.tick();
	expect(trigger.items).toHaveLength(49_999);
});
