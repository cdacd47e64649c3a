import { internationalNumbers } from '../../../protocol/recipients/internationalNumbers';
import { wabaNumbers } from '../../../protocol/waba/recipients';
import { invalidInput } from '../helpers';

describe.each([
	['internationalNumbers', internationalNumbers],
	['wabaNumbers', wabaNumbers],
])('%s', (_name, numbersIn) => {
	it.each([
		['+33600123401, 0033600123402', ['33600123401', '33600123402']],
		[
			['+33 6 00 12 34 01', 33600123402],
			['33600123401', '33600123402'],
		],
		[33600123401, ['33600123401']],
		['+999123456', ['999123456']],
	])('reads %j', (input, numbers) => expect(numbersIn(input, 'to')).toEqual(numbers));

	it.each([
		['0600123402', 'The recipient (ending in 3402) is a national number.'],
		['33600123401, 0600123402', 'Recipient 2 of the list (ending in 3402) is a national number.'],
	])('takes no national number: which country is meant is known to nobody', (input, words) => {
		const { field, message, remediation } = invalidInput(() => numbersIn(input, 'to'));
		expect([field, message]).toEqual(['to', words]);
		expect(remediation).toContain('international');
	});

	it.each([[''], ['33600123401,,33600123402'], ['hello'], ['FR.123456789'], [[]], [null], [[null]]])(
		'%j is an error',
		(input) => expect(invalidInput(() => numbersIn(input, 'to')).field).toBe('to'),
	);
});

it.each([['FR.1234567890'], ['us.ENT.13491208655302741918'], [' FR.a1B2 ']])(
	'wabaNumbers says of %j that a user ID is no number',
	(id) => {
		const { field, message, remediation } = invalidInput(() => wabaNumbers(['33600123401', id], 'to'));
		expect(field).toBe('to');
		expect(message).toBe('Recipient 2 of the list is a user ID, not a phone number.');
		expect(remediation).toContain('BSUID');
		expect(`${message} ${remediation}`).not.toContain(id.trim());
	},
);
