import { InvalidInput } from '../../../protocol/errors';
import type { RequestLimits } from '../../../protocol/recipients/splitting';
import type { Defaults } from '../http/transport';
import type { TextProblem, ValueUse } from './expressions/fieldCheck';
import { type CodeReaders, isJsonTemplate, isMixed, mixedJson } from './expressions/jsonTemplate';
import type { TextUse } from './expressions/missingWords';
import { expressions, hasBareCode, hasExpression, inBraces, isExpression } from './expressions/code';
import type { Asking, TextPart } from './asking';
import { dayOf, instantOf } from './instant';
import { optionLists } from './optionLists';
import {
	toChoice,
	toFlag,
	toInteger,
	isMissing,
	isRecord,
	readJson,
	type Locator,
	toLocator,
	toNumber,
	propertyOf,
	type RawValue,
	toRows,
	toText,
} from './values';

/** What all readers of an item share. */
export interface ItemFacts {
	/** The time at which the run began: the same for all its items. */
	now: Date;
	/** How many recipients a request takes. */
	limits: RequestLimits;
	/** The workflow's time zone, in which n8n's date-time picker is meant. */
	timezone: string;
	/** What the credential has where a field is empty. */
	defaults: Defaults;
	asking: Asking;
	/** Returns the error about a stored value that references a field that the item doesn't have, or an empty one in a key. */
	missingField?: (storedValue: unknown, use: ValueUse) => TextProblem | undefined;
	/** The same about a list. */
	missingEntry?: (storedValue: unknown) => TextProblem | undefined;
	/** Returns the error about a text of which an expression has made "undefined". */
	missingValue?: ((storedValue: unknown, text: string, use: TextUse) => TextProblem | undefined) | undefined;
	noteEmpty?: (partName: string) => void;
	addHint?: (hint: string) => void;
}

/** Where a reader finds its values: the node's parameters, a collection, or a row. */
export interface ValueSource {
	get: (name: string) => unknown;
	isThere: (name: string) => boolean;
	/** The value as it is stored: what an expression says, not what it returns. */
	storedValue?: (name: string) => unknown;
	/** How the expressions in a stored value are read one by one. */
	codeReaders?: (name: string) => CodeReaders;
	/** Among rows, which one: "suggestion 2 of card 3". */
	rowName?: string | undefined;
	/** Why a value that is there must not be empty, as what to do about it; it may be where this is not set. */
	ifEmpty?: string | undefined;
	/** Where the readers of collections are kept: those of some that are the same for all items, for the whole run. */
	collections?: (names: readonly string[]) => Map<string, Reader> | undefined;
}

const noValue = 'The expression returned no value.';
const inField = 'Only the field itself can have expressions: use replace() for placeholders in the data.';
const emptyOption = 'Enter a value, correct the expression, or remove the option.';
const emptyInRow =
	'Enter a value, correct the expression, or remove the row. For an intended blank, enter a space.';
const noBraces = 'An expression in it has no double braces, so people would read its code.';
const addBraces = 'Put it in double braces, and switch the field to Expression.';
const bracesHint =
	'Some fixed texts have double braces, which are sent as they are. For expressions, switch the field to Expression.';

/**
 * Gives an operation its parameters, typed. Operations never see n8n's own context, so that how a value is found
 * (once for all items, by expression, from a collection) is decided in one place.
 * Every method throws {@link InvalidInput} where the value is not of the asked kind.
 */
export class Reader {
	readonly now: Date;
	readonly limits: RequestLimits;
	readonly defaults: Defaults;
	readonly asking: Asking;
	/** Each is asked for several times an item. */
	private readonly ownCollections = new Map<string, Reader>();

	constructor(
		private readonly facts: ItemFacts,
		private readonly source: ValueSource,
	) {
		this.now = facts.now;
		this.limits = facts.limits;
		this.defaults = facts.defaults;
		this.asking = facts.asking;
	}

	/**
	 * The value as it is; undefined where the parameter is not set. Throws where an option's expression has failed.
	 *
	 * @param ifEmpty what to do about an option that is there, but empty
	 */
	value(name: string, ifEmpty = this.source.ifEmpty): unknown {
		const value = this.source.get(name);
		if (value instanceof InvalidInput) throw value;
		if (ifEmpty === undefined || !this.isThere(name) || !isMissing(value)) return value;
		throw this.invalid(name, isExpression(this.storedValue(name)) ? noValue : 'The value is empty.', ifEmpty);
	}

	/**
	 * The value as it is, of a field that everything depends on. An expression in a fixed text is an error, and so is a missing
	 * value whose expression references a field that the item doesn't have.
	 */
	required(name: string): unknown {
		this.checkBraces(name);
		const value = this.value(name);
		if (isMissing(value)) this.checkReferences(name);
		return value;
	}

	/** Throws where an entry of a list references a field that the item doesn't have, or consists of an empty one in part. */
	checkEntries(name: string): void {
		const problem = this.facts.missingEntry?.(this.storedText(name));
		if (problem !== undefined) throw this.invalid(name, problem.message, problem.remediation);
	}

	has(name: string): boolean {
		return !isMissing(this.value(name));
	}

	/** Whether it was added to its collection, whatever came out of it. */
	isThere(name: string): boolean {
		return this.source.isThere(name);
	}

	/** An error about a value, which says where in its rows it stands. */
	invalid(name: string, message: string, remediation: string): InvalidInput {
		const { rowName } = this.source;
		const text = rowName === undefined ? message : message.replace(/\.?$/, ` (${rowName}).`);
		return new InvalidInput(name, text, remediation);
	}

	/** Text; numbers and booleans are taken as their text, a missing value as ''. Its parts and words are checked, see {@link checkWords}. */
	text(name: string): string {
		const text = toText(this.rawValue(name));
		this.checkWords(name, text, 'data');
		return text;
	}

	/** Text in place of a default, which counts only where the field was left empty: an expression must return a value. */
	textOverDefault(name: string): string {
		const text = this.text(name).trim();
		const stored = this.storedText(name);
		if (text !== '' || !isExpression(stored) || stored.trim() === '=') return text;
		throw this.invalid(name, noValue, 'Correct the expression, or clear the field to use the default.');
	}

	/** Text that tells messages apart: a reference to a field that the item doesn't have, or that is empty, is an error. */
	keyText(name: string): string {
		const key = this.text(name);
		this.checkReferences(name, 'key');
		return key;
	}

	/**
	 * Text that people read; with the use `data`, text that they open, call or send back by a tap, of which no part may be empty, JSON
	 * aside. A reference to a field that the item doesn't have is an error, and so is an expression in a fixed text. For the words of
	 * an expression, see {@link checkWords}.
	 */
	messageText(name: string, use: TextUse = 'message'): string {
		return this.optionalMessageText(name, use) ?? '';
	}

	optionalMessageText(name: string, use: TextUse = 'message'): string | undefined {
		const ofText = use === 'data' ? 'value' : 'text';
		this.checkReferences(name, isJsonTemplate(this.storedValue(name)) ? 'parts' : ofText);
		const rawValue = this.uncheckedValue(name);
		if (isMissing(rawValue.value)) return undefined;
		const text = toText(rawValue);
		this.checkWords(name, text, use);
		return text;
	}

	/** The same in parts, its expressions apart where a tool is reviewed: no value can pass for words of the author. */
	messageParts(name: string): TextPart[] {
		const { review } = this.asking;
		const stored = this.storedText(name);
		if (review === undefined || !isExpression(stored)) return [this.messageText(name)];
		this.checkReferences(name, 'parts');
		return stored
			.slice(1)
			.split(expressions)
			.map((text, index) => {
				if (index % 2 === 0) return text;
				const expression = `={{${text}}}`;
				return { expression, value: review.valueOf(name, expression) ?? '' };
			});
	}

	/**
	 * Throws where an expression has made a word such as "undefined" of a missing value, or has put an object, a date or a number into
	 * the text that nobody has written for people.
	 */
	checkWords(name: string, text: string, use: TextUse = 'message'): void {
		// What a model says is for the reviewer to judge.
		this.checkBraces(name, this.asking.review === undefined ? text : undefined);
		if (this.asking.review !== undefined) return;
		const problem = this.facts.missingValue?.(this.storedText(name), text, use);
		if (problem !== undefined) throw this.invalid(name, problem.message, problem.remediation);
	}

	/** A whole message as JSON. Its words are for {@link checkWords}, once it is known to be a message. */
	messageJson(name: string): unknown {
		this.checkReferences(name, 'parts');
		const invalid = this.invalid.bind(this, name);
		const stored = this.storedValue(name);
		if (isMixed(stored)) return mixedJson(stored, this.source.codeReaders?.(name), invalid);
		return readJson({
			value: this.value(name),
			invalid: (...words) => {
				// Braces are JSON's own, so they are looked at only where it is none.
				this.checkBraces(name);
				return invalid(...words);
			},
		});
	}

	/** Notes a part of a text that is there, but empty: a hint names it once for the run. */
	noteEmpty(partName: string): void {
		this.facts.noteEmpty?.(partName);
	}

	/** Adds a hint about the item to the run: something that looks wrong, but is for the service to decide. */
	addHint(hint: string): void {
		this.facts.addHint?.(hint);
	}

	/** A whole number, also where an expression gives it as text. */
	integer(name: string): number {
		return toInteger(this.rawValue(name));
	}

	optionalInteger(name: string): number | undefined {
		return this.optional(name, toInteger);
	}

	/** Any number, also where an expression gives it as text. */
	number(name: string): number {
		return toNumber(this.rawValue(name));
	}

	flag(name: string): boolean {
		return toFlag(this.rawValue(name));
	}

	optionalFlag(name: string): boolean | undefined {
		return this.optional(name, toFlag);
	}

	choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
		return toChoice(this.rawValue(name), choices);
	}

	optionalChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
		return this.optional(name, (rawValue) => toChoice(rawValue, choices));
	}

	/** A date-time: n8n's picker (in the workflow's time zone), ISO 8601, a Date, a Luxon DateTime, milliseconds. */
	optionalInstant(name: string): Date | undefined {
		return this.optional(name, ({ value }) => {
			this.checkEntries(name);
			return instantOf(value, this.facts.timezone, name);
		});
	}

	/** The day of a date-time, `yyyy-mm-dd`, as it is written there. */
	optionalDay(name: string): string | undefined {
		return this.optional(name, ({ value }) => dayOf(value, this.facts.timezone, name));
	}

	/**
	 * A choice from a list, or its ID or name: both are checked as {@link text} is. An expression without a value chooses nothing;
	 * an empty text is for the operation to take or not.
	 */
	locator(name: string): Locator {
		this.checkReferences(name);
		const rawValue = this.uncheckedValue(name);
		const choice = isRecord(rawValue.value) ? rawValue.value.value : rawValue.value;
		if ((choice === undefined || choice === null) && isExpression(this.storedText(name)))
			throw this.invalid(name, noValue, 'Correct the expression, or choose from the list.');
		const locator = toLocator(rawValue);
		this.checkWords(name, locator.value, 'data');
		return locator;
	}

	/** The rows of a fixed collection: `rows('variables', 'variable')`. */
	rows(name: string, group: string): Reader[] {
		const { ifEmpty, rowName } = this.source;
		const storedRows = propertyOf(this.storedValue(name), group);
		return toRows(this.rawValue(name), group).map((row, index) =>
			this.readerOf(row, propertyOf(storedRows, index), {
				...(ifEmpty !== undefined && { ifEmpty: emptyInRow, isThere: () => true }),
				rowName: `${group} ${index + 1}${rowName === undefined ? '' : ` of ${rowName}`}`,
			}),
		);
	}

	/**
	 * A collection's members, which are optional: one that was added must have a value. Leaving out a Send At would send at
	 * once. The same goes for the rows of a member.
	 */
	within(name: string): Reader {
		return this.collected([name]);
	}

	/** The members of all lists of options, in whichever one they stand. */
	options(): Reader {
		return this.collected(optionLists);
	}

	private collected(names: readonly string[]): Reader {
		const collections = this.source.collections?.(names) ?? this.ownCollections;
		const key = names.join();
		const cached = collections.get(key);
		if (cached !== undefined) return cached;
		const members: Record<string, unknown> = {};
		const storedMembers: Record<string, unknown> = {};
		for (const name of names) {
			Object.assign(members, this.membersOf(name));
			const stored = this.storedValue(name);
			if (isRecord(stored)) Object.assign(storedMembers, stored);
		}
		const { rowName } = this.source;
		const reader = this.readerOf(members, storedMembers, { rowName, ifEmpty: emptyOption });
		collections.set(key, reader);
		return reader;
	}

	private membersOf(name: string): Record<string, unknown> {
		const members = this.isThere(name) ? this.value(name) : {};
		if (isRecord(members)) return members;
		throw this.invalid(
			name,
			"The value isn't an object.",
			'Remove the expression, and set each option on its own.',
		);
	}

	private readerOf(
		members: Record<string, unknown>,
		storedMembers: unknown,
		place: Partial<ValueSource>,
	): Reader {
		return new Reader(this.facts, {
			get: (name) => members[name],
			isThere: (name) => Object.hasOwn(members, name),
			storedValue: (name) => propertyOf(storedMembers, name),
			...place,
		});
	}

	private storedValue(name: string): unknown {
		return this.source.storedValue?.(name);
	}

	/** The same of a field with one text, also of one that chooses from a list. */
	private storedText(name: string): unknown {
		const storedValue = this.storedValue(name);
		return propertyOf(storedValue, 'value') ?? storedValue;
	}

	/** A value whose expression has no gaps: without a part, it would be another one. */
	private rawValue(name: string): RawValue {
		const rawValue = this.uncheckedValue(name);
		if (!isMissing(rawValue.value)) this.checkReferences(name);
		return rawValue;
	}

	private uncheckedValue(name: string): RawValue {
		return {
			value: this.value(name),
			invalid: (message, remediation) => this.invalid(name, message, remediation),
		};
	}

	private optional<Value>(name: string, read: (rawValue: RawValue) => Value): Value | undefined {
		const rawValue = this.rawValue(name);
		return isMissing(rawValue.value) ? undefined : read(rawValue);
	}

	/** Throws where the stored text references a field that the item doesn't have. */
	private checkReferences(name: string, use: ValueUse = 'value'): void {
		const problem = this.facts.missingField?.(this.storedText(name), use);
		if (problem !== undefined) throw this.invalid(name, problem.message, problem.remediation);
	}

	/** Throws for `{{ $json.name }}` in a fixed text, or in the data. Other braces, such as a template's `{{1}}`, may be meant. */
	private checkBraces(name: string, sentText?: string): void {
		const stored = this.storedText(name);
		const isFixed = !isExpression(stored);
		if (typeof stored === 'string' && hasBareCode(stored)) throw this.invalid(name, noBraces, addBraces);
		const text = sentText ?? (isFixed ? stored : undefined);
		if (typeof text !== 'string') return;
		if (hasExpression(text))
			throw isFixed
				? this.invalid(name, 'A fixed text has an expression in it.', 'Switch the field to Expression.')
				: this.invalid(name, 'The data has an expression in it, which people would read.', inField);
		if (isFixed && inBraces(text).length > 0) this.addHint(bracesHint);
	}
}
