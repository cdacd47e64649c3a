import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { RequestLimits } from '../../../protocol/recipients/limits';
import { isAuthorsOwn, isCalledDirectly, isReview } from '../policy/agentTool';
import type { Defaults } from '../http/credential';
import { createFieldCheck, type FieldCheck } from './expressions/fieldCheck';
import { readerOff } from './expressions/plainExpression';
import { toolInputOf } from '../waiting/toolInput';
import { createReader, isRecord, type Reader } from './reader';
import { optionsName } from './properties';

/** Whether a stored parameter holds no expression anywhere, so that it is the same for every item. */
function isStatic(storedValue: unknown): boolean {
	if (typeof storedValue === 'string') return !storedValue.startsWith('=');
	if (typeof storedValue !== 'object' || storedValue === null) return true;
	return Object.values(storedValue).every(isStatic);
}

/** Options with long lists, which would take seconds to evaluate for each item of a large run. */
const readOnce: ReadonlySet<string> = new Set(['options.excludedRecipients']);

/** All that a node has put out, or its first or last item, and nothing else that could be an item's: no `$`, no brackets. */
const ofAnotherNode = /^=\s*\{\{\s*\$\((?:'[^'\\]+'|"[^"\\]+")\)\.(?:all|first|last)\(\)[^$[\]\\]*\}\}\s*$/;

/** Whether an expression reads nothing of an item, so that it is the same for all items of a run. */
const isSameForAll = (storedValue: unknown): boolean =>
	typeof storedValue === 'string' && ofAnotherNode.test(storedValue) && isAuthorsOwn(storedValue);

const isDate = (value: unknown): value is { toISO: () => string } =>
	typeof value === 'object' && value !== null && 'toISO' in value && typeof value.toISO === 'function';

/** n8n makes texts of the dates within an object, but not of a date by itself. */
const asMember = (value: unknown): unknown => (isDate(value) ? value.toISO() : value);

/** n8n's expression errors explain themselves, but carry the raw expression: only their words are kept. */
function expressionFailure(name: string, error: unknown): InvalidInput {
	const words = error instanceof Error ? error.message : 'the expression failed';
	return new InvalidInput(name, `The expression failed: ${words}`, 'Correct the expression.');
}

export interface ParameterReaders {
	readerFor: (item: number) => Reader;
	/** Names of the fields that texts reference and that were empty. */
	emptyFields: FieldCheck['emptyFields'];
}

/**
 * Readers for a node's items. Reading a parameter with an expression costs n8n about 230 µs: a static one is the same for
 * all items and is read once for the whole run, one that points at a value of the input is read off the input.
 */
export function createParameterReaders(
	context: IExecuteFunctions,
	limits: RequestLimits,
	{ defaultsOf, addHint }: { defaultsOf: (item: number) => Defaults; addHint: (hint: string) => void },
): ParameterReaders {
	const storedParameters = context.getNode().parameters;
	// An agent that calls the node itself gives what the model says as its input, but n8n's $json is another.
	const input = isCalledDirectly(context) ? [] : context.getInputData();
	const now = new Date();
	const timezone = context.getTimezone();
	const expressions = new Set(
		Object.keys(storedParameters).filter((name) => !isStatic(storedParameters[name])),
	);
	/** By the defaults of an item's credential, which their readers have, too. */
	const staticCollections = new Map<Defaults, Map<string, Reader>>();

	const evaluate = (path: readonly string[], item: number): unknown => {
		try {
			const value: unknown = context.getNodeParameter(path.join('.'), item, undefined);
			return value;
		} catch (error) {
			throw expressionFailure(path.at(-1) ?? '', error);
		}
	};
	/** How a parameter is found, decided once for the run. */
	const readerOfValue = (value: unknown, path: readonly string[]): ((item: number) => unknown) => {
		if (value === undefined) return () => undefined;
		if (isStatic(value) || (readOnce.has(path.join('.')) && isSameForAll(value))) {
			let cached: { read: unknown } | undefined;
			return (item) => (cached ??= { read: evaluate(path, item) }).read;
		}
		if (path.join() === optionsName && isRecord(value)) {
			const members = Object.entries(value).map(
				([name, member]) => [name, readerOfValue(member, [...path, name])] as const,
			);
			return (item) =>
				Object.fromEntries(members.map(([name, readValue]) => [name, asMember(readValue(item))]));
		}
		const readOff = readerOff(value);
		if (readOff === undefined) return (item) => evaluate(path, item);
		return (item) => readOff(input[item]?.json) ?? evaluate(path, item);
	};
	const valueReaders = new Map<string, (item: number) => unknown>();
	const read = (name: string, item: number): unknown => {
		const readValue = valueReaders.get(name) ?? readerOfValue(storedParameters[name], [name]);
		valueReaders.set(name, readValue);
		return readValue(item);
	};
	const asking = {
		toolInput: isReview(context) ? () => toolInputOf(context) : undefined,
		resumeUrl: (query: Record<string, string>) => context.getSignedResumeUrl(query),
	};
	const { missingField, noteEmpty, emptyFields } = createFieldCheck(context, input);
	const readerFor = (item: number): Reader => {
		const defaults = defaultsOf(item);
		const collections = staticCollections.get(defaults) ?? new Map<string, Reader>();
		staticCollections.set(defaults, collections);
		return createReader({
			get: (name) => read(name, item),
			isThere: (name) => name in storedParameters,
			storedValue: (name) => storedParameters[name],
			missingField: (text) => missingField(text, item),
			noteEmpty,
			addHint,
			collections: (name) => (expressions.has(name) ? undefined : collections),
			now,
			limits,
			defaults,
			asking,
			timezone,
		});
	};
	return { readerFor, emptyFields };
}
