import {
	act,
	advance,
	get,
	list,
	ofMessages,
	onlyMessage,
	reported,
	send,
	sendForReferences,
} from './support';
import { start, startReported, state } from './support';
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
		const ids = await ofMessages('id');
		expect(await scheduled()).toBe(
			`${String(ids[0])};33600123457;;0;14/01/2027 09:30:00;Hello\n${String(ids[1])};33600123456;;0;15/01/2027 08:00:00;b;c\nd`,
		);
		expect(await scheduled({ showref: 1 })).toBe(
			`${String(ids[0])};${sooner};33600123457;;0;14/01/2027 09:30:00;Hello\n${String(ids[1])};${later};33600123456;;0;15/01/2027 08:00:00;b;c\nd`,
		);
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

	it.each<[string, FormValues]>([
		['a date in the past', { date: '12/01/2027', heure: '12:00' }],
		['a time in the past', { heure: '11:59' }],
		['this very minute', { heure: '12:00' }],
		['a time in the past, with days', { heure: '11:59', day_min: 6, day_max: 7 }],
		['a date in the past, with hours', { date: '12/01/2027', heure: '12:00', hour_min: 18, hour_max: 20 }],
		['empty fields', { date: '', heure: '' }],
	])('is sent at once for %s', async (_what, values) => {
		await send(values);
		expect(await onlyMessage()).toMatchObject({ status: -1, scheduledFor: null });
	});

	it('is today where only a time is given', async () => {
		await send({ heure: '12:01' });
		expect(await onlyMessage()).toMatchObject({ scheduledFor: '2027-01-13T11:01:00.000Z' });
	});

	it('may be up to two years ahead', async () =>
		expect((await send({ date: '13/01/2029', heure: '12:00' })).text).toBe('OK'));

	it.each([
		['in summer', '14/07/2027', '12:00', '2027-07-14T10:00:00.000Z'],
		['in the hour that exists twice, the first time', '31/10/2027', '02:30', '2027-10-31T00:30:00.000Z'],
		['in the hour that is skipped, an hour later', '28/03/2027', '02:30', '2027-03-28T01:30:00.000Z'],
	])('is in Paris time %s', async (_when, date, heure, scheduledFor) => {
		await send({ date, heure });
		expect(await onlyMessage()).toMatchObject({ scheduledFor });
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

describe('a send with days and hours', () => {
	// Noon on a Wednesday.
	it.each<[string, FormValues, string | null]>([
		['goes at once within them', { day_min: 3, day_max: 3, hour_min: 12, hour_max: 12 }, null],
		['waits for the hour', { hour_min: 14, hour_max: 20 }, '2027-01-13T13:00:00.000Z'],
		['waits for the next morning', { hour_min: 8, hour_max: 11 }, '2027-01-14T07:00:00.000Z'],
		['waits for the day', { day_min: 6, day_max: 7 }, '2027-01-15T23:00:00.000Z'],
		['waits for both', { day_min: 1, day_max: 2, hour_min: 9, hour_max: 17 }, '2027-01-18T08:00:00.000Z'],
	])('%s', async (_what, values, scheduledFor) => {
		expect((await send(values)).text).toBe('OK');
		expect(await onlyMessage()).toMatchObject({ scheduledFor });
	});

	it('is not held back where it is scheduled', async () => {
		await send({ ...TOMORROW, day_min: 6, day_max: 7, hour_min: 14, hour_max: 15 });
		expect(await onlyMessage()).toMatchObject({ scheduledFor: '2027-01-14T08:30:00.000Z' });
	});
});
