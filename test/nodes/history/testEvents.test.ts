/** Fetch Test Event shows the newest events, not the oldest. */
import { startSimulator, type Simulator } from '../../../simulator/src';
import { HistoryPolling } from '../../support/historyPolling';

let simulator: Simulator;
let now = 0;

beforeEach(async () => {
	const startAt = new Date('2026-06-15T10:00:00Z');
	simulator = await startSimulator({ port: 0, key: 'demo', speed: 0, startAt });
	now = startAt.getTime();
});
afterEach(async () => {
	await simulator.close();
});

const numbers = Array.from({ length: 12 }, (_, index) => String(99900123400 + index));

it('shows the newest ten events, the newest first', async () => {
	for (const dest of numbers) {
		await fetch(`${simulator.url}/1.1/api.php`, {
			method: 'POST',
			headers: { authorization: 'App demo' },
			body: new URLSearchParams({
				dest,
				msg: 'Hello',
				mode: 'Standard',
				strategy: '2',
				id: '1',
				charset: 'utf-8',
			}),
		}).then(async (reply) => await reply.text());
		await fetch(`${simulator.url}/__sim/clock`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ advance: 10 }),
		});
		now += 10_000;
	}
	const items = await new HistoryPolling(simulator.url, () => now, {}).test();
	expect(items?.map(({ to }) => to)).toEqual(
		numbers
			.slice(2)
			.reverse()
			.map((number) => `+${number}`),
	);
});
