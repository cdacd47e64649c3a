import type { FieldsOf } from '../../../protocol/schema/entry';
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
const longHeader = { header: { type: 'text', text: 'x'.repeat(61) } } as const;
const row = (id: string, changes: Partial<ListRow> = {}): ListRow => ({ id, title: id, ...changes });
const list: ListMessage = {
	body: 'What would you like?',
	button: 'Menu',
	sections: [{ rows: [row('tea'), row('coffee')] }],
};

describe('buttonsContent', () => {
	it('is the text and its buttons', () => {
		expect(buttonsContent({ ...buttons, footer: ' ' }).json).toEqual({
			type: 'interactive',
			interactive: {
				type: 'button',
				body: { text: 'Shall we?' },
				action: {
					buttons: [
						{ type: 'reply', reply: { id: 'yes', title: 'Yes' } },
						{ type: 'reply', reply: { id: 'no', title: 'No' } },
					],
				},
			},
		});
	});

	it.each([
		[
			{ type: 'text', text: 'Your order' },
			{ type: 'text', text: 'Your order' },
		],
		[
			{ type: 'image', link: ' https://example.com/a.png ' },
			{ type: 'image', image: { link: 'https://example.com/a.png' } },
		],
		[
			{ type: 'video', link: 'http://example.com/a.mp4' },
			{ type: 'video', video: { link: 'http://example.com/a.mp4' } },
		],
		[
			{ type: 'document', link: 'https://example.com/a.pdf', filename: '' },
			{ type: 'document', document: { link: 'https://example.com/a.pdf' } },
		],
		[
			{ type: 'document', link: 'https://example.com/a.pdf', filename: 'Bill.pdf' },
			{ type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'Bill.pdf' } },
		],
	] as const)('has the header %j', (header, wire) => {
		expect(buttonsContent({ ...buttons, header, footer: 'Until Friday' }).json).toMatchObject({
			interactive: { header: wire, footer: { text: 'Until Friday' } },
		});
	});

	it('takes what just fits', () => {
		const fits: ButtonsMessage = {
			header: { type: 'text', text: '😀'.repeat(60) },
			body: 'é'.repeat(1024),
			footer: 'x'.repeat(60),
			buttons: times(3, (index) => button(`${index}${'i'.repeat(255)}`, '😀'.repeat(20))),
		};
		expect(JSON.stringify(buttonsContent(fits).json)).toContain('😀'.repeat(60));
	});

	const x257 = 'x'.repeat(257);
	const noLink = { header: { type: 'image', link: 'a.png' } } as const;
	it.each<[string, Partial<ButtonsMessage>, string]>([
		['header', longHeader, 'The text of the header has 61 characters (limit: 60).'],
		['header', { header: { type: 'text', text: '' } }, 'The text of the header is empty.'],
		['header', noLink, "The URL of the image in the header isn't an http or https URL."],
		['body', { body: '' }, 'The text (body) is empty.'],
		['body', { body: 'x'.repeat(1025) }, 'The text (body) has 1,025 characters (limit: 1,024).'],
		['footer', { footer: 'x'.repeat(61) }, 'The footer has 61 characters (limit: 60).'],
		['buttons', { buttons: [] }, 'Too few buttons: 0 (minimum: 1).'],
		['buttons', { buttons: times(4, (index) => button(String(index))) }, 'Too many buttons: 4 (limit: 3).'],
		[
			'buttons',
			{ buttons: [button('a', 'x'.repeat(21))] },
			'The title of button 1 has 21 characters (limit: 20).',
		],
		['buttons', { buttons: [button('a', ' ')] }, 'The title of button 1 is empty.'],
		['buttons', { buttons: [button('', 'a')] }, 'The ID of button 1 is empty.'],
		['buttons', { buttons: [button(x257)] }, 'The ID of button 1 has 257 characters (limit: 256).'],
		['buttons', { buttons: [button('a'), button('a', 'c')] }, 'Button 2 has the same ID as button 1.'],
		[
			'buttons',
			{ buttons: [button('a', 'half \ud83d')] },
			'The character U+D83D at position 6 of the title of button 1 does not exist in UTF-8.',
		],
	])('names %s for %j', (field, changes, message) => {
		expect(invalidInput(() => buttonsContent({ ...buttons, ...changes }))).toMatchObject({ field, message });
	});

	it('is struck out of errors, the words of the wire are not', () => {
		const { secrets } = buttonsContent({
			...buttons,
			header: { type: 'text', text: 'Order' },
			footer: 'Bye',
		});
		expect([...secrets].sort()).toEqual(['Bye', 'No', 'Order', 'Shall we?', 'Yes', 'no', 'yes']);
	});
});

describe('listContent', () => {
	it('is the text and its sections', () => {
		const sections = [
			{ title: 'Drinks', rows: [row('tea', { description: 'Hot' }), row('coffee', { description: '' })] },
			{ title: 'Food', rows: [row('cake')] },
		];
		const header = { type: 'text', text: 'Menu of today' } as const;
		expect(listContent({ ...list, header, footer: 'Open until 6', sections }).json).toEqual({
			type: 'interactive',
			interactive: {
				type: 'list',
				header,
				body: { text: 'What would you like?' },
				footer: { text: 'Open until 6' },
				action: {
					button: 'Menu',
					sections: [
						{
							title: 'Drinks',
							rows: [
								{ id: 'tea', title: 'tea', description: 'Hot' },
								{ id: 'coffee', title: 'coffee' },
							],
						},
						{ title: 'Food', rows: [{ id: 'cake', title: 'cake' }] },
					],
				},
			},
		});
	});

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

	const drinks = { title: 'a', rows: [row('a')] };
	const rowOf = (id: string, changes: Partial<ListRow>) => ({ sections: [{ rows: [row(id, changes)] }] });
	it.each<[string, Partial<ListMessage>, string]>([
		[
			'header',
			{ header: { type: 'image', link: 'https://example.com/a.png' } },
			"The message doesn't support this type of header.",
		],
		['header', longHeader, 'The text of the header has 61 characters (limit: 60).'],
		['body', { body: 'x'.repeat(1025) }, 'The text (body) has 1,025 characters (limit: 1,024).'],
		['footer', { footer: 'x'.repeat(61) }, 'The footer has 61 characters (limit: 60).'],
		['button', { button: ' ' }, 'The button that opens the list is empty.'],
		['button', { button: 'x'.repeat(21) }, 'The button that opens the list has 21 characters (limit: 20).'],
		['sections', { sections: [] }, 'Too few sections: 0 (minimum: 1).'],
		[
			'sections',
			{ sections: times(11, (index) => ({ title: 'a', rows: [row(String(index))] })) },
			'Too many sections: 11 (limit: 10).',
		],
		['sections', { sections: [{ rows: [] }] }, 'Too few rows of section 1: 0 (minimum: 1).'],
		[
			'sections',
			{ sections: [drinks, { title: 'b', rows: times(11, (index) => row(String(index))) }] },
			'Too many rows of section 2: 11 (limit: 10).',
		],
		['sections', { sections: [drinks, { rows: [row('b')] }] }, 'The title of section 2 is missing.'],
		[
			'sections',
			{ sections: [{ title: 'x'.repeat(25), rows: [row('a')] }] },
			'The title of section 1 has 25 characters (limit: 24).',
		],
		[
			'sections',
			{ sections: [{ rows: [row('a'), row('b'), row('c', { title: 'x'.repeat(25) })] }] },
			'The title of section 1, row 3 has 25 characters (limit: 24).',
		],
		['sections', rowOf('a', { title: '' }), 'The title of section 1, row 1 is empty.'],
		['sections', rowOf('', { title: 'a' }), 'The ID of section 1, row 1 is empty.'],
		[
			'sections',
			rowOf('x'.repeat(201), { title: 'a' }),
			'The ID of section 1, row 1 has 201 characters (limit: 200).',
		],
		[
			'sections',
			rowOf('a', { description: 'x'.repeat(73) }),
			'The description of section 1, row 1 has 73 characters (limit: 72).',
		],
		[
			'sections',
			{ sections: [drinks, { title: 'b', rows: [row('b'), row('a')] }] },
			'Section 2, row 2 has the same ID as section 1, row 1.',
		],
	])('names %s for %j', (field, changes, message) => {
		expect(invalidInput(() => listContent({ ...list, ...changes }))).toMatchObject({ field, message });
	});
});
