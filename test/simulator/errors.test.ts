import { advance, fetchFrom, get, list, numbers, post, send, type FormValues } from './support';

const many = (count: number): string => numbers(count).join();

describe('a send is refused with ERROR 01', () => {
	it.each<[string, FormValues]>([
		['an unknown mode', { mode: 'Premium' }],
		['an empty mode', { mode: '' }],
		['an empty text', { msg: '' }],
		['no recipient', { dest: '' }],
		['a sender that is not registered', { origine: 'Stranger' }],
		['a sender of twelve letters', { origine: 'TwelveLetter' }],
		['a sender of sixteen digits', { origine: '1234567890123456' }],
		['a sender with a space', { origine: 'My Company' }],
		['a strategy below the first', { strategy: 0 }],
		['a strategy above the last', { strategy: 5 }],
		['a strategy that is no integer', { strategy: '4.0' }],
		['strategy 1 with 51 recipients', { strategy: 1, dest: many(51) }],
		['strategy 2 with 51 recipients', { strategy: 2, dest: many(51) }],
		['a flag that is no integer', { id: 'yes' }],
		['a flag that is neither 0 nor 1', { callback: 2 }],
		['an empty number', { validity: '' }],
		['an unknown coding', { coding: 'gsm' }],
		['a coding in upper case', { coding: 'UNICODE' }],
		['a mode in upper case', { mode: 'EXPERT' }],
		['an unknown concatenation header', { udh: 3 }],
		['day_min without day_max', { day_min: 1 }],
		['day_max without day_min', { day_max: 5 }],
		['hour_min without hour_max', { hour_min: 8 }],
		['days in the wrong order', { day_min: 5, day_max: 1 }],
		['a date in another form', { date: '2027-01-14', heure: '09:30' }],
		['a date that does not exist', { date: '30/02/2027', heure: '09:30' }],
		['a time that does not exist', { date: '14/01/2027', heure: '24:30' }],
		['a time at 24:00', { date: '14/01/2027', heure: '24:00' }],
		['a date without a time', { date: '14/01/2027' }],
		['a date over two years ahead', { date: '13/01/2029', heure: '12:01' }],
		['callback parameters that are no query string', { cvar: 'name=Jean Paul' }],
		['callback parameters without a value', { cvar: 'name' }],
		['callback parameters with a broken escape', { cvar: 'name=100%' }],
		['a voice call in the mode Reponse', { mode: 'Reponse', allow_vocal: 1 }],
		['ten variables', { dest: `33600123456${';x'.repeat(10)}`, personnalise: 1 }],
		['personnalise that is no flag', { personnalise: 'oui' }],
	])('for %s', async (_what, values) => {
		expect(await send(values)).toMatchObject({ status: 200, text: 'ERROR 01' });
		expect(await list('messages')).toEqual([]);
	});

	it('as a GET', async () =>
		expect((await get('dest=33600123456&msg=Hello&mode=Expert')).text).toBe('ERROR 01'));

	it.each([1, 2])('but not for strategy %i with 50 recipients', async (strategy) => {
		expect((await send({ strategy, dest: many(50) })).text).toBe('OK');
	});

	it('and the log says why', async () => {
		await send({ strategy: 9 });
		expect(await list('requests')).toMatchObject([{ reason: expect.stringContaining('strategy') }]);
	});
});

describe('a send is refused with ERROR 02', () => {
	it.each([null, 'App wrong', 'Bearer demo', 'demo', 'app demo', 'App demo2', ''])(
		'for the authorization %p',
		async (key) => {
			expect(await send({}, { key })).toMatchObject({ status: 200, text: 'ERROR 02' });
			expect((await post({ groupe: 1 }, { key, query: 'action=envoigroupe' })).text).toBe('ERROR 02');
			expect(await list('messages')).toEqual([]);
		},
	);

	it('before anything else is looked at', async () =>
		expect((await post('msg=%E9&charset=utf-8', { key: null })).text).toBe('ERROR 02'));
});

describe('a send is refused with ERROR 04', () => {
	it.each([
		...['hello', '336 00 12 34 56', '33600-123456', '3360012345', '336001234567', '33000123456'],
		...['123456', '1234567890123456', '999123', '99912345678901234', '++33600123456', '33600123456,'],
		...[',33600123456', '33600123456,,33600123457', '33600123456,nobody', '33600123456;Jean'],
	])('for the recipients %s', async (dest) => {
		expect((await send({ dest })).text).toBe('ERROR 04');
		expect(await list('messages')).toEqual([]);
	});

	it.each(['9991234', '9991234567890123', '4915112345678', '447700900123', '1234567'])(
		'but not for %s',
		async (dest) => expect((await send({ dest })).text).toBe('OK'),
	);
});

describe('a send is refused with a bare ERROR', () => {
	it('for the same text to the same number within uniq_period, and no longer', async () => {
		expect((await send()).text).toBe('OK');
		expect((await send({ uniq_period: 1 })).text).toBe('ERROR');
		expect((await send({ uniq_period: 1, msg: 'Other' })).text).toBe('OK');
		expect((await send({ uniq_period: 1, dest: '33600123457' })).text).toBe('OK');
		await advance(3_601);
		expect((await send({ uniq_period: 1 })).text).toBe('OK');
		expect((await send({ uniq_period: 2 })).text).toBe('ERROR');
	});

	it('for a number twice in one send', async () =>
		expect((await send({ uniq_period: 1, dest: '33600123456,33600123456' })).text).toBe('ERROR'));

	it('for a text that waits, if it leaves within the period', async () => {
		expect((await send({ date: '14/01/2027', heure: '11:00' })).text).toBe('OK');
		expect((await send({ uniq_period: 24 })).text).toBe('ERROR');
		expect((await send({ uniq_period: 22 })).text).toBe('OK');
		const near = { date: '14/01/2027', uniq_period: 1 };
		expect((await send({ ...near, heure: '10:01' })).text).toBe('ERROR');
		expect((await send({ ...near, heure: '12:00' })).text).toBe('OK');
	});
});

describe('other operations are refused with ERREUR', () => {
	it.each([
		...['action=credit', 'action=utilisateur', 'action=emetteur', 'action=emetteur&do=list'],
		...['action=groupes', 'action=historique', 'action=differes', 'action=nothing'],
	])('for a wrong key: %s', async (query) => {
		for (const key of [null, 'App wrong'])
			expect(await post(null, { query, key })).toMatchObject({ status: 200, text: 'ERREUR' });
	});

	it.each(['action=nothing', 'action=groupes&do=nothing', 'action=utilisateur&do=add', 'action=', 'do=list'])(
		'where there is no such operation: %s',
		async (query) => {
			const answer = await post({ num: '33600123456' }, { query });
			expect(answer).toMatchObject({ status: 200, text: 'ERREUR' });
		},
	);

	it('for a write as a GET', async () =>
		expect((await get('action=groupes&do=add&nom=VIP&num=33600123456')).text).toBe('ERREUR'));
});

it('an address that is not the service is not found, by any method', async () => {
	for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
		for (const path of ['/1.1/api', '/1.0/api.php', '/1.1/api.php/x']) {
			const response = await fetchFrom(path, { method });
			expect([response.status, await response.text()]).toEqual([404, 'Not found']);
		}
	}
});
