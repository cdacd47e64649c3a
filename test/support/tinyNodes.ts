/** The smallest nodes. */
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

export function description(extra: Partial<INodeTypeDescription>): INodeTypeDescription {
	return {
		displayName: 'Tiny',
		name: 'tiny',
		group: ['transform'],
		version: 1,
		description: 'For the harness',
		defaults: { name: 'Tiny' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
		...extra,
	};
}

export function text(name: string, extra: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName: name, name, type: 'string', default: '', ...extra };
}

type Execute = (this: IExecuteFunctions, items: INodeExecutionData[]) => Promise<INodeExecutionData[][]>;

/** A node from its execute function. */
export function tiny(execute: Execute, extra: Partial<INodeTypeDescription> = {}): INodeType {
	return {
		description: description(extra),
		async execute() {
			return await execute.call(this, this.getInputData());
		},
	};
}
