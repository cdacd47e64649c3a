import { internationalNumbers } from '../../../protocol/recipients/internationalNumbers';
import { invalidInput } from '../helpers';

describe('internationalNumbers', () => {
	it.each([
		['+33600123401, 0033600123402', ['33600123401', '33600123402']],
		[
			['+33 6 00 12 34 01', 33600123402],
			['33600123401', '33600123402'],
		],
		[33600123401, ['33600123401']],
		['+999123456', ['999123456']],
	])('reads %j', (input, numbers) => expect(internationalNumbers(input, 'to')).toEqual(numbers));

	it('keeps order and repetitions', () => {
		const numbers = ['33600123402', '33600123401', '33600123402'];
		expect(internationalNumbers(numbers, 'to')).toEqual(numbers);
	});

	it.each([
		['0600123402', 'The recipient (ending in 3402) is a national number.'],
		['33600123401, 0600123402', 'Recipient 2 of the list (ending in 3402) is a national number.'],
	])('takes no national number: which country is meant is known to nobody', (input, words) => {
		const { field, message, remediation } = invalidInput(() => internationalNumbers(input, 'to'));
		expect([field, message]).toEqual(['to', words]);
		expect(remediation).toContain('international');
	});

	it.each([[''], ['33600123401,,33600123402'], ['hello'], ['FR.123456789'], [[]], [null], [[null]]])(
		'%j is an error',
		(input) => expect(invalidInput(() => internationalNumbers(input, 'to')).field).toBe('to'),
	);
});
