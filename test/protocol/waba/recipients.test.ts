import { wabaNumbers } from '../../../protocol/waba/recipients';
import { invalidInput } from '../helpers';

describe('wabaNumbers', () => {
	it.each([['+33600123401, 0033600123402'], [['+33 6 00 12 34 01', 33600123402]]])(
		'reads numbers as any list of international ones: %j',
		(input) => expect(wabaNumbers(input, 'to')).toEqual(['33600123401', '33600123402']),
	);

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

	it('takes no national number', () =>
		expect(invalidInput(() => wabaNumbers('33600123401, 0600123402', 'to')).message).toBe(
			'Recipient 2 of the list (ending in 3402) is a national number.',
		));
});
