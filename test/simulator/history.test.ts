import { act, advance, control, list, numbers, send, sendForReferences, start } from './support';
import type { FormValues } from './support';

const history = (values: FormValues | null): Promise<string> => act('historique', values);
/** The numbers of the lines listed. */
const listed = async (values: FormValues): Promise<string[]> =>
	(await history(values)).split('\n').flatMap((line) => line.split(';')[1] ?? []);

const PAGE = { from: 0, nb: 10 };

describe('the history', () => {
	it('is listed newest first, in Paris time, with the reference only where it is asked for', async () => {
		const [first] = await sendForReferences({ dest: '33600123401' });
		await advance(10);
		const [second] = await sendForReferences({ dest: '33600123402', origine: 'MyShop' });
		expect(await history(PAGE)).toBe(
			'13/01/2027 12:00:10;33600123402;MyShop;0;1;-1\n13/01/2027 12:00:00;33600123401;MyCompany;0;1;0',
		);
		expect(await history({ ...PAGE, showref: 1 })).toBe(
			`13/01/2027 12:00:10;${second};33600123402;MyShop;0;1;-1\n13/01/2027 12:00:00;${first};33600123401;MyCompany;0;1;0`,
		);
	});

	it('has a record for each part', async () => {
		const references = await sendForReferences({ msg: 'x'.repeat(161) });
		expect(await history(null)).toBe('HISTORIQUE 2');
		for (const id of references)
			expect(await history({ id, showref: 1 })).toMatch(new RegExp(`^.*;${id};.*$`));
	});

	it('is paged by from and nb, ten at a time unless more is asked for', async () => {
		const all = numbers(25);
		await send({ dest: all.join() });
		const newest = all.reverse();
		expect(await listed({ from: 0 })).toEqual(newest.slice(0, 10));
		expect(await listed({ from: 20, nb: 10 })).toEqual(newest.slice(20));
		expect(await listed({ nb: 5_000 })).toEqual(newest);
		expect(await history({ from: 25, nb: 10 })).toBe('');
	});

	it('is filtered by number, by reference and by both', async () => {
		const [reference = ''] = await sendForReferences({ dest: '33600123401' });
		await send({ dest: '33600123402' });
		const line = '13/01/2027 12:00:00;33600123401;MyCompany;0;1;-1';
		expect(await history({ msisdn: '33600123401' })).toBe(line);
		expect(await history({ id: reference })).toBe(line);
		expect(await history({ id: reference, msisdn: '33600123402' })).toBe('');
		expect(await history({ id: '000000000000' })).toBe('');
	});

	it('is filtered by days as they are in Paris, both included', async () => {
		await send({ dest: '33600123401' });
		// 22:59:59 UTC is still the 13th in Paris, a second later is the 14th.
		await advance(11 * 3_600 + 59 * 60 + 59);
		await send({ dest: '33600123402' });
		await advance(1);
		await send({ dest: '33600123403' });
		const onThe13th = ['33600123402', '33600123401'];
		expect(await listed({ date_from: '2027-01-13', date_to: '2027-01-13' })).toEqual(onThe13th);
		expect(await listed({ date_from: '2027-01-14' })).toEqual(['33600123403']);
		expect(await listed({ date_to: '2027-01-13' })).toEqual(onThe13th);
		expect(await listed({ date_from: '2027-01-12', date_to: '2027-01-12' })).toEqual([]);
	});

	it('tells of a call read aloud as another kind of message', async () => {
		await send({ dest: '33100123456', allow_vocal: 1 });
		expect(await history(PAGE)).toMatch(/;MyCompany;2;1;-1$/);
	});

	it('shows a status that an extra report has changed', async () => {
		const [reference] = await sendForReferences();
		await advance(60);
		await control('POST report', { reference, status: 6 });
		expect(await history(PAGE)).toMatch(/;6$/);
	});

	it.each<FormValues>([
		{ from: -1 },
		{ from: 'x' },
		{ nb: 0 },
		{ nb: 5_001 },
		{ showref: 2 },
		{ date_from: '13/01/2027' },
		{ date_to: '2027-02-30' },
		{ msisdn: '+33600123456' },
		{ msisdn: '0033600123456' },
	])('is not listed for %j', async (values) => expect(await history(values)).toBe('ERREUR'));

	it('is listed for the label alone, and counted for one with filters that are not declared there', async () => {
		await send();
		expect(await act('historique&do=list')).toMatch(/^13\/01\/2027/);
		expect(await act('historique&do=count', PAGE)).toBe('HISTORIQUE 1');
		const undeclared = { operation: 'sms.history.count', names: ['from', 'nb'] };
		expect(await list('undeclared')).toMatchObject([undeclared]);
	});

	it('forgets the oldest messages when there are too many', async () => {
		await start({ capacity: 3 });
		const references = await sendForReferences({ dest: numbers(4, 33_600_123_401).join() });
		expect(await history(null)).toBe('HISTORIQUE 3');
		expect(await history({ id: references[0] ?? '' })).toBe('');
		expect(await history({ id: references[1] ?? '' })).toMatch(/;33600123402;/);
	});
});
