import { act, advance, list, numbers, send, sendForReferences, start, state } from './support';
import type { FormValues } from './support';

describe('a large send', () => {
	const inHistory = (): Promise<string> => act('historique');
	const recipientsOf = (count: number, isPersonalized: number): FormValues => ({
		dest: numbers(count)
			.map((number) => `${number}${isPersonalized ? ';x' : ''}`)
			.join(),
		personnalise: isPersonalized,
	});

	it.each([
		[500, 0],
		[100, 1],
	])('of %i recipients, personalized: %i, leaves before it is answered', async (count, isPersonalized) => {
		await send(recipientsOf(count, isPersonalized));
		expect(await inHistory()).toBe(`HISTORIQUE ${count}`);
	});

	it.each([
		[501, 0],
		[101, 1],
	])(
		'of %i, personalized: %i, is answered and paid first, and processed later',
		async (count, isPersonalized) => {
			const references = await sendForReferences(recipientsOf(count, isPersonalized));
			expect(references).toHaveLength(count);
			expect(await inHistory()).toBe('HISTORIQUE 0');
			expect(await act('differes')).toBe('DIFFERES 0');
			expect(await state()).toMatchObject({ balance: 1_000 - count });
			const waiting = await list('messages');
			expect(waiting).toHaveLength(count);
			expect(waiting[0]).toMatchObject({ status: null, statusName: 'Processing', scheduledFor: null });

			await advance(60);
			expect(await inHistory()).toBe(`HISTORIQUE ${count}`);
			const left = await list('messages');
			expect(left).toHaveLength(count);
			expect(left.at(-1)).toMatchObject({ statusName: 'Received', at: '2027-01-13T11:00:03.000Z' });
		},
	);

	it('to a group is one, too', async () => {
		await start({ groups: [{ id: 1, name: 'All', numbers: numbers(501) }] });
		await act('envoigroupe', { groupe: 1, msg: 'Hello', mode: 'Expert' });
		expect(await inHistory()).toBe('HISTORIQUE 0');
		await advance(60);
		expect(await inHistory()).toBe('HISTORIQUE 501');
	});

	it('counts as sent for uniq_period while it is processed', async () => {
		await send({ dest: numbers(501).join(',') });
		const again = { dest: String(33_600_000_007), uniq_period: 1 };
		expect((await send(again)).text).toBe('ERROR');
	});
});
