/** The smallest nodes that show what the harness does: for the harness's own tests. */
import {
	NodeConnectionTypes,
	NodeOperationError,
	type ICredentialType,
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

/** Puts out what its `text` parameter comes to, item by item; an item whose text is `fail` is an error. */
export const echo = tiny(
	async function (items) {
		return [
			items.map((_item, index) => {
				const value = this.getNodeParameter('text', index, '');
				if (value === 'fail') throw new NodeOperationError(this.getNode(), 'Asked to', { itemIndex: index });
				return { json: { text: value }, pairedItem: { item: index } };
			}),
		];
	},
	{ properties: [text('text')] },
);

/** A credential applied as a description, with a default. */
export const keyCredential: ICredentialType = {
	name: 'tinyApi',
	displayName: 'Tiny API',
	properties: [text('key'), text('host', { default: 'http://127.0.0.1:9' })],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=App {{$credentials.key}}' } },
	},
};
