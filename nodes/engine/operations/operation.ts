import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Exchange } from '../../../protocol/exchange';
import { withCommas } from '../../../protocol/validation';
import type { Call } from '../sending/calls';
import type { Question } from '../waiting/question';
import type { OptionsByPurpose } from './optionLists';
import type { Reader } from './reader';

/** A file that an operation brings; the engine hands it to n8n as binary data. */
export interface OutputFile {
	/** The binary field it is put in. */
	field: string;
	name: string;
	mimeType: string;
	bytes: Uint8Array;
}

/** An output item that carries a file. */
export class FileOutput {
	constructor(
		readonly json: IDataObject,
		readonly file: OutputFile,
	) {}
}

/** What an operation gives for one item: one output item, a list of them (Get Many), or one with a file. */
export type Output = IDataObject | IDataObject[] | FileOutput;

/** What a dry run says of a message: what would be sent. */
export interface Preview extends IDataObject {
	requests: number;
	recipientCount?: number;
	/** Of each recipient's message, at most. */
	segments?: number;
	/** Of all recipients; of a group, for each member. Not in the output. */
	totalSegments?: number;
}

/** Tells the person something about the run that is not an error (shown as a hint beside the output). */
export type AddHint = (hint: string) => void;

/** How items of an operation can share a request. */
export interface Batching<Params> {
	/** What must be equal for two items to share one; undefined for an item that shares with none. */
	contentKeyOf: (params: Params) => string | undefined;
	/** Recipients that one request takes. */
	mostRecipientsOf: (params: Params) => number;
	/** Parameters for several items, in their order. */
	merge: (items: readonly Params[]) => Params;
	/** Does the work of all. Gives what came of each item: nothing is attributed by guess. */
	runTogether: (merged: Params, items: readonly Params[], call: Call) => Promise<IDataObject[]>;
}

/** A group that a message goes to. */
export interface GroupInfo {
	/** How many people. */
	count: number;
	/** All that it may be called by. */
	names: readonly string[];
	/** Why it can't be sent to. */
	problem?: InvalidInput | undefined;
}

/** An operation as its file writes it. `Params` stays inside: nothing outside the operation's file depends on it. */
export interface OperationDefinition<Params> {
	/** Title Case, as in the dropdown. */
	name: string;
	value: string;
	/** Sentence case, as in the list of actions. */
	action: string;
	description: string;
	/** Shown for this operation only; the engine adds the display options. */
	fields: INodeProperties[];
	/** What stands in the operation's lists of options, besides those that the engine adds. */
	options?: OptionsByPurpose;
	/**
	 * For an operation that sends messages to people: what a dry run says of one. Only then it has the options that send each
	 * once, limit what is sent, or send nothing.
	 */
	preview?: (params: Params) => Preview;
	/** Reads and validates one item. Throws {@link InvalidInput}. Runs for every item before the first request leaves. */
	readParams: (reader: Reader) => Params;
	/**
	 * Completes the parameters by asking the service, with reads only. Runs for every item before anything is changed or
	 * sent; an equal read of several items goes out once.
	 */
	resolve?: (params: Params, read: Call) => Promise<Params>;
	run: (params: Params, call: Call, addHint: AddHint) => Promise<Output>;
	/**
	 * What must stay in order: items that name the same thing (a recipient, a message) go out one after the other, all
	 * others may go out together. Without it, all items of the operation stay in order.
	 */
	partitionKeysOf?: (params: Params) => readonly string[];
	/** What each recipient of `partitionKeysOf` reads; empty for the text as it stands, undefined where all read that. */
	personalOf?: (params: Params) => readonly string[] | undefined;
	/**
	 * The same message to some of its recipients, in order, at least one. Every operation that sends to several numbers needs it: so
	 * people who have opted out are left out.
	 */
	keepRecipients?: (params: Params, isKept: (number: string) => boolean) => Params;
	/** For messages to a group: looks it up. Called only where the author of the workflow limits what is sent, and in dry runs. */
	groupInfo?: (params: Params, read: Call) => Promise<GroupInfo>;
	/** For operations whose items can share a request. Needs `partitionKeysOf`, which gives the recipients. */
	batching?: Batching<Params>;
	/** For an operation that waits for an answer once its message is accepted: what it asks. */
	questionOf?: (params: Params) => Question;
	/** What to tell about the items that were carried out, together: a hint for the run, never one for each item. */
	hints?: (sentItems: readonly Params[]) => string[];
}

/** With which others an item can share a request. */
export interface Share {
	/** Equal for those that can. */
	key: string;
	/** Recipients that one request takes. */
	mostRecipients: number;
}

/** One item's work, validated, with its parameters inside. */
export interface Prepared {
	resolve: (read: Call) => Promise<void>;
	run: (call: Call, addHint: AddHint) => Promise<Output>;
	/** Returns the first request as it would go out alone, without sending it; after `resolve`. */
	firstExchange: () => Promise<Exchange<unknown> | undefined>;
	/** See `keepRecipients` of the definition; undefined where no recipient can be left out. Before `resolve`. */
	keepRecipients: ((isKept: (number: string) => boolean) => Prepared) | undefined;
	/** See `preview` of the definition; after `resolve`. */
	preview: (() => Preview) | undefined;
	/** See `partitionKeysOf`; undefined where all items stay in order. */
	partitionKeys: readonly string[] | undefined;
	/** See `personalOf` of the definition. */
	personal: readonly string[] | undefined;
	/** Undefined where it cannot share a request. */
	sharing: Share | undefined;
	/** Undefined where the operation does not wait. */
	question: Question | undefined;
	/** See `groupInfo`; after `resolve`. */
	groupInfo: ((read: Call) => Promise<GroupInfo>) | undefined;
}

/** An operation as the engine sees it. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options: OptionsByPurpose;
	/** Whether it sends messages to people. */
	sends: boolean;
	/** Whether its messages go to a group, instead of numbers. */
	isToGroup: boolean;
	/** Whether the execution waits for an answer: then it takes one item. */
	waits: boolean;
	/** Whether several of its items may be under way together. */
	isConcurrent: boolean;
	/** Whether several of its items can share a request. */
	canBatch: boolean;
	prepare: (reader: Reader) => Prepared;
	/** Does the work of items that share a request: what this operation has prepared, in their order. Gives an output for each. */
	runTogether: (items: readonly Prepared[], call: Call) => Promise<IDataObject[]>;
	/** See `hints` of the definition. */
	hints: (sentItems: readonly Prepared[]) => string[];
}

/** A resource and its operations, in menu order. */
export interface Resource {
	name: string;
	value: string;
	/** What there is to work with, as the dropdown says it. */
	description: string;
	operations: readonly Operation[];
}

/** All that a node offers. */
export interface Registry {
	resources: readonly Resource[];
	/** Fields that every operation has, asked for once above its own. */
	shared?: readonly INodeProperties[];
}

function shareOf<Params>(batching: Batching<Params> | undefined, params: Params): Share | undefined {
	const key = batching?.contentKeyOf(params);
	return batching === undefined || key === undefined
		? undefined
		: { key, mostRecipients: batching.mostRecipientsOf(params) };
}

/** Makes an operation out of its definition. */
export function defineOperation<Params>(definition: OperationDefinition<Params>): Operation {
	const { name, value, action, description, fields, options = {} } = definition;
	const { readParams, resolve, run, preview, partitionKeysOf, groupInfo, batching, questionOf } = definition;
	const { keepRecipients } = definition;
	/** What was read for an item: nobody else knows what it looks like. */
	const paramsOf = new WeakMap<Prepared, Params>();
	const requireParams = (item: Prepared): Params => {
		const params = paramsOf.get(item);
		if (params === undefined) throw new TypeError(`Not prepared by ${value}`);
		return params;
	};
	const prepare = (asRead: Params): Prepared => {
		let params = asRead;
		const prepared: Prepared = {
			async resolve(read) {
				if (resolve === undefined) return;
				params = await resolve(params, read);
				paramsOf.set(prepared, params);
			},
			run: async (call, addHint) => await run(params, call, addHint),
			async firstExchange() {
				let first: Exchange<unknown> | undefined;
				const capture: Call = async (exchange) => {
					first ??= exchange;
					return await Promise.reject(new Error('Only looked at'));
				};
				await run(params, capture, () => undefined).catch(() => undefined);
				return first;
			},
			keepRecipients: keepRecipients && ((isKept) => prepare(keepRecipients(asRead, isKept))),
			preview: preview && (() => preview(params)),
			partitionKeys: partitionKeysOf?.(params),
			personal: definition.personalOf?.(params),
			sharing: shareOf(batching, params),
			question: questionOf?.(params),
			groupInfo: groupInfo && (async (read) => await groupInfo(params, read)),
		};
		paramsOf.set(prepared, params);
		return prepared;
	};
	return {
		name,
		value,
		action,
		description,
		fields,
		options,
		sends: preview !== undefined,
		isToGroup: groupInfo !== undefined,
		waits: questionOf !== undefined,
		isConcurrent: partitionKeysOf !== undefined,
		canBatch: batching !== undefined,
		prepare: (reader) => prepare(readParams(reader)),
		async runTogether(items, call) {
			if (batching === undefined) throw new TypeError(`The items of ${value} cannot share a request`);
			const params = items.map(requireParams);
			return await batching.runTogether(batching.merge(params), params, call);
		},
		hints: (sentItems) => definition.hints?.(sentItems.map(requireParams)) ?? [],
	};
}

/** Seconds that a request may take when nothing else is asked for. */
const defaultTimeout = 60;
const longestTimeout = 300;

/** Every operation has it; the engine reads it. */
export const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: longestTimeout },
	default: defaultTimeout,
	description: 'Max time to wait for the full response to a request, from 1 to 300; 60 if not set',
};

/** Reads an option that is a number from 1 to `maximum`; undefined where it is not set. */
export function readUpTo(options: Reader, name: string, maximum: number, why: string): number | undefined {
	const value = options.optionalInteger(name);
	if (value === undefined || (value >= 1 && value <= maximum)) return value;
	throw new InvalidInput(
		name,
		`The value must be from 1 to ${withCommas(maximum)}.`,
		`Remove the option ${why}.`,
	);
}

/** Reads {@link timeoutOption}, in seconds. */
export const readTimeout = (options: Reader): number =>
	readUpTo(options, 'timeout', longestTimeout, `for ${defaultTimeout}`) ?? defaultTimeout;

export const batchItemsName = 'batchItems';
const concurrencyName = 'maxConcurrentRequests';

const defaultConcurrency = 20;
const maxConcurrency = 50;

/** The option of every operation whose items can share a request. */
export const batchItemsOption: INodeProperties = {
	displayName: 'Batch Items',
	name: batchItemsName,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to send items with the same content in one request, so that thousands of messages take seconds. A batch succeeds or fails as a whole.',
};

/** The option of every operation whose items may be under way together. */
export const concurrencyOption: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: concurrencyName,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: maxConcurrency },
	noDataExpression: true,
	default: defaultConcurrency,
	description:
		'Max number of requests in progress at the same time, from 1 to 50; 20 if not set. A run starts with 5, and slows down if SMSBOX has trouble. Messages to the same recipient are always sent one by one, in item order.',
};

/** Reads {@link concurrencyOption}. */
export const readConcurrency = (options: Reader): number =>
	readUpTo(options, concurrencyName, maxConcurrency, `for ${defaultConcurrency}`) ?? defaultConcurrency;
