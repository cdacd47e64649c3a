import type { N8nApi } from '../../../playground/src/n8n/api';
import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import type { WorkflowFile } from '../../../playground/src/n8n/workflows';

const type = 'n8n-nodes-base.dataTable';

/** Whether the Data table node of this n8n makes tables. That of n8n 1 works on rows only. */
async function makesTables(api: N8nApi): Promise<boolean> {
	const described = await api.post('/node-types', { nodeInfos: [{ name: type, version: 1 }] });
	return listAt(described, 0, 'properties')
		.filter((property) => textAt(property, 'name') === 'resource')
		.some((property) => listAt(property, 'options').some((option) => textAt(option, 'value') === 'table'));
}

const makesTable = (node: JsonObject): boolean =>
	textAt(node, 'type') === type && textAt(node, 'parameters', 'resource') === 'table';

/** Makes the table that a node would make, unless there is one of that name. Gives its id. */
async function makeTable(api: N8nApi, { parameters }: JsonObject): Promise<string> {
	const project = textAt(await api.get('/projects/personal'), 'id');
	const tables = `/projects/${project}/data-tables`;
	const name = textAt(parameters, 'tableName');
	const known = listAt(await api.get(tables), 'data').find((table) => textAt(table, 'name') === name);
	const columns = listAt(parameters, 'columns', 'column');
	return textAt(known ?? (await api.post(tables, { name, columns })), 'id');
}

/** The connections without a node: what came before it leads to what came after it. */
function bypass(connections: JsonObject, name: string): JsonObject {
	const after = listAt(connections, name, 'main', 0);
	return Object.fromEntries(
		Object.entries(connections)
			.filter(([from]) => from !== name)
			.map(([from, outputs]) => [
				from,
				{
					// A model and a memory are connected otherwise.
					...(isObject(outputs) ? outputs : {}),
					main: listAt(outputs, 'main').map((targets) =>
						listAt(targets).flatMap((target) => (textAt(target, 'node') === name ? after : [target])),
					),
				},
			]),
	);
}

/**
 * Does what the notes of an example ask for where the Data table node makes no tables: the table is made by hand, the
 * node that would make it taken out, and the table chosen in the others. Elsewhere the workflow stays as it is.
 */
export async function withTablesByHand(api: N8nApi, workflow: WorkflowFile): Promise<WorkflowFile> {
	const makers = workflow.nodes.filter(makesTable);
	if (makers.length === 0 || (await makesTables(api))) return workflow;
	let { connections } = workflow;
	const ids = new Map<string, string>();
	for (const maker of makers) {
		ids.set(textAt(maker, 'parameters', 'tableName'), await makeTable(api, maker));
		connections = bypass(connections, textAt(maker, 'name'));
	}
	const nodes = workflow.nodes
		.filter((node) => !makers.includes(node))
		.map((node) => {
			const parameters = at(node, 'parameters');
			const id = ids.get(textAt(parameters, 'dataTableId', 'value'));
			if (textAt(node, 'type') !== type || id === undefined || !isObject(parameters)) return node;
			return { ...node, parameters: { ...parameters, dataTableId: { __rl: true, mode: 'id', value: id } } };
		});
	return { ...workflow, nodes, connections };
}
