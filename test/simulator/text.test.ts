import { closeAll, onlyMessage, send, type FormValues } from './support';

async function shapeOf(msg: string, values: FormValues = {}) {
	expect((await send({ msg, ...values })).text).toBe('OK');
	const { text, parts, coding, isCut } = await onlyMessage();
	await closeAll();
	return { text, parts, coding, isCut };
}

describe('the parts of a text', () => {
	it.each([
		['a', 160, 1, 1],
		['a', 161, 1, 2],
		['a', 306, 1, 2],
		['a', 307, 1, 3],
		['a', 304, 2, 2],
		['a', 305, 2, 3],
		['a', 160, 0, 1],
		['a', 320, 0, 2],
		['a', 321, 0, 3],
		['ж', 70, 1, 1],
		['ж', 71, 1, 2],
		['ж', 134, 1, 2],
		['ж', 135, 1, 3],
		['ж', 132, 2, 2],
		['ж', 133, 2, 3],
		['ж', 140, 0, 2],
		// 67 places hold 33 emoji: 66 of them fill two parts, the 67th begins a third.
		['😀', 66, 1, 2],
		['😀', 67, 1, 3],
	])('of "%s" %i times with udh=%i are %i', async (character, length, udh, parts) => {
		const given = character === 'a' ? { udh } : { udh, coding: 'unicode' };
		const coding = character === 'a' ? 'gsm' : 'unicode';
		expect(await shapeOf(character.repeat(length), given)).toMatchObject({ parts, coding });
	});

	it.each(['[', '\\', ']', '^', '{', '|', '}', '~', '€'])('%s counts double', async (character) => {
		expect(await shapeOf(character.repeat(80))).toMatchObject({ parts: 1, coding: 'gsm' });
		expect(await shapeOf(character.repeat(81))).toMatchObject({ parts: 2, coding: 'gsm' });
	});

	it('never split a character that counts double', async () => {
		// 152 + € fill no part of 153 exactly: € moves to the second one, which then holds 2 + 151.
		expect(await shapeOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ parts: 2 });
		expect(await shapeOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ parts: 3 });
	});

	it('replace what the alphabet lacks by a question mark', async () => {
		const shape = { text: '?a va, ? ?', parts: 1, coding: 'gsm', isCut: false };
		expect(await shapeOf('ça va, 😀 ê', { coding: 'default' })).toEqual(shape);
	});
});

it('coding=auto is GSM as long as the alphabet has all characters, else Unicode', async () => {
	expect(await shapeOf('é € [', { coding: 'auto' })).toMatchObject({ coding: 'gsm', text: 'é € [' });
	expect(await shapeOf('é € ç', { coding: 'auto' })).toMatchObject({ coding: 'unicode', text: 'é € ç' });
});

describe('a text over the parts allowed', () => {
	it.each([
		[1, 160],
		[2, 306],
		[3, 459],
	])('is cut after max_parts=%i', async (maxParts, length) => {
		const shape = await shapeOf('a'.repeat(1_000), { max_parts: maxParts });
		expect(shape).toEqual({ text: 'a'.repeat(length), parts: maxParts, coding: 'gsm', isCut: true });
	});

	it('is cut after eight parts where nothing is said', async () => {
		const whole = 'a'.repeat(8 * 153);
		expect(await shapeOf(whole)).toMatchObject({ text: whole, parts: 8, isCut: false });
		expect(await shapeOf(`${whole}a`)).toMatchObject({ text: whole, parts: 8, isCut: true });
	});
});
