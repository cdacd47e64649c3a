import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listTemplates } from '../../protocol/waba/templates';
import { matching, readForList } from '../engine/listSearch';
import { templateValue } from './templateLocator';

/** A parameter of the node that stands open in the editor. */
function parameterOf(context: ILoadOptionsFunctions, name: string): string {
	const value: unknown = context.getNodeParameter(name, '');
	return typeof value === 'string' ? value.trim() : '';
}

/** The templates of the agent, one entry for each language. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const templates = await readForList(this, () =>
		listTemplates({ wabaId: parameterOf(this, 'wabaId'), phoneId: parameterOf(this, 'phoneId') }),
	);
	return matching(
		templates.map((template) => ({
			name: `${template.name} (${template.language}, ${(template.status ?? 'status unknown').toLowerCase()})`,
			value: templateValue(template),
		})),
		filter,
	);
}
