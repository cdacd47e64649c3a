import { act, advance, get, list, ofMessages, onlyMessage, reported, send } from './support';
import { sendForReferences, start, startReported, state } from './support';
import type { FormValues } from './support';

const TOMORROW = { date: '14/01/2027', heure: '09:30' };
const UNTIL_TOMORROW = 21.5 * 3_600;

const scheduled = (values: FormValues = { from: 0, nb: 10 }): Promise<string> => act('differes', values);
const remove = (ref: string): Promise<string> => act('differes&do=del', { ref });

describe('a scheduled send', () => {
	it('waits for its time in Paris, then is sent and reported', async () => {
		const receiver = await startReported();
		await send({ ...TOMORROW, callback: 1 });
		const scheduledFor = '2027-01-14T08:30:00.000Z';
		expect(await onlyMessage()).toMatchObject({ status: null, statusName: 'Scheduled', scheduledFor });
		expect((await get('action=differes')).text).toBe('DIFFERES 1');
		expect((await get('action=historique')).text).toBe('HISTORIQUE 0');
		await advance(UNTIL_TOMORROW - 1);
		expect((await get('action=historique')).text).toBe('HISTORIQUE 0');
		await advance(60);
		expect((await get('action=differes')).text).toBe('DIFFERES 0');
		const line = '14/01/2027 09:30:00;33600123456;MyCompany;0;1;0';
		expect(await act('historique', { from: 0 })).toBe(line);
		expect(reported(receiver)).toEqual(['9', '0']);
	});

	it('is listed soonest first, its text last and unquoted', async () => {
		const [later] = await sendForReferences({ date: '15/01/2027', heure: '08:00', msg: 'b;c\nd' });
		const [sooner] = await sendForReferences({ ...TOMORROW, dest: '33600123457' });
		const ids = (await ofMessages('id')).map(String);
		const first = '33600123457;;0;14/01/2027 09:30:00;Hello';
		const second = '33600123456;;0;15/01/2027 08:00:00;b;c\nd';
		expect(await scheduled()).toBe(`${ids[0]};${first}\n${ids[1]};${second}`);
		const withReferences = `${ids[0]};${sooner};${first}\n${ids[1]};${later};${second}`;
		expect(await scheduled({ showref: 1 })).toBe(withReferences);
		expect(await scheduled({ from: 1, nb: 1 })).toMatch(/^\d+;33600123456;/);
		expect(await scheduled({ from: 2 })).toBe('');
	});

	it('can be taken back by any of its references before it is sent, and is paid back', async () => {
		const references = await sendForReferences({ ...TOMORROW, msg: 'x'.repeat(161) });
		expect(await state()).toMatchObject({ balance: 998 });
		expect(await remove(references[1] ?? '')).toBe('OK');
		expect(await remove(references[0] ?? '')).toBe('ERREUR');
		expect(await state()).toMatchObject({ balance: 1_000 });
		await advance(UNTIL_TOMORROW);
		expect(await list('messages')).toEqual([]);
	});

	it('cannot be taken back once it was sent, nor without its reference', async () => {
		const [reference = ''] = await sendForReferences(TOMORROW);
		expect(await remove('')).toBe('ERREUR');
		expect(await remove('000000000000')).toBe('ERREUR');
		await advance(UNTIL_TOMORROW);
		expect(await remove(reference)).toBe('ERREUR');
	});

	it('is refused when too many wait already', async () => {
		await start({ capacity: 2 });
		expect((await send({ ...TOMORROW, dest: '33600123401,33600123402' })).text).toBe('OK');
		expect((await send(TOMORROW)).text).toBe('ERROR 05');
		expect(await state()).toMatchObject({ balance: 998, counts: { scheduled: 2 } });
	});

	it.each<FormValues>([{ from: -1 }, { nb: 0 }, { nb: 5_001 }, { showref: 'yes' }])(
		'is not listed for %j',
		async (values) => expect(await scheduled(values)).toBe('ERREUR'),
	);
});

// Noon on a Wednesday.
describe('a send at noon', () => {
	const past = { date: '12/01/2027', heure: '12:00' };
	const night = { heure: '02:30' };
	const afternoon = { hour_min: 14, hour_max: 15 };
	it.each<[string, FormValues, string | null]>([
		['leaves at once for a date in the past', past, null],
		['leaves at once for a time in the past', { heure: '11:59' }, null],
		['leaves at once for this very minute', { heure: '12:00' }, null],
		['leaves at once for a time in the past, with days', { heure: '11:59', day_min: 6, day_max: 7 }, null],
		['leaves at once for a date in the past, with hours', { ...past, hour_min: 18, hour_max: 20 }, null],
		['leaves at once for empty fields', { date: '', heure: '' }, null],
		['leaves at once within days and hours', { day_min: 3, day_max: 3, hour_min: 12, hour_max: 12 }, null],
		['waits for a time of today', { heure: '12:01' }, '2027-01-13T11:01:00.000Z'],
		['waits for up to two years', { date: '13/01/2029', heure: '12:00' }, '2029-01-13T11:00:00.000Z'],
		['waits in summer time', { date: '14/07/2027', heure: '12:00' }, '2027-07-14T10:00:00.000Z'],
		['waits for the first of an hour twice', { ...night, date: '31/10/2027' }, '2027-10-31T00:30:00.000Z'],
		['waits an hour longer for a skipped one', { ...night, date: '28/03/2027' }, '2027-03-28T01:30:00.000Z'],
		['waits for its hours', { hour_min: 14, hour_max: 20 }, '2027-01-13T13:00:00.000Z'],
		['waits for the next morning', { hour_min: 8, hour_max: 11 }, '2027-01-14T07:00:00.000Z'],
		['waits for its days', { day_min: 6, day_max: 7 }, '2027-01-15T23:00:00.000Z'],
		['waits for both', { day_min: 1, day_max: 2, hour_min: 9, hour_max: 17 }, '2027-01-18T08:00:00.000Z'],
		['waits for its time, not its days', { ...TOMORROW, day_min: 6, day_max: 7 }, '2027-01-14T08:30:00.000Z'],
		['waits for its time, not for its hours', { ...TOMORROW, ...afternoon }, '2027-01-14T08:30:00.000Z'],
	])('%s', async (_what, values, scheduledFor) => {
		expect((await send(values)).text).toBe('OK');
		const status = scheduledFor === null ? -1 : null;
		expect(await onlyMessage()).toMatchObject({ status, scheduledFor });
	});
});
