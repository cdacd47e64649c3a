import fc from 'fast-check';
import { form, numbers, only, plan, recipientsOf, rejected } from './sending';

describe('planSms: personalized texts', () => {
	it('is not personalized without variables', () => {
		expect(form({ recipients: numbers(2) })).not.toHaveProperty('personnalise');
		expect(form({ recipients: [{ to: '33600123401', variables: [] }] })).not.toHaveProperty('personnalise');
	});

	it('is personalized as soon as one recipient has variables', () => {
		const recipients = [{ to: '33600123401' }, { to: '33600123402', variables: ['Jean'] }];
		expect(form({ recipients })).toMatchObject({ dest: '33600123401,33600123402;Jean', personnalise: '1' });
	});

	it('is personalized by the number alone, too', () =>
		expect(form({ text: 'Your number is %0%.' })).toMatchObject({ dest: '33600123401', personnalise: '1' }));

	it('writes commas and semicolons of a variable so that they separate nothing', () => {
		const recipients = [{ to: '33600123401', variables: ['Durand, Jean; fils', 'a,b;c'] }];
		expect(form({ recipients, text: '%1% %2%' }).dest).toBe(
			'33600123401;Durand%d44% Jean%d59% fils;a%d44%b%d59%c',
		);
	});

	it('encodes variables in the character set of the text', () => {
		const recipients = [{ to: '33600123401', variables: ['Zoé €'] }];
		const { body } = only(plan({ recipients, text: '%1%', charset: 'iso-8859-15' })).request;
		expect(body).toContain('dest=33600123401%3BZo%E9%20%A4&');
	});

	it('takes 9 variables and 500 recipients a request', () => {
		const variables = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
		const recipients = numbers(1100).map(({ to }) => ({ to, variables }));
		expect(recipientsOf(plan({ recipients, text: '%9%' }))).toEqual([500, 500, 100]);
	});

	it.each<[why: string, variables: string[], text: string]>([
		['more than 9 variables', Array.from('1234567890'), '%1%'],
		['a variable that the text needs and the recipient lacks', ['a', 'b'], '%1% %3%'],
		['no variables where the text needs one', [], 'Hello %1%'],
		['a value that the service would replace once more', ['see %2%', 'b'], '%1%'],
		['a value that reads like an escape', ['100%d44%'], '%1%'],
		['a value whose commas make an escape', ['100%d44,'], '%1%'],
		['a character that the set lacks', ['😀'], '%1%'],
	])('refuses %s, naming the recipient', (_, variables, text) => {
		const recipients = [
			{ to: '33600123401', variables: ['a', 'b', 'c'] },
			{ to: '33600123402', variables },
		];
		const error = rejected({ recipients, text, charset: 'iso-8859-1' });
		expect(error.field).toBe('variables');
		expect(error.message).toMatch(/recipient 2/i);
		expect(error.message).not.toContain('3360');
	});

	it('refuses a text that a recipient would get empty', () => {
		const recipients = [{ to: '33600123401', variables: [' '] }];
		expect(rejected({ recipients, text: '%1%' }).field).toBe('text');
	});

	it('measures the longest of the texts as it will be read', () => {
		const recipients = [
			{ to: '33600123401', variables: ['a'.repeat(10)] },
			{ to: '33600123402', variables: ['a'.repeat(158)] },
			{ to: '33600123403', variables: ['a'] },
		];
		expect(plan({ recipients, text: '%1%!' })).toMatchObject({
			segments: 1,
			charactersLeft: 1,
			encoding: 'gsm7',
		});
		expect(plan({ recipients, text: '%1%!!!' })).toMatchObject({ segments: 2 });
		expect(rejected({ recipients, text: '%1%!!!', maxSegments: 1 }).message).toContain(
			'longest personalized text needs 2',
		);
	});

	it('measures the number as the international one that it becomes', () => {
		const text = `${'a'.repeat(149)}%0%`;
		expect(plan({ recipients: [{ to: '33600123401' }], text }).charactersLeft).toBe(0);
		expect(plan({ recipients: [{ to: '0600123401' }], text }).segments).toBe(2);
	});

	it('says Unicode as soon as one of the texts needs it, wherever it stands in the list', () => {
		const recipients = [
			{ to: '33600123401', variables: ['a'.repeat(300)] },
			{ to: '33600123402', variables: ['ê'] },
		];
		for (const list of [recipients, [...recipients].reverse()])
			expect(plan({ recipients: list, text: '%1%' })).toMatchObject({ segments: 2, encoding: 'unicode' });
	});

	it('counts the segments of the longest text, though a shorter one fills its last segment more', () => {
		const recipients = [
			{ to: '33600123401', variables: ['a'.repeat(200)] },
			{ to: '33600123402', variables: ['a'.repeat(160)] },
		];
		for (const list of [recipients, [...recipients].reverse()]) {
			expect(plan({ recipients: list, text: '%1%' })).toMatchObject({ segments: 2, charactersLeft: 106 });
			expect(rejected({ recipients: list, text: '%1%', maxSegments: 1 }).field).toBe('text');
		}
	});

	it('names the variable that cannot be sent, and the recipient', () => {
		const message = (value: string) =>
			rejected({
				recipients: [
					{ to: '33600123401', variables: ['a', 'b'] },
					{ to: '33600123402', variables: ['a', value] },
				],
				text: '%1%',
				charset: 'iso-8859-1',
			}).message;
		expect(message('see %1%')).toContain('Variable 2 of recipient 2');
		expect(message('5€')).toContain('position 2 of variable 2 of recipient 2');
	});

	it('keeps two different texts to one person, and leaves out the same text', () => {
		const recipients = [
			{ to: '33600123401', variables: ['Monday', 'x'] },
			{ to: '33600123401', variables: ['Tuesday', 'x'] },
			{ to: '+33600123401', variables: ['Monday', 'y'] },
		];
		expect(plan({ recipients, text: 'See you on %1%' })).toMatchObject({
			to: ['33600123401', '33600123401'],
			duplicatesRemoved: 1,
		});
	});

	it('leaves out the second form of a number, also where the text holds it', () => {
		const recipients = [{ to: '+5215512345678' }, { to: '+525512345678' }];
		expect(plan({ recipients, text: 'You are %0%' })).toMatchObject({
			to: ['5215512345678'],
			duplicatesRemoved: 1,
		});
	});

	it('can be taken apart again as the service does it, whatever the values', () => {
		const value = fc
			.string({ unit: fc.constantFrom('a', 'é', ',', ';', ' ', '%', '\n', '€', '5', 'd4') })
			.filter((text) => !/%(?:\d%|d44[%,;]|d59[%,;])/.test(text));
		const recipient = fc.record({
			to: fc.integer({ min: 33600000000, max: 33699999999 }).map(String),
			variables: fc.array(value, { minLength: 1, maxLength: 9 }),
		});
		fc.assert(
			fc.property(
				fc.uniqueArray(recipient, { minLength: 1, maxLength: 20, selector: ({ to }) => to }),
				(recipients) => {
					const { dest = '' } = form({ recipients, text: 'Hello' });
					const read = dest.split(',').map((entry) => {
						const [to, ...variables] = entry.split(';');
						return {
							to,
							variables: variables.map((text) => text.replaceAll('%d44%', ',').replaceAll('%d59%', ';')),
						};
					});
					expect(read).toEqual(recipients);
				},
			),
		);
	});
});
