import { advance, list, post, send, start, state } from './support';
import type { FormValues } from './support';

describe('a large send', () => {
	const numbers = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => String(33_600_000_000 + index));
	const inHistory = async (): Promise<string> => (await post(null, { query: 'action=historique' })).text;

	it.each<[string, string[], FormValues]>([
		['500 recipients', numbers(500), {}],
		['100 personalized recipients', numbers(100).map((number) => `${number};x`), { personnalise: 1 }],
	])('of %s leaves before it is answered', async (_what, recipients, values) => {
		await send({ dest: recipients.join(','), ...values });
		expect(await inHistory()).toBe(`HISTORIQUE ${recipients.length}`);
	});

	it.each<[string, string[], FormValues]>([
		['501 recipients', numbers(501), {}],
		['101 personalized recipients', numbers(101).map((number) => `${number};x`), { personnalise: 1 }],
	])('of %s is answered and paid first, and processed later', async (_what, recipients, values) => {
		const { text } = await send({ dest: recipients.join(','), id: 1, ...values });
		expect(text.split(',')).toHaveLength(recipients.length);
		expect(await inHistory()).toBe('HISTORIQUE 0');
		expect((await post(null, { query: 'action=differes' })).text).toBe('DIFFERES 0');
		expect(await state()).toMatchObject({ balance: 1_000 - recipients.length });
		const waiting = await list('messages');
		expect(waiting).toHaveLength(recipients.length);
		expect(waiting[0]).toMatchObject({ status: null, statusName: 'Processing', scheduledFor: null });

		await advance(60);
		expect(await inHistory()).toBe(`HISTORIQUE ${recipients.length}`);
		const left = await list('messages');
		expect(left).toHaveLength(recipients.length);
		expect(left.at(-1)).toMatchObject({ statusName: 'Received', at: '2027-01-13T11:00:03.000Z' });
	});

	it('to a group is one, too', async () => {
		await start({ groups: [{ id: 1, name: 'All', numbers: numbers(501) }] });
		await post({ groupe: 1, msg: 'Hello', mode: 'Expert' }, { query: 'action=envoigroupe' });
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
