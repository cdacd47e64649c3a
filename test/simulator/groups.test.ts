import { act, get, list, start, type FormValues } from './support';

const groups = [{ id: 4, name: 'VIP Clients', numbers: ['33600123456', '33600789012'] }];

const change = (what: string, values: FormValues): Promise<string> =>
	act(`groupes&do=${what}`, { charset: 'utf-8', ...values });
const listed = (): Promise<string> => act('groupes');

describe('groups', () => {
	it('are listed one a line, with their numbers or how many they have', async () => {
		await start({ groups });
		const numbers = '4;VIP Clients;33600123456,33600789012';
		expect(await listed()).toBe(numbers);
		expect((await get('action=groupes&do=list')).text).toBe(numbers);
		const count = '4;VIP Clients;2';
		expect((await get('action=groupes&hide_numbers=1')).text).toBe(count);
		expect(await act('groupes', { hide_numbers: 1 })).toBe(count);
		expect(await act('groupes&hide_numbers=1', { hide_numbers: 1 })).toBe(count);
		expect(await act('groupes', { hide_numbers: 0 })).toBe(numbers);
		expect(await act('groupes', { hide_numbers: 'x' })).toBe('ERREUR');
		expect(await list('undeclared')).toEqual([]);
	});

	it('are added with ids of their own; a name may hold a semicolon and accents, a number is normalized', async () => {
		await start({ groups });
		expect(await change('add', { nom: 'Été; 2027', num: '+33600123401,0600123402' })).toBe('OK');
		expect(await change('add', { nom: 'Two', num: '33600123403,33600123403' })).toBe('OK');
		const added = ['5;Été; 2027;33600123401,33600123402', '6;Two;33600123403'];
		expect((await listed()).split('\n').slice(1)).toEqual(added);
	});

	it('are edited: name and all numbers are replaced', async () => {
		await start({ groups });
		expect(await change('edit', { id: 4, nom: 'New', num: '33600123499' })).toBe('OK');
		expect(await listed()).toBe('4;New;33600123499');
	});

	it('are given more numbers', async () => {
		await start({ groups });
		expect(await change('add_numbers', { id: 4, num: '33600123499,33600123456' })).toBe('OK');
		expect(await listed()).toBe('4;VIP Clients;33600123456,33600789012,33600123499');
	});

	it('are deleted, and their id is not given again', async () => {
		await start({ groups });
		expect(await change('del', { id: 4 })).toBe('OK');
		expect(await listed()).toBe('');
		await change('add', { nom: 'Next', num: '33600123401' });
		expect(await listed()).toMatch(/^5;Next;/);
	});

	it.each<[string, FormValues]>([
		['add', { num: '33600123456' }],
		['add', { nom: 'VIP' }],
		['add', { nom: '', num: '33600123456' }],
		['add', { nom: 'VIP', num: '' }],
		['add', { nom: 'VIP', num: 'nobody' }],
		['add', { nom: 'Two\nlines', num: '33600123456' }],
		['edit', { id: 4, nom: 'VIP' }],
		['edit', { id: 5, nom: 'VIP', num: '33600123456' }],
		['edit', { nom: 'VIP', num: '33600123456' }],
		['edit', { id: 'four', nom: 'VIP', num: '33600123456' }],
		['add_numbers', { id: 4 }],
		['add_numbers', { id: 5, num: '33600123456' }],
		['del', {}],
		['del', { id: 5 }],
	])('are not changed by %s with %j', async (what, values) => {
		await start({ groups });
		expect(await change(what, values)).toBe('ERREUR');
		expect(await listed()).toBe('4;VIP Clients;33600123456,33600789012');
	});
});
