import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import {
	endingOf,
	entriesInCountry,
	listEntries,
	numberInCountry,
	callingCodeOf,
	prefixInCountry,
	withoutOptionalDigit,
} from '../../../protocol/recipients/phoneNumbers';
import { isAuthorsOwn } from '../operations/expressions/code';
import { type GroupInfo, type Operation, readUpTo } from '../operations/operation';
import type { Reader } from '../operations/reader';
import { optionLists } from '../operations/optionLists';
import { withCommas } from '../../../protocol/validation';

/** What tells a tool. n8n 1 does not say who calls. */
export type ToolContext = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/**
 * Whether n8n runs the node as a tool of an AI agent. Newer agents have the engine run it like any other node, so that only
 * its type tells; older ones, agents inside of agents and n8n's MCP server call it themselves.
 */
export const isTool = (context: ToolContext): boolean =>
	context.getNode().type.endsWith('Tool') || isCalledDirectly(context);

/** Whether n8n runs the node as the step that reviews a tool before an agent may use it. */
export const isReview = (context: ToolContext): boolean => context.getNode().type.endsWith('HitlTool');

/** Whether an agent calls the node itself, past the engine: then every try is a run of its own. */
export const isCalledDirectly = (context: ToolContext): boolean => context.isToolExecution?.() === true;

/** How to fix a value that a model can influence. */
export const authorsValue =
	"Use a fixed value, or a node before the agent by name: $('Customer').first().json.phone. Also allowed: $vars, $execution, $workflow, $now, $env. Write texts in quotes, not in backticks.";

const allowedRecipientsName = 'allowedRecipients';
const allowedGroupsName = 'allowedGroups';
const maxMessagesName = 'maxMessages';
const dryRunName = 'dryRun';
const excludedRecipientsName = 'excludedRecipients';
/** What only the author of a workflow may set: limits, and what the law asks of marketing messages. */
export const authorsNames = [
	allowedRecipientsName,
	allowedGroupsName,
	excludedRecipientsName,
	maxMessagesName,
	dryRunName,
	'outsideAllowedHours',
	'optOutMention',
];

/** The option of every operation that sends to numbers. */
export const allowedRecipientsOption: INodeProperties = {
	displayName: 'Allowed Recipients',
	name: allowedRecipientsName,
	type: 'string',
	default: '',
	placeholder: 'e.g. +33600123456, +33*',
	description:
		'Phone numbers this node may send to, comma-separated. Use a trailing * as a wildcard: +33* allows French numbers. Messages to other numbers are rejected before sending.',
};

/** The option of every operation that sends to numbers: opt-out lists. */
export const excludedRecipientsOption: INodeProperties = {
	displayName: 'Excluded Recipients',
	name: excludedRecipientsName,
	type: 'string',
	default: '',
	placeholder: 'e.g. +33600123456, +33600789012',
	description:
		'Phone numbers that get no message, such as your opt-out list: an array by expression, or comma-separated. The output lists them under excluded.',
};

/** The option of every operation that sends to a group, whose numbers nobody names. */
export const allowedGroupsOption: INodeProperties = {
	displayName: 'Allowed Groups',
	name: allowedGroupsName,
	type: 'string',
	default: '',
	placeholder: 'e.g. 12, VIP Clients',
	description:
		'IDs or exact names of the groups this node may send to, comma-separated. Messages to other groups are rejected before sending.',
};

const mostMessages = 1_000_000;

/** The option of every operation that sends. */
export const maxMessagesOption: INodeProperties = {
	displayName: 'Max Messages',
	name: maxMessagesName,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: mostMessages },
	noDataExpression: true,
	default: 10,
	description:
		'Max number of messages this node may send in one workflow execution. Each recipient counts, across items, loops and AI agent calls. A run that would exceed the limit is rejected as a whole before sending.',
};

/** The option of every operation that sends. Adding it turns it on. */
export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: dryRunName,
	type: 'boolean',
	default: true,
	description:
		'Whether to check everything but send nothing. The output shows what would be sent: requests, recipients, segments, schedule.',
};

/** Reads {@link dryRunOption}. */
export const readDryRun = (options: Reader): boolean => options.flag(dryRunName);

/** What the author of a workflow allows a node to send. Members that are not set allow everything. */
export interface SendPolicy {
	allowsNumber?: ((number: string) => boolean) | undefined;
	allowsGroup?: ((names: readonly string[]) => boolean) | undefined;
	/** Throws {@link InvalidInput} where it can't be told. */
	isExcluded?: ((number: string) => boolean) | undefined;
	maxMessages?: number | undefined;
}

const whoMayChange =
	"This message was not sent. Only the workflow author can change this limit, in the node's options.";

/**
 * Countries and areas: `+33*`, `0033 6*`. A national one is what national numbers begin with, as they are sent. Where a country is
 * set, bare digits of another one could be of its own national numbers.
 */
function prefixIn(entry: string, countryCode: string): string | undefined {
	const text = entry.slice(0, -1).replace(/[\s.\-/]/g, '');
	const [, sign, digits] = /^(\+|00)?([1-9]\d*)$/.exec(text) ?? [];
	if (digits !== undefined)
		return sign === undefined && !digits.startsWith(callingCodeOf(countryCode)) ? undefined : digits;
	const [nationalPrefix] = /^0(?:[1-9]\d*)?$/.exec(text) ?? [];
	return nationalPrefix && prefixInCountry(nationalPrefix, countryCode);
}

/** Never to remove it: later, it may not be empty. */
const emptyLimit = (name: string): string =>
	`Enter a value, or correct the expression.${name === excludedRecipientsName ? ' To exclude no one, return an empty array: [].' : ''}`;

/** A list that is there must not come out empty: then nobody could tell whether all are allowed, or none. */
function entriesOf(value: unknown, field: string): string[] {
	const entries = listEntries(value, field).map((entry) =>
		typeof entry === 'string' || typeof entry === 'number' ? String(entry).trim() : '?',
	);
	const filled = entries.filter((entry) => entry !== '');
	if (filled.length === 0)
		throw new InvalidInput(field, 'The value is empty.', 'Enter a value, or remove the option.');
	return filled;
}

function allowedNumbers(value: unknown, countryCode: string): (number: string) => boolean {
	const numbers = new Set<string>();
	const prefixes: string[] = [];
	for (const [index, entry] of entriesOf(value, allowedRecipientsName).entries()) {
		const isPrefix = entry.endsWith('*');
		const digits = isPrefix ? prefixIn(entry, countryCode) : numberInCountry(entry, countryCode);
		if (digits === undefined) {
			entriesInCountry([entry], countryCode, allowedRecipientsName);
			throw new InvalidInput(
				allowedRecipientsName,
				`Entry ${index + 1}${endingOf(entry)} isn't a phone number or a prefix.`,
				'Use the international format. Add a trailing * as a wildcard, such as +33*.',
			);
		}
		if (isPrefix) prefixes.push(digits);
		else numbers.add(withoutOptionalDigit(digits));
	}
	return (number) =>
		numbers.has(withoutOptionalDigit(number)) || prefixes.some((prefix) => number.startsWith(prefix));
}

const isNational = (number: string): boolean => number.startsWith('0');

/** Nobody on the list may get a message, so each entry has to be a number, and comparable. An empty array excludes nobody. */
function excludedNumbers(value: unknown, countryCode: string): (number: string) => boolean {
	const entries =
		Array.isArray(value) && value.length === 0 ? [] : listEntries(value, excludedRecipientsName);
	const numbers = entries.map((entry, index) => {
		const isText = typeof entry === 'string' || typeof entry === 'number';
		const number = isText ? numberInCountry(entry, countryCode) : undefined;
		if (number !== undefined) return number;
		entriesInCountry(entries, countryCode, excludedRecipientsName);
		throw new InvalidInput(
			excludedRecipientsName,
			`Entry ${index + 1}${endingOf(entry)} isn't a phone number.`,
			'Use the international format, such as +33 6 12 34 56 78.',
		);
	});
	const excluded = new Set(numbers.map(withoutOptionalDigit));
	const [hasNational, hasInternational] = [numbers.some(isNational), !numbers.every(isNational)];
	return (number) => {
		if (excluded.has(withoutOptionalDigit(number))) return true;
		if (!(isNational(number) ? hasInternational : hasNational)) return false;
		throw new InvalidInput(
			excludedRecipientsName,
			`The recipient${endingOf(number)} can't be compared: some numbers are national, others international.`,
			'Set Default Country Code in the credential, or use international numbers everywhere.',
		);
	};
}

/** Names may hold semicolons, so only commas and line breaks separate them. What consists of digits is an ID. */
function allowedGroups(value: unknown): (names: readonly string[]) => boolean {
	const list = typeof value === 'string' ? value.split(/[,\r\n]/) : value;
	const allowed = new Set(entriesOf(list, allowedGroupsName));
	return (names) => names.some((name) => allowed.has(name));
}

/** Nobody keeps a limit that they may set themselves. */
function rejectOfModel(storedValue: unknown, listName: string): void {
	// n8n 2.40 makes no options at all of such an expression, before a node sees it.
	if (typeof storedValue === 'string' && storedValue.startsWith('='))
		throw new InvalidInput(
			listName,
			'An AI agent can influence an expression for all options, so it limits nothing.',
			'Remove the expression, and set each option on its own.',
		);
	const inside = typeof storedValue === 'object' && storedValue !== null ? Object.entries(storedValue) : [];
	for (const [name, value] of inside) {
		if (!authorsNames.includes(name) || isAuthorsOwn(value)) continue;
		throw new InvalidInput(
			name,
			'An AI agent may influence this expression, so it limits nothing.',
			authorsValue,
		);
	}
}

type NumberCheck = (number: string) => boolean;

/** Remembers the list of the item before: it is mostly the same for all items of a run. */
function remembering(read: (value: unknown, countryCode: string) => NumberCheck): typeof read {
	let last: { value: unknown; countryCode: string; check: NumberCheck } | undefined;
	return (value, countryCode) => {
		if (last?.value !== value || last?.countryCode !== countryCode)
			last = { value, countryCode, check: read(value, countryCode) };
		return last.check;
	};
}

/** How the limits of a node's items are read. Throws {@link InvalidInput} for one that would limit nothing. */
export function createPolicyReader(
	context: ToolContext,
): (options: Reader, operation: Operation) => SendPolicy {
	const { parameters } = context.getNode();
	const isForAgent = isTool(context);
	const allowed = remembering(allowedNumbers);
	const excluded = remembering(excludedNumbers);
	return (options, operation) => {
		if (!operation.sends) return {};
		if (isForAgent) optionLists.forEach((name) => rejectOfModel(parameters[name], name));
		const read = <Limit>(name: string, limitOf: (value: unknown) => Limit): Limit | undefined => {
			if (!options.isThere(name)) return undefined;
			const limit = limitOf(options.value(name, emptyLimit(name)));
			options.checkEntries(name);
			return limit;
		};
		return {
			allowsNumber: read(allowedRecipientsName, (value) => allowed(value, options.defaults.countryCode)),
			isExcluded: read(excludedRecipientsName, (value) => excluded(value, options.defaults.countryCode)),
			allowsGroup: read(allowedGroupsName, allowedGroups),
			maxMessages: readUpTo(options, maxMessagesName, mostMessages, 'to send without a limit'),
		};
	};
}

/** Throws {@link InvalidInput} where a number is not allowed. Its place is not named: repeated ones are left out. */
export function checkNumbers({ allowsNumber }: SendPolicy, numbers: readonly string[]): void {
	if (allowsNumber === undefined) return;
	const rejectedNumbers = numbers.filter((number) => !allowsNumber(number));
	if (rejectedNumbers.length === 0) return;
	const ending = rejectedNumbers.length === 1 ? endingOf(rejectedNumbers[0]) : '';
	const verb = rejectedNumbers.length === 1 ? "isn't" : "aren't";
	const who =
		numbers.length === 1 ? 'The recipient' : `${rejectedNumbers.length} of ${numbers.length} recipients`;
	throw new InvalidInput(allowedRecipientsName, `${who}${ending} ${verb} in the list.`, whoMayChange);
}

/** Throws {@link InvalidInput} where a group is not allowed. */
export function checkGroup({ allowsGroup }: SendPolicy, { names }: GroupInfo): void {
	if (allowsGroup?.(names) !== false) return;
	throw new InvalidInput(allowedGroupsName, "The group isn't in the list.", whoMayChange);
}

/** What is over the limit: all messages of a run, so that nobody has to find out which of them left. */
export function tooMany(total: number, maximum: number): InvalidInput {
	const [would, allowed] = [total, maximum].map(withCommas);
	return new InvalidInput(
		maxMessagesName,
		`This execution would send ${would} messages (limit: ${allowed}).`,
		whoMayChange,
	);
}
