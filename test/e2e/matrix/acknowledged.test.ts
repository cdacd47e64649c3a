import { waitFor } from '../../../playground/src/support/waitFor';
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';
import { figure, isLong } from '../support/report';
import { Target } from './killing';

/** Reports that come at the same time each time before n8n is killed. */
const atOnce = 10;

interface Case {
	version: N8nVersion;
	name: string;
	kills: number;
	/** Whether `OK` leaves before the execution is stored, so that some of what was acknowledged is lost. */
	loses: boolean;
	/** Whether what a trigger remembers is saved when the event is stored already, so that it holds the last one too. */
	remembersTheLast: boolean;
}

const cases: readonly Case[] = [
	{ version: n8n1, name: n8n1.name, kills: isLong ? 60 : 12, loses: true, remembersTheLast: false },
	// It needs twice as long to start.
	{ version: n8n2, name: n8n2.name, kills: isLong ? 60 : 8, loses: false, remembersTheLast: true },
];

describe.each(cases)('n8n $name', ({ version, name, kills, loses, remembersTheLast }) => {
	let target: Target;

	beforeAll(async () => {
		target = await Target.start(version);
	});

	afterAll(async () => {
		await target.close();
	});

	/** Waits until a report stands in an execution; all that came before it one after the other stand there too. */
	const stored = async (reference: string): Promise<void> => {
		await waitFor(
			'the execution of a report being stored',
			async () => ((await target.executionsOf([reference]))[0] === 1 ? true : undefined),
			{ seconds: 360 },
		);
	};

	it(`still knows after a restart what came before it${remembersTheLast ? '' : ', but for the last one'}`, async () => {
		const [known, last, next] = ['100000000001', '100000000002', '100000000003'];
		for (const reference of [known, last]) {
			await target.reportUntilAcknowledged(reference);
			await stored(reference);
		}
		await target.stop();
		await target.startAgain();
		const repeated = remembersTheLast ? [known, last] : [known];
		for (const reference of [...repeated, next]) await target.reportUntilAcknowledged(reference);
		await stored(next);
		expect(await target.executionsOf([known, last, next])).toEqual([1, 1, 1]);
	});

	it(`${loses ? 'may lose' : 'has stored'} what it has acknowledged, killed the moment that it acknowledges`, async () => {
		const acknowledged: string[] = [];
		const others: string[] = [];
		let inTime = 0;
		for (let kill = 1; kill <= kills; kill++) {
			const references = Array.from({ length: atOnce }, (_, index) =>
				String(200_000_000_000 + kill * 1000 + index),
			);
			// Now at the first OK, now at a later one, so that others are under way.
			let before = kill % atOnce;
			const killing: Promise<void>[] = [];
			const told = references.map(async (reference) => {
				const isAcknowledged = await target.report(reference);
				(isAcknowledged ? acknowledged : others).push(reference);
				if (isAcknowledged && before-- === 0) killing.push(target.kill());
			});
			await Promise.all(told);
			inTime += killing.length;
			// A busy n8n may acknowledge too few of them.
			await (killing[0] ?? target.kill());
			await target.startAgain();
		}
		const counts = await target.executionsOf(acknowledged);
		const lost = counts.filter((count) => count === 0).length;
		const section = `Killed with SIGKILL at the moment of an OK (n8n ${name})`;
		figure(section, 'Kills, and those at the moment of an OK', `${kills}, ${inTime}`);
		expect(inTime).toBeGreaterThan(kills / 2);
		figure(section, `Reports told, ${atOnce} at once before each kill`, kills * atOnce);
		figure(section, 'Acknowledged', acknowledged.length);
		figure(section, 'Acknowledged and lost', lost, loses ? 'the reconciling example finds them' : '');
		figure(section, 'What became of the executions', await target.statuses());
		expect(counts.filter((count) => count > 1)).toEqual([]);
		expect(lost > 0).toBe(loses);

		for (const reference of others) await target.reportUntilAcknowledged(reference);
		const last = '900000000000';
		await target.reportUntilAcknowledged(last);
		await stored(last);
		const afterwards = await target.executionsOf(others);
		const never = afterwards.filter((count) => count === 0).length;
		const twice = afterwards.filter((count) => count > 1).length;
		figure(section, 'Not acknowledged, so told again', others.length);
		figure(
			section,
			'Of these in two executions',
			twice,
			'stored, but not remembered when the kill came; the same eventId',
		);
		figure(section, 'Of these in no execution: lost', never);
		figure(
			section,
			'n8n started again as it answered no more',
			target.restarts.length,
			target.restarts.join('; '),
		);
		expect(never).toBe(0);
	});
});
