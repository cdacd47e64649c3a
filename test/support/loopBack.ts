/** A workflow in which the error output leads back to the node, for three rounds. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type RunOptions, type RunResult, runWorkflow } from './engine';
import { apiKey, nodeName } from './runNode';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';

export interface LoopOptions extends Partial<RunOptions> {
	/** What comes back: an expression. The item that failed, by default. */
	again?: string;
	/** Whether what was sent comes back, too. */
	fromBoth?: boolean;
	/** Of the node. */
	settings?: object;
	/** Fields of the credential. */
	credential?: Record<string, string>;
}

const sameItem = "={{ $('Start').itemMatching($itemIndex).json }}";
const back = [{ node: 'Three rounds', type: 'main' as const, index: 0 }];
const isBeforeThird = { leftValue: '={{ $runIndex }}', rightValue: 2 };

/** The errors of the first item of each round. */
export const errorsOfRounds = ({ runData }: RunResult): unknown[] =>
	(runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json['error']);

export async function runLoop(
	url: string,
	items: readonly IDataObject[],
	parameters: INodeParameters,
	{ again = sameItem, fromBoth = false, settings = {}, credential = { apiKey }, ...more }: LoopOptions = {},
): Promise<RunResult> {
	const node = { type: `${PACKAGE}.smsboxSms`, parameters, onError: 'continueErrorOutput', ...settings };
	const conditions = [{ ...isBeforeThird, operator: { type: 'number', operation: 'lt' } }];
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: nodeName, ...node, id: 'a1b2c3d4' },
				{
					name: 'Three rounds',
					type: 'n8n-nodes-base.filter',
					typeVersion: 2.2,
					parameters: {
						conditions: { options: { version: 2, typeValidation: 'loose' }, combinator: 'and', conditions },
					},
				},
				{
					name: 'Again',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: { mode: 'raw', jsonOutput: again },
				},
			],
			connections: {
				Start: { main: [[{ node: nodeName, type: 'main', index: 0 }]] },
				[nodeName]: { main: [fromBoth ? back : [], back] },
				'Three rounds': { main: [[{ node: 'Again', type: 'main', index: 0 }]] },
				Again: { main: [[{ node: nodeName, type: 'main', index: 0 }]] },
			},
		},
		{
			nodeTypes: smsboxNodes,
			...smsboxAccess(url, credential),
			input: items.map((json) => ({ json })),
			...more,
		},
	);
}
