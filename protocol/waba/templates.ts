import type { Exchange } from '../exchange';
import { isObject, type JsonObject, memberOf, textMember } from '../http/json';
import { readEnvelope, unexpectedJson } from '../http/jsonResponse';
import { type WabaAgent, wabaPath } from './agent';
import { wabaErrorCodes } from './errorCodes';

/** A template of the agent; what the service did not say is null. (A type alias: see `MessageStatus`.) */
export type Template = {
	id: string | null;
	/** With the language: what a send names a template by. */
	name: string;
	/** As the service spells it: `en_US`, `en` … Never rewritten, a send has to spell it alike. */
	language: string;
	status: string | null;
	category: string | null;
	/** How many variables its text has. The list may have null for it, which is unknown and not zero. */
	textVariables: number | null;
	/** How many variables its buttons have; null if unknown. */
	buttonVariables: number | null;
	/** The entry as the service gave it. */
	raw: JsonObject;
};

/** *Assumed*: components are of the type `BODY` or `BUTTON`, and have one entry in `parameters` for each variable. */
function variablesIn(raw: JsonObject, type: RegExp): number | null {
	const components = memberOf(raw, 'components');
	if (!Array.isArray(components)) return null;
	const lists = components
		.filter((component) => type.test(textMember(component, 'type') ?? ''))
		.map((component) => memberOf(component, 'parameters'));
	if (lists.length === 0 || !lists.every((list) => Array.isArray(list))) return null;
	return lists.flat().length;
}

const readTemplate = (raw: JsonObject): Template => ({
	id: textMember(raw, 'id') ?? null,
	name: textMember(raw, 'name') ?? '',
	language: textMember(raw, 'language') ?? '',
	status: textMember(raw, 'status') ?? null,
	category: textMember(raw, 'category') ?? null,
	textVariables: variablesIn(raw, /^body$/i),
	buttonVariables: variablesIn(raw, /^buttons?$/i),
	raw,
});

/**
 * The templates of an agent (service.md#waba-responses). An entry that is no object makes the
 * whole answer unexpected; one that lacks something does not.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`)
 */
export function listTemplates(agent: WabaAgent): Exchange<Template[]> {
	return {
		effect: 'read',
		request: { api: 'waba', method: 'GET', path: wabaPath(agent, 'template'), headers: {} },
		parse: (reply) => {
			const reading = { failures: wabaErrorCodes };
			const { data } = readEnvelope(reply, reading);
			if (!Array.isArray(data) || !data.every(isObject)) throw unexpectedJson(reply, reading);
			return data.map(readTemplate);
		},
	};
}
