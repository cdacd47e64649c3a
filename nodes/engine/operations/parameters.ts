import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { RequestLimits } from '../../../protocol/recipients/splitting';
import { isCalledDirectly, isReview } from '../policy/sendPolicy';
import type { Defaults } from '../http/transport';
import { everyExpression, isAuthorsOwn, isExpression } from './expressions/code';
import { createFieldCheck, type FieldCheck } from './expressions/fieldCheck';
import type { CodeReaders } from './expressions/jsonTemplate';
import { readerOff } from './expressions/plainExpression';
import { changesByItself, withClockStopped } from './expressions/stoppedClock';
import { toolInputOf } from '../waiting/toolInput';
import type { Asking } from './asking';
import { Reader } from './reader';
import { isRecord } from './values';
import { optionLists } from './optionLists';

/** Whether a stored parameter holds no expression anywhere, so that it is the same for every item. */
const isStatic = (storedValue: unknown): boolean => everyExpression(storedValue, () => false);

/** Options with long lists, which would take seconds to evaluate for each item of a large run. */
const readOnce: ReadonlySet<string> = new Set(['safetyOptions.excludedRecipients']);

/** All that a node has put out, or its first or last item, and nothing else that could be an item's: no `$`, no brackets. */
const ofAnotherNode = /^=\s*\{\{\s*\$\((?:'[^'\\]+'|"[^"\\]+")\)\.(?:all|first|last)\(\)[^$[\]\\]*\}\}\s*$/;

/** Whether an expression reads nothing of an item, so that it is the same for all items of a run. */
const isSameForAll = (storedValue: unknown): boolean =>
	typeof storedValue === 'string' && ofAnotherNode.test(storedValue) && isAuthorsOwn(storedValue);

const isDate = (value: unknown): value is { toISO: () => string } =>
	typeof value === 'object' && value !== null && 'toISO' in value && typeof value.toISO === 'function';

/** n8n makes texts of the dates within an object, but not of a date by itself. */
const asMember = (value: unknown): unknown => (isDate(value) ? value.toISO() : value);

/** Finds the value of a parameter for an item. */
type ValueOf = (item: number) => unknown;

/** n8n's expression errors explain themselves, but carry the raw expression: only their words are kept. */
function expressionFailure(name: string, error: unknown): InvalidInput {
	const words = error instanceof Error ? error.message : 'the expression failed';
	return new InvalidInput(name, `The expression failed: ${words}`, 'Correct the expression.');
}

/** The values of a node's stored parameters. How one is found depends on its path only, so it is decided once for the run. */
class ParameterValues {
	private readonly stored: INodeParameters;
	/** Names of those that hold an expression somewhere. */
	private readonly expressions: ReadonlySet<string>;
	private readonly byName = new Map<string, ValueOf>();

	/**
	 * @param input items whose json n8n would give expressions as `$json`
	 * @param clock where it is stopped
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly input: readonly INodeExecutionData[],
		private readonly clock?: Date,
	) {
		this.stored = context.getNode().parameters;
		this.expressions = new Set(Object.keys(this.stored).filter((name) => !isStatic(this.stored[name])));
	}

	isStatic(name: string): boolean {
		return !this.expressions.has(name);
	}

	isThere(name: string): boolean {
		return name in this.stored;
	}

	storedValue(name: string): unknown {
		return this.stored[name];
	}

	valueOf(name: string, item: number): unknown {
		const find = this.byName.get(name) ?? this.findValue(this.stored[name], [name]);
		this.byName.set(name, find);
		return find(item);
	}

	private findValue(storedValue: unknown, path: readonly string[]): ValueOf {
		if (storedValue === undefined) return () => undefined;
		if (isStatic(storedValue) || (readOnce.has(path.join('.')) && isSameForAll(storedValue)))
			return this.once(path);
		if (optionLists.includes(path.join('.')) && isRecord(storedValue))
			return this.eachMember(storedValue, path);
		const { clock } = this;
		if (clock !== undefined && changesByItself(storedValue))
			return (item) => this.evaluateAt(clock, storedValue, item);
		const readOff = readerOff(storedValue);
		if (readOff === undefined) return (item) => this.evaluate(path, item);
		return (item) => readOff(this.input[item]?.json) ?? this.evaluate(path, item);
	}

	/** The same for all items: evaluated for the first that asks. */
	private once(path: readonly string[]): ValueOf {
		let cached: { value: unknown } | undefined;
		return (item) => (cached ??= { value: this.evaluate(path, item) }).value;
	}

	/** Of a collection with an expression somewhere, each member in its own way. One that fails is its error, thrown where it is read. */
	private eachMember(collection: Record<string, unknown>, path: readonly string[]): ValueOf {
		const members = Object.entries(collection).map(
			([name, member]) => [name, this.findValue(member, [...path, name])] as const,
		);
		const memberOf = (name: string, valueOf: ValueOf, item: number): unknown => {
			try {
				return asMember(valueOf(item));
			} catch (error) {
				return error instanceof InvalidInput ? error : expressionFailure(name, error);
			}
		};
		return (item) =>
			Object.fromEntries(members.map(([name, valueOf]) => [name, memberOf(name, valueOf, item)]));
	}

	/** An expression of a parameter by itself. */
	evaluateApart(name: string, expression: string, item: number): unknown {
		const { clock } = this;
		const text = clock === undefined ? expression : withClockStopped(expression, clock);
		try {
			return asMember(this.context.evaluateExpression(text.slice(1), item));
		} catch (error) {
			throw expressionFailure(name, error);
		}
	}

	/** What code returns, as a part of a text: n8n makes a text of it where it has another one beside it. */
	private textApart(name: string, code: string, item: number): string {
		const plain = readerOff(`={{${code}}}`)?.(this.input[item]?.json);
		const text = String(plain ?? this.evaluateApart(name, `={{${code}}}|`, item));
		return plain === undefined ? text.slice(0, -1) : text;
	}

	codeReaders(name: string, item: number): CodeReaders {
		return {
			textOf: (code) => this.textApart(name, code, item),
			valueOf: (code) => this.evaluateApart(name, `={{${code}}}`, item),
		};
	}

	/** The same as {@link evaluate}, with the clock stopped. */
	private evaluateAt(clock: Date, storedValue: unknown, item: number): unknown {
		if (isExpression(storedValue))
			return asMember(this.context.evaluateExpression(withClockStopped(storedValue, clock).slice(1), item));
		if (Array.isArray(storedValue)) return storedValue.map((entry) => this.evaluateAt(clock, entry, item));
		if (!isRecord(storedValue)) return storedValue;
		const members = Object.entries(storedValue);
		return Object.fromEntries(members.map(([name, member]) => [name, this.evaluateAt(clock, member, item)]));
	}

	private evaluate(path: readonly string[], item: number): unknown {
		try {
			const value: unknown = this.context.getNodeParameter(path.join('.'), item, undefined);
			return value;
		} catch (error) {
			throw expressionFailure(path.at(-1) ?? '', error);
		}
	}
}

/** Returns the timeout of the workflow's own settings, which has seconds, and -1 for none. n8n's own one can't be read. */
function timeoutOf(context: IExecuteFunctions): number {
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	return executionTimeout > 0 ? executionTimeout * 1000 : Infinity;
}

export interface ParameterReaders {
	readerFor: (item: number) => Reader;
	emptyFields: FieldCheck['emptyFields'];
}

/**
 * Readers for a node's items. Reading a parameter with an expression costs n8n about 230 µs: a static one is the same for
 * all items and is read once for the whole run, one that points at a value of the input is read off the input.
 *
 * @param facts.clock where the clock is stopped: then expressions say the same whenever they are read
 * @param facts.now the time that schedules and hours are compared with
 */
export function createParameterReaders(
	context: IExecuteFunctions,
	limits: RequestLimits,
	facts: {
		defaultsOf: (item: number) => Defaults;
		addHint: (hint: string) => void;
		clock?: Date | undefined;
		now?: Date;
	},
): ParameterReaders {
	// An agent that calls the node itself gives what the model says as its input, but n8n's $json is another.
	const input = isCalledDirectly(context) ? [] : context.getInputData();
	const { defaultsOf, addHint, clock, now = new Date() } = facts;
	const values = new ParameterValues(context, input, clock);
	const { missingField, missingEntry, missingValue, noteEmpty, emptyFields } = createFieldCheck(
		context,
		input,
	);
	const timezone = context.getTimezone();
	const asking: Asking = {
		review: isReview(context)
			? {
					toolInput: () => toolInputOf(context),
					// One item is reviewed at a time.
					valueOf: (name: string, expression: string) => values.evaluateApart(name, expression, 0),
				}
			: undefined,
		resumeUrl: (query: Record<string, string>) => context.getSignedResumeUrl(query),
		instanceId: () => context.getInstanceId(),
		timeoutMs: () => timeoutOf(context),
	};
	/** By the defaults of an item's credential, which their readers have, too. */
	const staticCollections = new Map<Defaults, Map<string, Reader>>();
	const readerFor = (item: number): Reader => {
		const defaults = defaultsOf(item);
		const collections = staticCollections.get(defaults) ?? new Map<string, Reader>();
		staticCollections.set(defaults, collections);
		return new Reader(
			{
				now,
				limits,
				timezone,
				asking,
				addHint,
				defaults,
				noteEmpty: (partName) => noteEmpty(partName, item),
				missingField: (storedValue, use) => missingField(storedValue, item, use),
				missingEntry: (storedValue) => missingEntry(storedValue, item),
				// Nobody reads what is said with the clock stopped.
				missingValue:
					clock === undefined
						? (storedValue, text, use) => missingValue(storedValue, text, item, use)
						: undefined,
			},
			{
				get: (name) => values.valueOf(name, item),
				codeReaders: (name) => values.codeReaders(name, item),
				isThere: (name) => values.isThere(name),
				storedValue: (name) => values.storedValue(name),
				collections: (names) => (names.every((name) => values.isStatic(name)) ? collections : undefined),
			},
		);
	};
	return { readerFor, emptyFields };
}
