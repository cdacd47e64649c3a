import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import type { WabaAgent } from '../../../protocol/waba/agent';
import { listTemplates, type Template } from '../../../protocol/waba/templates';
import { NodeFailure } from '../../engine/errors';
import { readDefaults } from '../../engine/http/transport';
import { matching, readForList } from '../../engine/operations/listSearch';
import { phoneIdField, wabaIdField } from '../agent';
import { templateValue } from './templateLocator';

/** A list is asked for before the workflow runs, so there is no item that an expression could read from. */
function fixedText(
	context: ILoadOptionsFunctions,
	{ name, displayName }: INodeProperties,
	fallback: string,
): string {
	const value: unknown = context.getCurrentNodeParameter(name);
	const text = (typeof value === 'string' ? value.trim() : '') || fallback;
	if (text !== '' && !text.startsWith('=')) return text;
	throw new NodeFailure({
		kind: 'invalidInput',
		message: `${displayName} ${text === '' ? 'is empty' : 'is an expression'}`,
		description: 'The list needs fixed agent IDs. Enter them, or select the template by name.',
	});
}

async function agentOf(context: ILoadOptionsFunctions): Promise<WabaAgent> {
	const { wabaId, phoneId } = await readDefaults(context);
	return {
		wabaId: fixedText(context, wabaIdField, wabaId),
		phoneId: fixedText(context, phoneIdField, phoneId),
	};
}

function entryNameOf({ name, language, status, textVariables }: Template): string {
	const variables =
		textVariables === null ? [] : [`${textVariables} variable${textVariables === 1 ? '' : 's'}`];
	// SMSBOX writes APPROUVED.
	const state = (status ?? 'status unknown').toLowerCase().replace('approuved', 'approved');
	return `${name} (${[language, state, ...variables].join(', ')})`;
}

/** The templates of the agent, one entry for each language. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const agent = await agentOf(this);
	const templates = await readForList(this, () => listTemplates(agent));
	return matching(
		templates.map((template) => ({
			name: entryNameOf(template),
			value: templateValue(template),
		})),
		filter,
	);
}
