import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const credential = 'smsboxApi';
const concurrencyName = 'concurrency';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls n8n's request helper once for each item, and nothing else: what a request costs in n8n. Never published. */
export class BenchRequests implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bench Requests',
		name: 'benchRequests',
		group: ['output'],
		version: 1,
		description: 'Makes requests for the benchmark',
		defaults: { name: 'Bench Requests' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credential, required: true }],
		properties: [
			{ displayName: 'Max Concurrent Requests', name: concurrencyName, type: 'number', default: 20 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { smsBaseUrl } = await this.getCredentials(credential);
		const post = async ({ to, text }: IDataObject): Promise<unknown> =>
			await this.helpers.httpRequestWithAuthentication.call(this, credential, {
				url: `${textOf(smsBaseUrl)}/1.1/api.php`,
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams({
					dest: textOf(to),
					msg: textOf(text),
					mode: 'Expert',
					strategy: '3',
					charset: 'utf-8',
					id: '1',
				}).toString(),
				returnFullResponse: true,
			});
		const concurrency = Number(this.getNodeParameter(concurrencyName, 0));
		const items = this.getInputData();
		const output: INodeExecutionData[] = [];
		const left = items.entries();
		const caller = async (): Promise<void> => {
			for (const [item, { json }] of left) {
				await post(json);
				output[item] = { json: { accepted: true }, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: concurrency }, caller));
		return [output];
	}
}
