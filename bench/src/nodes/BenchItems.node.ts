import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Makes as many items as asked for, each for another person. Never published. */
export class BenchItems implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bench Items',
		name: 'benchItems',
		group: ['input'],
		version: 1,
		description: 'Makes items for the benchmark',
		defaults: { name: 'Bench Items' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Count', name: 'count', type: 'number', default: 1 }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const length = Number(this.getNodeParameter('count', 0));
		const order = this.getExecutionId();
		const items = Array.from({ length }, (_, index) => ({
			json: {
				to: String(33_600_000_000 + index),
				order: `${order}-${index}`,
				name: `Zoé ${index}`,
				text: `Bonjour Zoé ${index}, rendez-vous à 18 h: 10 €`,
			},
			pairedItem: { item: 0 },
		}));
		return [items];
	}
}
