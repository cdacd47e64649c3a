import { done, trigger } from '../support/workflow';
import { rawGet, type RawReply } from '../support/rawGet';
import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { deliveryReport } from '../support/deliveryReport';
import { figure, isLong } from '../support/report';
import type { Stage } from './fleet';
import { startedByAll } from './queries';
import { publish, type Served } from './workflows';

/** Twelve digits each, and never twice the same. */
let last = 700_000_000_000;
const newReferences = (count: number): string[] => Array.from({ length: count }, () => String(++last));

/** Calls under way at a time, and events of each kind; the long variant shows how it grows. */
const parallels = isLong ? [1, 4, 8] : [4];
const many = isLong ? 200 : 50;

/** Works through a list with so many calls under way at a time. */
export async function atATime<Entry>(
	parallel: number,
	entries: readonly Entry[],
	call: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const caller = async (): Promise<void> => {
		for (let index = next++; index < entries.length; index = next++) {
			const entry = entries[index];
			if (entry !== undefined) await call(entry, index);
		}
	};
	await Promise.all(Array.from({ length: parallel }, caller));
}

/** How many events have started more than one execution, and that none has started none. */
export function repeatedChecks(name: string, { fleet }: Stage): void {
	describe('repeated events', () => {
		const acknowledged = { status: 200, body: 'OK' };
		/** n8n 1 saves what a trigger remembers before it stores an event, so that the next event brings it in. */
		const lacksTheLast = name.startsWith('1.');
		let served: Served;

		beforeAll(async () => {
			served = await publish(fleet(), 'Repeated', trigger('smsboxDeliveryReportTrigger', {}), done);
		});

		const call = async (processor: number, reference: string): Promise<RawReply> =>
			await rawGet(served.urls[processor === 0 ? 0 : 1], deliveryReport(reference));

		/** Of these events, how many have started a second execution. */
		const startedTwice = async (references: readonly string[]): Promise<number> => {
			const { byReference, events } = await startedByAll(fleet(), served, references);
			const counts = references.map((reference) => byReference.get(reference) ?? 0);
			expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
			expect(Math.max(...counts)).toBeLessThanOrEqual(2);
			// A repeated event has the `eventId` of the first.
			expect(events).toBe(byReference.size);
			return counts.filter((count) => count > 1).length;
		};

		const row = (what: string, twice: number, of: number, note: string): void =>
			figure('Queue mode: started twice', `${name}: ${what}`, `${twice} of ${of}`, note);

		it('are recognized by a processor when the other one has acknowledged them, and one more', async () => {
			const references = newReferences(25);
			for (const [index, reference] of [...references, ...newReferences(1)].entries()) {
				expect(await call(0, reference)).toMatchObject(acknowledged);
				const before = references[index - 1];
				if (before !== undefined) expect(await call(1, before)).toMatchObject(acknowledged);
			}
			const twice = await startedTwice(references);
			row('one call at a time, repeated at the other processor', twice, references.length, 'promised');
			expect(twice).toBe(0);
		});

		it(`that the other processor has just acknowledged ${lacksTheLast ? 'start a second execution at most' : 'are recognized'}`, async () => {
			const references = newReferences(25);
			for (const reference of references) {
				expect(await call(0, reference)).toMatchObject(acknowledged);
				expect(await call(1, reference)).toMatchObject(acknowledged);
			}
			const twice = await startedTwice(references);
			row(
				'one call at a time, each repeated at the other processor before the next',
				twice,
				references.length,
				lacksTheLast ? 'not promised' : 'promised',
			);
			if (!lacksTheLast) expect(twice).toBe(0);
		});

		it.each(parallels)(
			'at the processor that received them are recognized, %i at a time',
			async (parallel) => {
				const references = newReferences(many);
				const all = async (): Promise<void> =>
					await atATime(parallel, references, async (reference) => {
						expect(await call(0, reference)).toMatchObject(acknowledged);
					});
				await all();
				await all();
				const twice = await startedTwice(references);
				row(`${parallel} at a time, all at one processor`, twice, references.length, 'promised');
				expect(twice).toBe(0);
			},
		);

		it.each(parallels)(
			'at the other processor start a second execution at most, %i at a time',
			async (parallel) => {
				const references = newReferences(many);
				for (const offset of [0, 1])
					await atATime(parallel, references, async (reference, index) => {
						expect(await call((index + offset) % 2, reference)).toMatchObject(acknowledged);
					});
				const twice = await startedTwice(references);
				row(
					`${parallel} at a time, alternating between two processors`,
					twice,
					references.length,
					'shared data only',
				);
				// With n8n 1 the last event of each processor.
				if (parallel === 1) expect(twice).toBeLessThanOrEqual(lacksTheLast ? 2 : 0);
			},
		);

		it('at both processors at the same moment start a second execution at most', async () => {
			const references = newReferences(25);
			for (const reference of references) {
				const replies = await Promise.all([call(0, reference), call(1, reference)]);
				expect(replies).toEqual([
					expect.objectContaining(acknowledged),
					expect.objectContaining(acknowledged),
				]);
			}
			const twice = await startedTwice(references);
			row('the same at both processors at once', twice, references.length, 'not promised');
		});

		it('that came 4 at a time are known to a restarted processor as far as the database knows them', async () => {
			const references = newReferences(many);
			const all = async (): Promise<void> =>
				await atATime(4, references, async (reference) => {
					expect(await call(0, reference)).toMatchObject(acknowledged);
				});
			await all();
			await fleet().processors[0].stop();
			await fleet().processors[0].start();
			// n8n 1 says that it is ready before it serves its webhooks.
			await waitUntilServed({ method: 'GET', url: served.urls[0] });
			await all();
			row(
				'4 at a time, repeated after a restart',
				await startedTwice(references),
				references.length,
				'shared data only',
			);
		});
	});
}
