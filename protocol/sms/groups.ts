import { digitsOnly, filled } from '../validation';
import { InvalidInput } from '../errors';
import type { Exchange } from '../exchange';
import { type Fields, formRequest, readOk, readPlainText, unexpected } from '../http/form';
import { e164, normalizeNumber, withoutOptionalDigit } from '../recipients/phoneNumbers';
import { firstOfEach } from '../recipients/splitting';
export type Group = {
	id: string;
	name: string;
	/** How many numbers the group has. */
	count: number;
	/** Absent where the service gave only their count. */
	numbers?: string[];
};

const idColumn = /^\d+$/;
/** A comma at the end would announce a number that was cut off. */
const numbersColumn = /^(?:\+?\d+(?:\s*,\s*\+?\d+)*)?$/;
/** Shorter than any phone number. */
const countColumn = /^\d{1,6}$/;
/** Where only counts were asked for, a number is one unless it has the length of nearly all phone numbers. */
const askedCount = /^\d{1,9}$/;

/** `<id>;<name>;<numbers or their count>`: a name may hold semicolons, the columns around it cannot. */
function readGroup(raw: string, isCount: boolean): Group | undefined {
	const first = raw.indexOf(';');
	const last = raw.lastIndexOf(';');
	if (first === last) return undefined;
	const id = raw.slice(0, first).trim();
	const name = raw.slice(first + 1, last);
	const column = raw.slice(last + 1).trim();
	if (!idColumn.test(id) || !numbersColumn.test(column)) return undefined;
	if ((isCount ? askedCount : countColumn).test(column)) return { id, name, count: Number(column) };
	const numbers = column === '' ? [] : column.split(/\s*,\s*/).map(e164);
	return { id, name, count: numbers.length, numbers };
}

/**
 * The stored groups (service.md#groups). Whether the third column holds numbers or their count is read from the
 * column itself, as the service may not have looked at the flag; the flag goes into query and form, because the
 * descriptions of the service differ on its place. *Assumed*: an empty answer means no group.
 */
export function listGroups({ includeNumbers }: { includeNumbers: boolean }): Exchange<Group[]> {
	const action = { action: 'groupes' };
	const hide: Fields = { hide_numbers: '1' };
	return {
		effect: 'read',
		request: formRequest(includeNumbers ? { query: action } : { query: { ...action, ...hide }, form: hide }),
		parse: (reply) => {
			const lines = readPlainText(reply).split(/\r\n|\r|\n/);
			const groups = lines
				.filter((line) => line.trim() !== '')
				.map((line) => readGroup(line, !includeNumbers));
			const readable = groups.filter((group) => group !== undefined);
			if (readable.length < groups.length) throw unexpected(reply);
			return readable;
		},
	};
}

function numberList(numbers: readonly string[]): string {
	if (numbers.length === 0)
		throw new InvalidInput(
			'numbers',
			'No phone number was given.',
			'Enter at least one, or correct the expression.',
		);
	const position = (index: number) => (numbers.length === 1 ? undefined : index + 1);
	const normalized = numbers.map((number, index) => normalizeNumber(number, 'numbers', position(index)));
	return firstOfEach(normalized, withoutOptionalDigit).join(',');
}

function groupName(name: string): string {
	if (/[\r\n]/.test(name))
		throw new InvalidInput('name', 'A group name must not contain line breaks.', 'Use a single line.');
	return filled(name, 'name');
}

const changeFailures = {
	ERREUR: {
		message: 'The group was not changed.',
		remediation:
			'Check that the group exists and that the numbers are valid, and check the API key in the credential.',
	},
};

function change(operation: string, form: Fields): Exchange<true> {
	return {
		effect: 'change',
		request: formRequest({
			query: { action: 'groupes', do: operation },
			form,
			outward: { nom: 'name', num: 'numbers', id: 'group' },
		}),
		parse: (reply) => readOk(reply, { failures: changeFailures }),
	};
}

/**
 * Stores a group (service.md#groups). A person who is in the list twice is stored once, as everyone stored gets each of its
 * messages. The service does not say which id the group has got.
 *
 * @throws InvalidInput (`name`, `numbers`); the name goes out in ISO-8859-1 (*assumed*: these operations know no
 * `charset`), so a character outside it is an error, too
 */
export function createGroup({ name, numbers }: { name: string; numbers: readonly string[] }): Exchange<true> {
	const nom = groupName(name);
	const num = numberList(numbers);
	return {
		...change('add', { nom, num }),
		message: () => ({ text: nom, options: undefined }),
		recipients: num.split(','),
	};
}

/** Renames a group and replaces all its numbers (service.md#groups). Errors as {@link createGroup}, and `group`. */
export function updateGroup(group: { id: string; name: string; numbers: readonly string[] }): Exchange<true> {
	const id = digitsOnly(group.id, 'group');
	return change('edit', { id, nom: groupName(group.name), num: numberList(group.numbers) });
}

/** Adds numbers to a group (service.md#groups). Errors as {@link createGroup}, and `group`. */
export function addNumbersToGroup({
	id,
	numbers,
}: {
	id: string;
	numbers: readonly string[];
}): Exchange<true> {
	return change('add_numbers', { id: digitsOnly(id, 'group'), num: numberList(numbers) });
}

/** Deletes a group (service.md#groups). @throws InvalidInput (`group`) unless the id consists of digits */
export function deleteGroup(id: string): Exchange<true> {
	return change('del', { id: digitsOnly(id, 'group') });
}
