/** n8n's Wait node over the simulator's clock: a wait of half an hour passes at once, and what falls due in it happens. */
import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { coreNode } from '../support/coreNodes';
import type { GivenNodes } from '../support/nodeTypes';

const type = 'n8n-nodes-base.wait';

const secondsIn: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/**
 * For `nodes` of the harness.
 * @param pass lets so many simulated seconds pass, and all that they start come to its end
 */
export function waitOnClock(pass: (seconds: number) => Promise<void>): GivenNodes {
	const found = coreNode(type);
	if (!found) throw new Error('n8n has no Wait node');
	const { description } = NodeHelpers.getVersionedNodeType(found);
	const node = class implements INodeType {
		description: INodeTypeDescription = description;

		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const unit = this.getNodeParameter('unit', 0);
			const seconds =
				Number(this.getNodeParameter('amount', 0)) *
				(secondsIn[typeof unit === 'string' ? unit : ''] ?? Number.NaN);
			if (this.getNodeParameter('resume', 0) !== 'timeInterval' || Number.isNaN(seconds)) {
				throw new Error('This kind of waiting is not part of the test harness');
			}
			await pass(seconds);
			return [this.getInputData()];
		}
	};
	return { [type]: node };
}
