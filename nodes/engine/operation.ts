import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Call } from './call';
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

/** Tells the person something about the run that is not an error (shown as a hint beside the output). */
export type Tell = (hint: string) => void;

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
	/** What stands in the operation's Options collection, besides the time-out that every operation has. */
	options?: INodeProperties[];
	/** Whether it sends messages to people: then it has the option to send each once only. */
	sends?: boolean;
	/** Reads and validates one item. Throws {@link InvalidInput}. Runs for every item before the first request leaves. */
	readParams: (reader: Reader) => Params;
	/**
	 * Completes the parameters by asking the service, with reads only. Runs for every item before anything is changed or
	 * sent; an equal read of several items goes out once.
	 */
	resolve?: (params: Params, read: Call) => Promise<Params>;
	run: (params: Params, call: Call, tell: Tell) => Promise<Output>;
}

/** One item's work, validated, with its parameters inside. */
export interface Prepared {
	resolve: (read: Call) => Promise<void>;
	run: (call: Call, tell: Tell) => Promise<Output>;
}

/** An operation as the engine sees it. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options: INodeProperties[];
	/** Whether it asks the service something before it changes or sends anything. */
	looksUp: boolean;
	/** Whether it sends messages to people. */
	sends: boolean;
	prepare: (reader: Reader) => Prepared;
}

/** A resource and its operations, in menu order. */
export interface Resource {
	name: string;
	value: string;
	operations: readonly Operation[];
}

/** All that a node offers. */
export interface Registry {
	resources: readonly Resource[];
	/** Fields that every operation has, asked for once above its own. */
	shared?: readonly INodeProperties[];
}

/** Makes an operation out of its definition. */
export function defineOperation<Params>(definition: OperationDefinition<Params>): Operation {
	const { name, value, action, description, fields, options = [], sends = false } = definition;
	const { readParams, resolve, run } = definition;
	return {
		name,
		value,
		action,
		description,
		fields,
		options,
		looksUp: resolve !== undefined,
		sends,
		prepare(reader) {
			let params = readParams(reader);
			return {
				async resolve(read) {
					if (resolve !== undefined) params = await resolve(params, read);
				},
				run: async (call, tell) => await run(params, call, tell),
			};
		},
	};
}
