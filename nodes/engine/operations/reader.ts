import { InvalidInput } from '../../../protocol/errors';
import type { RequestLimits } from '../../../protocol/recipients/limits';
import { type Defaults, noDefaults } from '../http/credential';
import { dayOf, instantOf } from './instant';

/** A resource locator as n8n stores it, reduced to what an operation needs. */
export interface Locator {
	mode: string;
	value: string;
}

/** What a node needs to ask a question and wait for the answer. */
export interface Asking {
	/** Where the node reviews a tool of an AI agent: what the model wants to call it with. */
	toolInput?: (() => unknown) | undefined;
	/** Returns the signed URL that resumes this execution while it waits at this node. */
	resumeUrl: (query: Record<string, string>) => string;
}

/**
 * Gives an operation its parameters, typed. Operations never see n8n's own context, so that how a value is found
 * (once for all items, by expression, from a collection) is decided in one place.
 * Every method throws {@link InvalidInput} where the value is not of the asked kind.
 */
export interface Reader {
	/** The time at which the run began: the same for all its items. */
	readonly now: Date;
	/** How many recipients a request takes. */
	readonly limits: RequestLimits;
	/** What the credential has where a field is empty. */
	readonly defaults: Defaults;
	readonly asking: Asking;
	/** The value as it is; undefined where the parameter is not set. */
	value: (name: string) => unknown;
	/**
	 * The value as it is, of a field that everything depends on. An expression in a fixed text is an error, and so is a missing
	 * value whose expression references a field that the item doesn't have.
	 */
	required: (name: string) => unknown;
	has: (name: string) => boolean;
	/** Whether it was added to its collection, whatever came out of it. */
	isThere: (name: string) => boolean;
	/** An error about a value, which says where in its rows it stands. */
	invalid: (name: string, message: string, remediation: string) => InvalidInput;
	/** Text; numbers and booleans are taken as their text, a missing value as ''. */
	text: (name: string) => string;
	optionalText: (name: string) => string | undefined;
	/** Text that people read. A reference to a field that the item doesn't have is an error, and so is an expression in a fixed text. */
	messageText: (name: string) => string;
	optionalMessageText: (name: string) => string | undefined;
	/** Notes a part of a text that is there, but empty: a hint names it once for the run. */
	noteEmpty: (partName: string) => void;
	/** Adds a hint about the item to the run: something that looks wrong, but is for the service to decide. */
	addHint: (hint: string) => void;
	/** A whole message as JSON: the same goes for its texts. */
	messageJson: (name: string) => unknown;
	/** A whole number, also where an expression gives it as text. */
	integer: (name: string) => number;
	optionalInteger: (name: string) => number | undefined;
	/** Any number, also where an expression gives it as text. */
	number: (name: string) => number;
	flag: (name: string) => boolean;
	optionalFlag: (name: string) => boolean | undefined;
	choice: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice;
	optionalChoice: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice | undefined;
	/** A date-time: n8n's picker (in the workflow's time zone), ISO 8601, a Date, a Luxon DateTime, milliseconds. */
	optionalInstant: (name: string) => Date | undefined;
	/** The day of a date-time, `yyyy-mm-dd`, as it is written there. */
	optionalDay: (name: string) => string | undefined;
	locator: (name: string) => Locator;
	/** JSON given as text or, by expression, as the value itself. */
	json: (name: string) => unknown;
	/** The rows of a fixed collection: `rows('variables', 'variable')`. */
	rows: (name: string, group: string) => Reader[];
	/**
	 * A collection's members, which are optional: one that was added must have a value. Leaving out a Send At would send at
	 * once. The same goes for the rows of a member.
	 */
	within: (name: string) => Reader;
}

/** Where a reader finds its values. */
export interface ValueSource {
	get: (name: string) => unknown;
	isThere: (name: string) => boolean;
	/** The value as it is stored: what an expression says, not what it returns. */
	storedValue?: (name: string) => unknown;
	/** Returns the error about a stored text that references a field that the item doesn't have. */
	missingField?: ((storedValue: unknown) => { message: string; remediation: string } | undefined) | undefined;
	noteEmpty?: ((partName: string) => void) | undefined;
	addHint?: ((hint: string) => void) | undefined;
	/** Among rows, which one: "suggestion 2 of card 3". */
	rowName?: string | undefined;
	/** Why a value that is there must not be empty, as what to do about it; it may be where this is not set. */
	ifEmpty?: string | undefined;
	/** Where the readers of a collection are kept: those of one that is the same for all items, for the whole run. */
	collections?: (name: string) => Map<string, Reader> | undefined;
	now: Date;
	limits: RequestLimits;
	defaults?: Defaults;
	asking?: Asking;
	/** The workflow's time zone, in which n8n's date-time picker is meant. */
	timezone: string;
}

/** A value on its way to its type, and how an error about it is made. */
interface Given {
	value: unknown;
	invalid: (message: string, remediation: string) => InvalidInput;
}

/** Lists in the editor read parameters, too, but nothing waits there. */
const noQuestion: Asking = {
	resumeUrl() {
		throw new TypeError('Nothing waits here');
	},
};

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf({ value, invalid }: Given): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	// Of a reference, JavaScript has rounded the last digits by now.
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		throw invalid('The number is too long, and was rounded.', 'Return it as a text, in quotes.');
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	throw invalid(
		'The value is a list or an object instead of a text.',
		'Reference a single property, such as {{ $json.name }}.',
	);
}

function numberOf({ value, invalid }: Given): number {
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	const hasComma = typeof value === 'string' && /^\s*[+-]?\d+,\d+\s*$/.test(value);
	throw invalid(
		"The value isn't a number.",
		hasComma ? 'Use a decimal point instead of a comma.' : 'Use digits only.',
	);
}

function integerOf(rawValue: Given): number {
	const number = numberOf(rawValue);
	if (Number.isSafeInteger(number)) return number;
	throw rawValue.invalid("The value isn't a whole number.", 'Use a whole number.');
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	[undefined, false],
	[null, false],
	['', false],
]);

function flagOf({ value, invalid }: Given): boolean {
	const flag = flags.get(value);
	if (flag === undefined)
		throw invalid("The value isn't true or false.", 'Make the expression return true or false.');
	return flag;
}

function choiceOf<Choice extends string>({ value, invalid }: Given, choices: readonly Choice[]): Choice {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined)
		throw invalid(
			`The value must be one of: ${choices.join(', ')}.`,
			'Select an option, or make the expression return one of them.',
		);
	return chosen;
}

function jsonOf({ value, invalid }: Given): unknown {
	if (typeof value !== 'string') return value;
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch {
		throw invalid("The value isn't valid JSON.", 'Check for a missing quote, comma, or bracket.');
	}
}

function locatorOf(rawValue: Given): Locator {
	const { value } = rawValue;
	if (!isRecord(value)) return { mode: 'name', value: textOf(rawValue).trim() };
	return {
		mode: textOf({ ...rawValue, value: value.mode }),
		value: textOf({ ...rawValue, value: value.value }).trim(),
	};
}

const propertyOf = (value: unknown, name: string | number): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The rows of a fixed collection. Nobody may lose rows because they came in another form than the editor's. */
function rowsOf({ value, invalid }: Given, group: string): Array<Record<string, unknown>> {
	if (isMissing(value)) return [];
	const remediation = 'Use the rows in the editor, or specify the content using JSON.';
	if (!isRecord(value)) throw invalid("The value doesn't consist of rows.", remediation);
	const rows = value[group];
	if (rows === undefined && Object.keys(value).length === 0) return [];
	if (!Array.isArray(rows) || !rows.every(isRecord))
		throw invalid("The value doesn't consist of rows.", remediation);
	return rows;
}

/** Returns what a fixed text has between double braces. n8n evaluates none of it; in an expression, it evaluates all. */
const inFixedBraces = (storedValue: unknown): string[] =>
	typeof storedValue === 'string' && !storedValue.startsWith('=') && storedValue.includes('{{')
		? [...storedValue.matchAll(/\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g)].map(([, inside = '']) => inside)
		: [];

const isExpression = (storedValue: unknown): boolean =>
	typeof storedValue === 'string' && storedValue.startsWith('=');
const noValue = 'The expression returned no value.';
const emptyOption = 'Enter a value, correct the expression, or remove the option.';
const emptyInRow =
	'Enter a value, correct the expression, or remove the row. For an intended blank, enter a space.';

/** A reader over any source of values: the node's parameters, a collection, a row. */
export function createReader(source: ValueSource): Reader {
	const {
		isThere,
		rowName,
		ifEmpty,
		missingField,
		noteEmpty,
		addHint,
		now,
		limits,
		timezone,
		defaults = noDefaults,
		asking = noQuestion,
	} = source;
	/** Each is asked for several times an item. */
	const ownCollections = new Map<string, Reader>();
	const invalid = (name: string, message: string, remediation: string): InvalidInput =>
		new InvalidInput(
			name,
			rowName === undefined ? message : message.replace(/\.?$/, ` (${rowName}).`),
			remediation,
		);
	const storedValue = (name: string): unknown => source.storedValue?.(name);
	const get = (name: string): unknown => {
		const value = source.get(name);
		if (ifEmpty !== undefined && isThere(name) && isMissing(value))
			throw invalid(name, isExpression(storedValue(name)) ? noValue : 'The value is empty.', ifEmpty);
		return value;
	};
	const checked = (name: string): string => {
		const problem = missingField?.(storedValue(name));
		if (problem !== undefined) throw invalid(name, problem.message, problem.remediation);
		return name;
	};
	/** Throws for `{{ $json.name }}` in a fixed text. Other braces, such as a template's `{{1}}`, may be meant. */
	const evaluated = (name: string): string => {
		const inside = inFixedBraces(storedValue(name));
		if (inside.some((code) => /\$[a-z(]/i.test(code)))
			throw invalid(name, 'A fixed text has an expression in it.', 'Switch the field to Expression.');
		if (inside.length > 0)
			addHint?.(
				'Some fixed texts have double braces, which are sent as they are. For expressions, switch the field to Expression.',
			);
		return name;
	};
	const rawValueOf = (name: string): Given => ({
		value: get(name),
		invalid: (message, remediation) => invalid(name, message, remediation),
	});
	const membersOf = (
		members: Record<string, unknown>,
		storedMembers: unknown,
	): Omit<ValueSource, 'place' | 'ifEmpty' | 'collections'> => ({
		get: (name) => members[name],
		isThere: (name) => Object.hasOwn(members, name),
		storedValue: (name) => propertyOf(storedMembers, name),
		missingField,
		noteEmpty,
		addHint,
		now,
		limits,
		defaults,
		asking,
		timezone,
	});
	const optional = <Value>(name: string, read: (value: Given) => Value): Value | undefined => {
		const value = rawValueOf(name);
		return isMissing(value.value) ? undefined : read(value);
	};
	return {
		now,
		limits,
		defaults,
		asking,
		value: get,
		required(name) {
			const value = get(evaluated(name));
			if (isMissing(value)) checked(name);
			return value;
		},
		has: (name) => !isMissing(get(name)),
		isThere,
		invalid,
		text: (name) => textOf(rawValueOf(evaluated(name))),
		optionalText: (name) => optional(evaluated(name), textOf),
		messageText: (name) => textOf(rawValueOf(checked(evaluated(name)))),
		optionalMessageText: (name) => optional(checked(evaluated(name)), textOf),
		messageJson(name) {
			const rawValue = rawValueOf(checked(name));
			return jsonOf({
				...rawValue,
				// Braces are JSON's own, so they are looked at only where it is none.
				invalid(message, remediation) {
					evaluated(name);
					return rawValue.invalid(message, remediation);
				},
			});
		},
		noteEmpty: (partName) => noteEmpty?.(partName),
		addHint: (hint) => addHint?.(hint),
		integer: (name) => integerOf(rawValueOf(name)),
		optionalInteger: (name) => optional(name, integerOf),
		number: (name) => numberOf(rawValueOf(name)),
		flag: (name) => flagOf(rawValueOf(name)),
		optionalFlag: (name) => optional(name, flagOf),
		choice: (name, choices) => choiceOf(rawValueOf(name), choices),
		optionalChoice: (name, choices) => optional(name, (value) => choiceOf(value, choices)),
		optionalInstant: (name) => optional(name, ({ value }) => instantOf(value, timezone, name)),
		optionalDay: (name) => optional(name, ({ value }) => dayOf(value, timezone, name)),
		locator: (name) => locatorOf(rawValueOf(name)),
		json: (name) => jsonOf(rawValueOf(name)),
		rows: (name, group) =>
			rowsOf(rawValueOf(name), group).map((row, index) =>
				createReader({
					...membersOf(row, propertyOf(propertyOf(storedValue(name), group), index)),
					...(ifEmpty !== undefined && { ifEmpty: emptyInRow, isThere: () => true }),
					rowName: `${group} ${index + 1}${rowName === undefined ? '' : ` of ${rowName}`}`,
				}),
			),
		within(name) {
			const collections = source.collections?.(name) ?? ownCollections;
			const cached = collections.get(name);
			if (cached !== undefined) return cached;
			const members = isThere(name) ? get(name) : {};
			if (!isRecord(members))
				throw invalid(
					name,
					"The value isn't an object.",
					'Remove the expression, and set each option on its own.',
				);
			const reader = createReader({
				...membersOf(members, storedValue(name)),
				rowName,
				ifEmpty: emptyOption,
			});
			collections.set(name, reader);
			return reader;
		},
	};
}
