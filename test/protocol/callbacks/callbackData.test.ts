import { encodeCallbackData } from '../../../protocol/callbacks/callbackData';
import { encodeForm } from '../../../protocol/http/form';
import { invalidInput } from '../helpers';

describe('encodeCallbackData', () => {
	const pairs = [
		{ name: 'mon_client', value: '1+2=3' },
		{ name: 'ma_campagne', value: '456' },
	];

	it("encodes the service's own example byte for byte: once here, once by the form", () => {
		const cvar = encodeCallbackData(pairs);
		expect(cvar).toBe('mon_client=1%2B2%3D3&ma_campagne=456');
		expect(encodeForm({ cvar }, 'utf-8')).toBe('cvar=mon_client%3D1%252B2%253D3%26ma_campagne%3D456');
	});

	it('is in UTF-8 whatever the character set of the send is, as a report does not say which it was', () =>
		expect(encodeCallbackData([{ name: 'a', value: '5 € cœur' }])).toBe('a=5%20%E2%82%AC%20c%C5%93ur'));

	it('names the pair and the position of half a character', () => {
		const error = invalidInput(() => encodeCallbackData([...pairs, { name: 'x', value: '1 \ud83d' }]));
		expect(error.field).toBe('callbackData');
		expect(error.message).toContain('at position 3 of callback data entry 3');
	});

	it.each(['numero', 'reference', 'accuse', 'ts', ' Reference '])(
		'refuses the name %j, which the service uses',
		(name) => {
			const error = invalidInput(() => encodeCallbackData([{ name, value: '1' }]));
			expect(error.message).toContain('Callback data entry 1');
		},
	);

	it.each(['', '  '])('refuses the name %j', (name) => {
		expect(() => encodeCallbackData([...pairs, { name, value: '1' }])).toThrow('entry 3 has no name');
	});
});
