import type { FieldsOf } from '../../../protocol/schema/entries';
import {
	buttonsContent,
	type buttonsMessage,
	listContent,
	type listMessage,
} from '../../../protocol/waba/interactive';
import { invalidInput } from '../helpers';
import { times } from './wire';

type ButtonsMessage = FieldsOf<typeof buttonsMessage>;
type ListMessage = FieldsOf<typeof listMessage>;
type ListRow = ListMessage['sections'][number]['rows'][number];

const button = (id: string, title = id) => ({ id, title });
const buttons: ButtonsMessage = { body: 'Shall we?', buttons: [button('yes', 'Yes'), button('no', 'No')] };
const x = (count: number): string => 'x'.repeat(count);
const longHeader = { header: { type: 'text', text: x(61) } } as const;
const row = (id: string, changes: Partial<ListRow> = {}): ListRow => ({ id, title: id, ...changes });
const list: ListMessage = {
	body: 'What would you like?',
	button: 'Menu',
	sections: [{ rows: [row('tea'), row('coffee')] }],
};

describe('buttonsContent', () => {
	it('takes what just fits', () => {
		const fits: ButtonsMessage = {
			header: { type: 'text', text: '😀'.repeat(60) },
			body: 'é'.repeat(1024),
			footer: 'x'.repeat(60),
			buttons: times(3, (index) => button(`${index}${'i'.repeat(255)}`, '😀'.repeat(20))),
		};
		expect(JSON.stringify(buttonsContent(fits).json)).toContain('😀'.repeat(60));
	});

	const noLink = { header: { type: 'image', link: 'a.png' } } as const;
	it.each<[string, Partial<ButtonsMessage>, string]>([
		['header', longHeader, 'The text of the header has 61 characters (limit: 60).'],
		['header', { header: { type: 'text', text: '' } }, 'The text of the header is empty.'],
		['header', noLink, "The URL of the image in the header isn't an http or https URL."],
		['body', { body: '' }, 'The text (body) is empty.'],
		['body', { body: x(1025) }, 'The text (body) has 1,025 characters (limit: 1,024).'],
		['footer', { footer: x(61) }, 'The footer has 61 characters (limit: 60).'],
	])('names %s for %j', (field, changes, message) => {
		expect(invalidInput(() => buttonsContent({ ...buttons, ...changes }))).toMatchObject({ field, message });
	});

	it.each<[ButtonsMessage['buttons'], string]>([
		[[], 'Too few buttons: 0 (minimum: 1).'],
		[times(4, (index) => button(String(index))), 'Too many buttons: 4 (limit: 3).'],
		[[button('a', x(21))], 'The title of button 1 has 21 characters (limit: 20).'],
		[[button('a', ' ')], 'The title of button 1 is empty.'],
		[[button('', 'a')], 'The ID of button 1 is empty.'],
		[[button(x(257))], 'The ID of button 1 has 257 characters (limit: 256).'],
		[[button('a'), button('a', 'c')], 'Button 2 has the same ID as button 1.'],
		[
			[button('a', 'half \ud83d')],
			'The character U+D83D at position 6 of the title of button 1 does not exist in UTF-8.',
		],
	])('names the buttons for %j', (given, message) => {
		const error = invalidInput(() => buttonsContent({ ...buttons, buttons: given }));
		expect(error).toMatchObject({ field: 'buttons', message });
	});
});

describe('listContent', () => {
	it('needs no title for its only section', () => {
		expect(listContent({ ...list, sections: [{ title: '', rows: [row('tea')] }] }).json).toMatchObject({
			interactive: { action: { sections: [{ rows: [{ id: 'tea' }] }] } },
		});
	});

	it('takes what just fits', () => {
		const sections = times(10, (section) => ({
			title: 'é'.repeat(24),
			rows: times(10, (index) => ({
				id: `${section}${index}${'i'.repeat(198)}`,
				title: '😀'.repeat(24),
				description: 'd'.repeat(72),
			})),
		}));
		const { json } = listContent({ ...list, button: 'b'.repeat(20), sections });
		expect(JSON.stringify(json)).toContain('"99iii');
	});

	const section = (title: string | undefined, ...rows: ListRow[]) => ({ title, rows });
	const one = (id: string, changes: Partial<ListRow>) => [section('a', row(id, changes))];
	const rows = (count: number) => times(count, (index) => row(String(index)));
	const drinks = section('a', row('a'));
	it.each<[ListMessage['sections'], string]>([
		[[], 'Too few sections: 0 (minimum: 1).'],
		[rows(11).map((each) => section('a', each)), 'Too many sections: 11 (limit: 10).'],
		[[section(undefined)], 'Too few rows of section 1: 0 (minimum: 1).'],
		[[drinks, section('b', ...rows(11))], 'Too many rows of section 2: 11 (limit: 10).'],
		[[drinks, section(undefined, row('b'))], 'The title of section 2 is missing.'],
		[[section(x(25), row('a'))], 'The title of section 1 has 25 characters (limit: 24).'],
		[
			[section('a', row('a'), row('b'), row('c', { title: x(25) }))],
			'The title of section 1, row 3 has 25 characters (limit: 24).',
		],
		[one('a', { title: '' }), 'The title of section 1, row 1 is empty.'],
		[one('', { title: 'a' }), 'The ID of section 1, row 1 is empty.'],
		[one(x(201), { title: 'a' }), 'The ID of section 1, row 1 has 201 characters (limit: 200).'],
		[one('a', { description: x(73) }), 'The description of section 1, row 1 has 73 characters (limit: 72).'],
		[[section('a', row('a'), row('a'))], 'Section 1, row 2 has the same ID as section 1, row 1.'],
		[[drinks, section('b', row('b'), row('a'))], 'Section 2, row 2 has the same ID as section 1, row 1.'],
	])('names the sections for %j', (sections, message) => {
		expect(invalidInput(() => listContent({ ...list, sections }))).toMatchObject({
			field: 'sections',
			message,
		});
	});

	const picture = { type: 'image', link: 'https://example.com/a.png' } as const;
	it.each<[string, Partial<ListMessage>, string]>([
		['header', { header: picture }, "The message doesn't support this type of header."],
		['header', longHeader, 'The text of the header has 61 characters (limit: 60).'],
		['body', { body: x(1025) }, 'The text (body) has 1,025 characters (limit: 1,024).'],
		['footer', { footer: x(61) }, 'The footer has 61 characters (limit: 60).'],
		['button', { button: ' ' }, 'The button that opens the list is empty.'],
		['button', { button: x(21) }, 'The button that opens the list has 21 characters (limit: 20).'],
	])('names %s for %j', (field, changes, message) => {
		expect(invalidInput(() => listContent({ ...list, ...changes }))).toMatchObject({ field, message });
	});
});
