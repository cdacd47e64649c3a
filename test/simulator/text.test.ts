import { closeAll, onlyMessage, send } from './support';
import type { FormValues } from './support';

async function shapeOf(msg: string, values: FormValues = {}) {
	expect((await send({ msg, ...values })).text).toBe('OK');
	const { text, parts, coding, isCut } = await onlyMessage();
	await closeAll();
	return { text, parts, coding, isCut };
}

describe('the parts of a text in the GSM alphabet', () => {
	it.each([
		[160, 1, 1],
		[161, 1, 2],
		[306, 1, 2],
		[307, 1, 3],
		[304, 2, 2],
		[305, 2, 3],
		[160, 0, 1],
		[320, 0, 2],
		[321, 0, 3],
	])('%i characters with udh=%i are %i', async (length, udh, parts) => {
		expect(await shapeOf('a'.repeat(length), { udh })).toMatchObject({ parts, coding: 'gsm' });
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

describe('the parts of a text in Unicode', () => {
	it.each([
		[70, 1, 1],
		[71, 1, 2],
		[134, 1, 2],
		[135, 1, 3],
		[132, 2, 2],
		[133, 2, 3],
		[140, 0, 2],
	])('%i characters with udh=%i are %i', async (length, udh, parts) => {
		const coding = 'unicode';
		expect(await shapeOf('ж'.repeat(length), { udh, coding })).toMatchObject({ parts, coding });
	});

	it('never split an emoji, which takes two places', async () => {
		// 67 places hold 33 emoji: 66 of them fill two parts, the 67th begins a third.
		expect(await shapeOf('😀'.repeat(66), { coding: 'unicode' })).toMatchObject({ parts: 2 });
		expect(await shapeOf('😀'.repeat(67), { coding: 'unicode' })).toMatchObject({ parts: 3 });
	});
});

describe('coding=auto', () => {
	it('is GSM as long as the alphabet has all characters, else Unicode', async () => {
		expect(await shapeOf('é € [', { coding: 'auto' })).toMatchObject({ coding: 'gsm', text: 'é € [' });
		expect(await shapeOf('é € ç', { coding: 'auto' })).toMatchObject({ coding: 'unicode', text: 'é € ç' });
	});
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
