/** Workflow JSON, as n8n exports it, made ready to run. */
import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type IConnections, type INode, type IWorkflowSettings } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../playground/src/support/json';

/** What n8n exports, or as little of it as a test needs: ids, versions, positions and parameters may be left out. */
export interface WorkflowJson {
	name?: string;
	nodes: readonly object[];
	connections?: object;
	settings?: object;
}

export interface ReadWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IWorkflowSettings;
}

type GivenNode = Partial<INode> & Pick<INode, 'name' | 'type'>;

/** The two members nothing can be made up for; what the others hold is n8n's to judge. */
const isGivenNode = (value: unknown): boolean =>
	isObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

const workflowSchema = z.object({
	name: z.string().default('Test workflow'),
	nodes: z.array(z.custom<GivenNode>(isGivenNode, 'A node needs a name and a type')).min(1),
	connections: z.custom<IConnections>(isObject).default({}),
	settings: z.custom<IWorkflowSettings>(isObject).default({}),
});

/** A copy, complete: the run can change what it likes. New workflows run in n8n's `v1` order, so this one does. */
export function readWorkflow(json: WorkflowJson): ReadWorkflow {
	const copy: unknown = JSON.parse(JSON.stringify(json));
	const workflow = workflowSchema.parse(copy);
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			id: randomUUID(),
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			...node,
		})),
		settings: { executionOrder: 'v1', ...workflow.settings },
	};
}

/** Connections that lead from each node to the next. */
export function chain(...names: string[]): IConnections {
	const links = names.slice(1).map((node, index): IConnections => {
		const from = names[index] ?? '';
		return { [from]: { main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] } };
	});
	return links.reduce((all, link) => ({ ...all, ...link }), {});
}
