import { advance, closeAll, list, post, send, start, state } from './support';
import type { FormValues } from './support';
import type { Simulator } from '../../simulator/src';

afterEach(closeAll);

describe('a large send', () => {
	const numbers = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => String(33_600_000_000 + index));
	const inHistory = async (simulator: Simulator): Promise<string> =>
		(await post(simulator, null, { query: 'action=historique' })).text;

	it.each<[string, string[], FormValues]>([
		['500 recipients', numbers(500), {}],
		['100 personalized recipients', numbers(100).map((number) => `${number};x`), { personnalise: 1 }],
	])('of %s leaves before it is answered', async (_what, recipients, values) => {
		const simulator = await start();
		await send(simulator, { dest: recipients.join(','), ...values });
		expect(await inHistory(simulator)).toBe(`HISTORIQUE ${recipients.length}`);
	});

	it.each<[string, string[], FormValues]>([
		['501 recipients', numbers(501), {}],
		['101 personalized recipients', numbers(101).map((number) => `${number};x`), { personnalise: 1 }],
	])('of %s is answered and paid first, and processed later', async (_what, recipients, values) => {
		const simulator = await start();
		const { text } = await send(simulator, { dest: recipients.join(','), id: 1, ...values });
		expect(text.split(',')).toHaveLength(recipients.length);
		expect(await inHistory(simulator)).toBe('HISTORIQUE 0');
		expect((await post(simulator, null, { query: 'action=differes' })).text).toBe('DIFFERES 0');
		expect(await state(simulator)).toMatchObject({ balance: 1_000 - recipients.length });
		const waiting = await list(simulator, 'messages');
		expect(waiting).toHaveLength(recipients.length);
		expect(waiting[0]).toMatchObject({ status: null, statusName: 'Processing', scheduledFor: null });

		await advance(simulator, 60);
		expect(await inHistory(simulator)).toBe(`HISTORIQUE ${recipients.length}`);
		const left = await list(simulator, 'messages');
		expect(left).toHaveLength(recipients.length);
		expect(left.at(-1)).toMatchObject({ statusName: 'Received', at: '2027-01-13T11:00:03.000Z' });
	});

	it('to a group is one, too', async () => {
		const simulator = await start({ groups: [{ id: 1, name: 'All', numbers: numbers(501) }] });
		await post(simulator, { groupe: 1, msg: 'Hello', mode: 'Expert' }, { query: 'action=envoigroupe' });
		expect(await inHistory(simulator)).toBe('HISTORIQUE 0');
		await advance(simulator, 60);
		expect(await inHistory(simulator)).toBe('HISTORIQUE 501');
	});

	it('counts as sent for uniq_period while it is processed', async () => {
		const simulator = await start();
		await send(simulator, { dest: numbers(501).join(',') });
		const again = { dest: String(33_600_000_007), uniq_period: 1 };
		expect((await send(simulator, again)).text).toBe('ERROR');
	});
});
