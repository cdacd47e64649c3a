/** n8n's Execute Sub-workflow node where nothing is behind it: n8n itself finds the workflow and starts it. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { GivenNodes } from '../support/nodeTypes';
import { nodeInPlaceOf } from './nodeOver';

/** A workflow as the node names it. */
const chosen = z.object({ value: z.string() });

/** A call as n8n would make it. */
export interface SubWorkflowCall {
	/** The node that calls. */
	by: string;
	workflowId: string;
	items: IDataObject[];
	/** Whether the caller goes on without waiting for its end. */
	goesOn: boolean;
}

/** The workflows that could be called, and the calls. */
export class SubWorkflows {
	readonly calls: SubWorkflowCall[] = [];
	/** Nodes whose workflow is not published: n8n 2 does not call it. */
	readonly unpublished = new Set<string>();

	/** The node before any call, for `nodes` of the harness. */
	get anew(): GivenNodes {
		this.calls.splice(0);
		this.unpublished.clear();
		return nodeInPlaceOf('n8n-nodes-base.executeWorkflow', (context) => this.note(context));
	}

	private note(context: IExecuteFunctions): INodeExecutionData[][] {
		const { name } = context.getNode();
		const items = context.getInputData();
		if (this.unpublished.has(name)) {
			const message = 'Workflow is not active and cannot be executed.';
			if (!context.continueOnFail()) throw new Error(message);
			return [[{ json: { error: message }, pairedItem: items.map((_, item) => ({ item })) }]];
		}
		this.calls.push({
			by: name,
			workflowId: chosen.parse(context.getNodeParameter('workflowId', 0)).value,
			items: items.map(({ json }) => json),
			goesOn: context.getNodeParameter('options.waitForSubWorkflow', 0, true) === false,
		});
		return [items];
	}
}
