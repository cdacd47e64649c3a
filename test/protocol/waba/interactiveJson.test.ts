import { interactiveFromJson } from '../../../protocol/waba/interactive';
import { invalidInput } from '../helpers';

const buttons = {
	type: 'button',
	body: { text: 'Shall we?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
};
const list = {
	type: 'list',
	body: { text: 'What would you like?' },
	action: { button: 'Menu', sections: [{ rows: [{ id: 'tea', title: 'Tea' }] }] },
};

describe('interactiveFromJson', () => {
	it('takes the object as people build it elsewhere, with members that nobody knows', () => {
		const own = {
			...buttons,
			header: { type: 'image', image: { link: 'https://example.com/a.png', alt: 'A' }, x: 1 },
			body: { text: 'Shall we?', y: [2] },
			action: { ...buttons.action, z: { deep: null } },
			new_member: true,
		};
		const { json } = interactiveFromJson('buttons', own);
		expect(json).toEqual({ type: 'interactive', interactive: own });
		expect(interactiveFromJson('list', list).json).toEqual({ type: 'interactive', interactive: list });
	});

	it('takes a whole message, or an object that does not say what it is', () => {
		const wanted = { type: 'interactive', interactive: list };
		expect(interactiveFromJson('list', wanted).json).toEqual(wanted);
		expect(interactiveFromJson('list', { contentMessage: wanted }).json).toEqual(wanted);
		expect(interactiveFromJson('list', { interactive: list }).json).toEqual(wanted);
		const untyped = { ...list, type: undefined };
		expect(interactiveFromJson('list', untyped).json).toEqual(wanted);
	});

	it('leaves out what only the samples have, and takes both forms of a header', () => {
		const sample = {
			...buttons,
			header: { type: 'text', text: { body: 'Order' } },
			body: { type: 'text', text: 'Shall we?' },
			footer: { type: 'text', text: 'Bye' },
		};
		expect(interactiveFromJson('buttons', sample).json).toEqual({
			type: 'interactive',
			interactive: { ...sample, body: { text: 'Shall we?' }, footer: { text: 'Bye' } },
		});
	});

	it.each(['image', 'video', 'document'])(
		'keeps the file name of an %s, which older schemas require',
		(type) => {
			const header = { type, [type]: { link: 'https://example.com/a', filename: 'a' } };
			expect(interactiveFromJson('buttons', { ...buttons, header }).json).toMatchObject({
				interactive: { header },
			});
		},
	);

	it.each([
		[
			{ recipients: ['+33600123401'], contentMessage: { type: 'interactive', interactive: buttons } },
			'There are other properties next to contentMessage.',
			'Paste only what is under contentMessage. Recipients and options have separate fields.',
		],
		[
			{ recipients: ['+33600123401'], type: 'interactive', interactive: buttons },
			'There are other properties next to interactive.',
			'Paste only what is under interactive. Recipients and options have separate fields.',
		],
		[
			{ contentMessage: { type: 'interactive', interactive: buttons, context: { message_id: 'wamid.1' } } },
			'There are other properties next to interactive.',
			'Paste only what is under interactive. Recipients and options have separate fields.',
		],
	])('names the part to paste of a whole request: %j', (json, message, remediation) => {
		const error = invalidInput(() => interactiveFromJson('buttons', json));
		expect([error.field, error.message, error.remediation]).toEqual(['interactive', message, remediation]);
	});

	it('changes nothing of what it was given', () => {
		const given = Object.freeze({ ...buttons, body: Object.freeze({ type: 'text', text: 'Shall we?' }) });
		interactiveFromJson('buttons', given);
		expect(given.body).toEqual({ type: 'text', text: 'Shall we?' });
	});

	it('is struck out of errors', () => {
		expect(interactiveFromJson('list', { ...list, extra: ['Marguerite'] }).secrets.sort()).toEqual([
			'Marguerite',
			'Menu',
			'Tea',
			'What would you like?',
			'tea',
		]);
	});

	const circle: Record<string, unknown> = {};
	circle.self = circle;
	it.each([[undefined], [null], [1], ['{}'], [[buttons]], [circle], [() => buttons]])(
		'%p is no object',
		(json) => {
			const { field, message } = invalidInput(() => interactiveFromJson('buttons', json));
			expect([field, message]).toEqual([
				'interactive',
				"The value isn't a JSON object of at most 64 levels.",
			]);
		},
	);

	const withRow = (changes: object) => {
		const rows = [
			{ id: 'a', title: 'A' },
			{ id: 'b', title: 'B', ...changes },
		];
		return { ...list, action: { button: 'Menu', sections: [{ rows }] } };
	};
	const withButton = (changes: object) => ({
		...buttons,
		action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' }, ...changes }] },
	});
	const noHeader = "The message doesn't support this type of header.";
	const longTitle = { title: 'x'.repeat(25) };
	const long = { ...buttons, body: { text: 'x'.repeat(1025) } };
	const video = (content: object) => ({ ...buttons, header: { type: 'video', video: content } });
	it.each([
		['buttons', list, `The type isn't "button".`],
		['list', buttons, `The type isn't "list".`],
		['list', { type: 'interactive' }, "The property interactive isn't a JSON object of at most 64 levels."],
		['list', { contentMessage: [] }, "The property contentMessage isn't a JSON object of at most 64 levels."],
		['buttons', {}, 'The body is missing.'],
		['buttons', { ...buttons, body: 'Shall we?' }, "The body isn't an object."],
		[
			'buttons',
			{ ...buttons, body: { text: {} } },
			'The text (body) is a list or an object instead of a text.',
		],
		['buttons', long, 'The text (body) has 1,025 characters (limit: 1,024).'],
		['buttons', { ...buttons, footer: null }, 'The footer is missing.'],
		['buttons', { ...buttons, footer: { text: '' } }, 'The footer is empty.'],
		['buttons', { ...buttons, header: null }, 'The header is missing.'],
		['buttons', { ...buttons, header: 'text' }, "The header isn't an object."],
		['buttons', { ...buttons, header: {} }, noHeader],
		['buttons', { ...buttons, header: { type: 'toString' } }, noHeader],
		[
			'buttons',
			{ ...buttons, header: { type: 'text', text: { body: 'x'.repeat(61) } } },
			'The text of the header has 61 characters (limit: 60).',
		],
		['buttons', { ...buttons, header: { type: 'video' } }, 'The video of the header is missing.'],
		['buttons', video({}), 'The URL of the video in the header is missing.'],
		[
			'buttons',
			video({ link: ' https://example.com/a' }),
			'The URL of the video in the header has leading or trailing spaces.',
		],
		['buttons', { ...buttons, action: undefined }, 'The action is missing.'],
		['buttons', { ...buttons, action: {} }, 'The buttons are missing.'],
		['buttons', { ...buttons, action: { buttons: {} } }, "The buttons aren't a list."],
		['buttons', { ...buttons, action: { buttons: ['yes'] } }, "Button 1 isn't an object."],
		['buttons', withButton({ type: 'url' }), `The type of button 1 isn't "reply".`],
		['buttons', withButton({ reply: undefined }), 'The reply of button 1 is missing.'],
		[
			'buttons',
			withButton({ reply: { id: true, title: 'A' } }),
			'The ID of button 1 is true or false instead of a text.',
		],
		['list', { ...list, action: { sections: [] } }, 'The button that opens the list is missing.'],
		['list', { ...list, action: { button: 'Menu' } }, 'The sections are missing.'],
		['list', { ...list, header: { type: 'image', image: { link: 'https://example.com/a' } } }, noHeader],
		['list', withRow(longTitle), 'The title of section 1, row 2 has 25 characters (limit: 24).'],
		['list', withRow({ id: 'a' }), 'Section 1, row 2 has the same ID as section 1, row 1.'],
		[
			'list',
			withRow({ description: [7] }),
			'The description of section 1, row 2 is a list or an object instead of a text.',
		],
	] as const)('says of %s what is wrong: %j', (kind, json, message) => {
		const error = invalidInput(() => interactiveFromJson(kind, json));
		expect([error.field, error.message]).toEqual(['interactive', message]);
	});

	it('lists the types that a header can have', () => {
		const json = { ...buttons, header: { type: 'gif' } };
		const { message, remediation } = invalidInput(() => interactiveFromJson('buttons', json));
		expect([message, remediation]).toEqual([noHeader, 'Choose one of: text, image, video, document.']);
	});
});
