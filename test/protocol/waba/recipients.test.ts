import { wabaNumbers } from '../../../protocol/waba/recipients';
import { invalidInput } from '../helpers';

describe('wabaNumbers', () => {
	it.each([
		['+33600123401, 0033600123402', ['33600123401', '33600123402']],
		['33600123401\n33600123402', ['33600123401', '33600123402']],
		[
			['+33 6 00 12 34 01', 33600123402],
			['33600123401', '33600123402'],
		],
		[33600123401, ['33600123401']],
	])('reads %j', (input, numbers) => expect(wabaNumbers(input, 'to')).toEqual(numbers));

	it.each([['FR.1234567890'], ['us.ENT.13491208655302741918'], [' FR.a1B2 ']])(
		'says of %j that a user ID is no number',
		(id) => {
			const { field, message, remediation } = invalidInput(() => wabaNumbers(['33600123401', id], 'to'));
			expect(field).toBe('to');
			expect(message).toBe('Recipient 2 of the list is a user ID, not a phone number.');
			expect(remediation).toContain('BSUID');
			expect(`${message} ${remediation}`).not.toContain(id.trim());
		},
	);

	it('takes no national number: which country is meant is known to nobody', () => {
		const { message, remediation } = invalidInput(() => wabaNumbers('33600123401, 0600123402', 'to'));
		expect(message).toBe('Recipient 2 of the list (ending in 3402) is a national number.');
		expect(remediation).toContain('international');
		expect(invalidInput(() => wabaNumbers('0600123402', 'to')).message).toBe(
			'The recipient (ending in 3402) is a national number.',
		);
	});

	it.each([[''], ['33600123401,,33600123402'], ['hello'], [[]], [null], [['33600123401', null]]])(
		'%j is an error',
		(input) => expect(invalidInput(() => wabaNumbers(input, 'to')).field).toBe('to'),
	);
});
