import { isJsonObject } from '../../core/json';
import { normalizeInternational } from '../../sms/recipients/numbers';
import type { WabaAgent } from '../../waba/agents';
import type { WabaTemplate, WabaTemplateComponent } from '../../waba/templates';
import { invalid, readArray, readFilledString, readObject } from '../input';

export function readAgents(value: unknown): readonly WabaAgent[] {
	const agents = readArray(value, 'agents').map(readAgent);
	const phones = agents.map(({ phoneId }) => phoneId);
	return new Set(phones).size === phones.length ? agents : invalid('two agents have the same phoneId');
}

function readAgent(value: unknown): WabaAgent {
	const agent = readObject(value, ['wabaId', 'phoneId', 'phoneNumber', 'name'], 'an agent');
	const text = (name: string): string => readFilledString(agent[name], `${name} of an agent`);
	return {
		wabaId: text('wabaId'),
		phoneId: text('phoneId'),
		phoneNumber:
			normalizeInternational(text('phoneNumber')) ??
			invalid('phoneNumber of an agent must be a phone number in international format'),
		name: text('name'),
	};
}

export const readTemplates = (value: unknown): readonly WabaTemplate[] =>
	readArray(value, 'templates').map(readTemplate);

function readTemplate(value: unknown): WabaTemplate {
	const names = ['id', 'name', 'language', 'status', 'category', 'components'];
	const template = readObject(value, names, 'a template');
	const text = (name: string): string => readFilledString(template[name], `${name} of a template`);
	return {
		id: text('id'),
		name: text('name'),
		language: text('language'),
		status: text('status'),
		category: text('category'),
		components: readArray(template['components'], 'components of a template').map(readComponent),
	};
}

function readComponent(value: unknown): WabaTemplateComponent {
	if (!isJsonObject(value)) return invalid('a component of a template must be a JSON object');
	const { type, parameters = null } = readObject(value, ['type', 'parameters'], 'a component of a template');
	return {
		type: readFilledString(type, 'type of a component'),
		parameters: parameters === null ? null : readArray(parameters, 'parameters of a component'),
	};
}
