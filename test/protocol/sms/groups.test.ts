import fc from 'fast-check';
import {
	addNumbersToGroup,
	createGroup,
	deleteGroup,
	listGroups,
	updateGroup,
} from '../../../protocol/sms/groups';
import { formOf, invalidInput, refusal, reply, unexpectedReply } from '../helpers';

const parse = (body: string) => listGroups({ includeNumbers: true }).parse(reply(body));

describe('listGroups', () => {
	it('reads the samples of the service', () => {
		expect(parse('1;VIP Clients;33600123456,33600789012')).toEqual([
			{ id: '1', name: 'VIP Clients', count: 2, numbers: ['+33600123456', '+33600789012'] },
		]);
		expect(parse('1;VIP Clients;2')).toEqual([{ id: '1', name: 'VIP Clients', count: 2 }]);
	});

	it('tells numbers from their count by the column, not by what was asked for', () => {
		const asked = (includeNumbers: boolean, body: string) =>
			listGroups({ includeNumbers }).parse(reply(body));
		expect(asked(false, '1;A;33600123456')).toMatchObject([{ count: 1, numbers: ['+33600123456'] }]);
		expect(asked(true, '1;A;999999')[0]).not.toHaveProperty('numbers');
		expect(asked(false, '1;A;1000000')).toEqual([{ id: '1', name: 'A', count: 1_000_000 }]);
		expect(asked(true, '1;A;0600123456')).toMatchObject([{ count: 1, numbers: ['0600123456'] }]);
	});

	it('drops spaces around the columns, and lines of nothing else', () => {
		expect(parse(' 7 ;A; 2 \n \n8;B;33600123456 , 33600789012')).toMatchObject([
			{ id: '7', name: 'A', count: 2 },
			{ id: '8', name: 'B', numbers: ['+33600123456', '+33600789012'] },
		]);
	});

	it('reads empty groups and empty lists', () => {
		expect(parse('7;Nobody;')).toMatchObject([{ count: 0, numbers: [] }]);
		expect(parse('')).toEqual([]);
	});

	it.each([
		...['1', '1;VIP', '1;2', '1;33600123456', 'VIP;Clients;2', 'x1;Clients;2', '1x;Clients;2'],
		...['1;VIP;336001,', '1;VIP;two', '1;A;2\n<html>', '1;A;2\n2;B', '<p>1;A;2</p>'],
	])('takes nothing from %j', (body) => expect(unexpectedReply(() => parse(body)).status).toBe(200));

	it('reads back any group, whatever its name', () => {
		const name = fc.string({ unit: fc.constantFrom('a', ';', ' ', 'é', '1', ',', '"') });
		const number = fc.stringMatching(/^\+33[1-9][0-9]{8}$/);
		const group = fc.record({ id: fc.nat().map(String), name, numbers: fc.array(number) });
		fc.assert(
			fc.property(fc.array(group), (groups) => {
				const body = groups
					.map(({ id, name: title, numbers }) => `${id};${title};${numbers.join(',').replaceAll('+', '')}`)
					.join('\n');
				const read = parse(body).map(({ id, name: title, numbers }) => ({ id, name: title, numbers }));
				expect(read).toEqual(groups);
			}),
		);
	});
});

describe('changing groups', () => {
	const numbers = ['+33 6 00 12 34 01', '33600123402', '33600123401'];

	it.each([
		['createGroup', createGroup({ name: 'A', numbers })],
		['updateGroup', updateGroup({ id: '7', name: 'B', numbers })],
		['addNumbersToGroup', addNumbersToGroup({ id: '7', numbers })],
		['deleteGroup', deleteGroup('7')],
	])(
		'%s takes nothing but OK for a success, and sends each number once',
		(name, { request, parse: read }) => {
			const num = name === 'deleteGroup' ? undefined : '33600123401,33600123402';
			expect(formOf(request).num).toBe(num);
			expect(read(reply('OK'))).toBe(true);
			expect(refusal(() => read(reply('ERREUR'))).message).toContain('group');
			expect(unexpectedReply(() => read(reply(''))).status).toBe(200);
			expect(unexpectedReply(() => read(reply('OK 7'))).status).toBe(200);
		},
	);

	it('sends a name in ISO-8859-1, as nothing else is declared', () => {
		expect(createGroup({ name: 'Élèves', numbers }).request.body).toContain('nom=%C9l%E8ves&');
		expect(invalidInput(() => createGroup({ name: '5€', numbers })).field).toBe('name');
	});

	it.each([
		['name', () => createGroup({ name: ' ', numbers })],
		['name', () => updateGroup({ id: '1', name: 'a\nb', numbers })],
		['numbers', () => createGroup({ name: 'A', numbers: [] })],
		['numbers', () => addNumbersToGroup({ id: '1', numbers: ['12'] })],
		['group', () => deleteGroup('')],
		['group', () => addNumbersToGroup({ id: 'VIP', numbers })],
		['group', () => updateGroup({ id: 'VIP', name: 'A', numbers })],
	])('names %s for input that is wrong', (field, act) => expect(invalidInput(act).field).toBe(field));

	it('stores a person once, whatever form of the number comes again', () => {
		const { request } = createGroup({
			name: 'A',
			numbers: ['+525512345678', '+5215512345678', '525512345678'],
		});
		expect(formOf(request)).toMatchObject({ num: '525512345678' });
	});

	it('names the position of a wrong number', () => {
		const act = () => createGroup({ name: 'A', numbers: ['33600123401', 'x'] });
		expect(invalidInput(act).message).toContain('number 2 of the list');
	});
});
