import { optionLists } from '../../../nodes/engine/operations/optionLists';
import { invalidInput } from '../../protocol/helpers';
import { readerOf } from '../../support/reader';

describe('a collection', () => {
	it.each([undefined, null, '', 'text', 7, []])('is an error if an expression makes %j of it', (options) => {
		const { field, message } = invalidInput(() => readerOf({ options }).within('options'));
		expect({ field, message }).toEqual({ field: 'options', message: "The value isn't an object." });
	});

	it.each(optionLists)('the list %s is an error if an expression makes a text of it', (list) => {
		const { field } = invalidInput(() => readerOf({ options: {}, [list]: 'text' }).options());
		expect(field).toBe(list);
	});

	it('all lists of options are read as one', () => {
		const options = readerOf({ safetyOptions: { dryRun: true }, options: { timeout: 5 } }).options();
		expect([options.flag('dryRun'), options.optionalInteger('timeout')]).toEqual([true, 5]);
		expect(options.isThere('maxMessages')).toBe(false);
	});

	it.each(['TRUE', 'true', true])('takes %j for true', (dryRun) =>
		expect(readerOf({ options: { dryRun } }).options().flag('dryRun')).toBe(true),
	);

	it('that the node does not have holds nothing', () =>
		expect(readerOf({}).within('options').text('fileName')).toBe(''));

	it('holds no rows where none were added', () => {
		const options = readerOf({ contentOptions: { variables: {} } }).options();
		expect(options.rows('variables', 'variable')).toEqual([]);
	});

	it.each([{}, { value: undefined }, { value: null }, { value: '' }])(
		'does not take %j for a row, and says how to write a blank',
		(row) => {
			const options = readerOf({
				contentOptions: { variables: { variable: [{ value: ' ' }, row] } },
			}).options();
			const [blank, empty] = options.rows('variables', 'variable');
			expect(blank?.text('value')).toBe(' ');
			const { message, remediation } = invalidInput(() => empty?.text('value'));
			expect(message).toBe('The value is empty (variable 2).');
			expect(remediation).toContain('enter a space');
		},
	);
});

it('a field and the rows of a field may be empty', () => {
	const reader = readerOf({ footer: '', sections: { section: [{ title: '' }, {}] } });
	expect(reader.text('footer')).toBe('');
	expect(reader.rows('sections', 'section').map((row) => row.text('title'))).toEqual(['', '']);
});
