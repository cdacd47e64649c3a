import { notJsonObject } from '../../content/jsonParts';
import { memberUnlessBlank, orNothing } from '../../content/texts';
import { contentIn, unwrapped } from '../../content/unwrapped';
import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, type JsonValue, memberOf, toJson } from '../../http/json';
import { wabaContentOf, type WabaContent } from './content';
import { checkInteractive, type InteractiveFieldOf, type InteractiveKind } from './interactiveShape';

export type { InteractiveKind } from './interactiveShape';

/** What stands over the body: a text, or a file by its link (a list: a text only). */
export type InteractiveHeader =
	| { type: 'text'; text: string }
	| { type: 'image' | 'video'; link: string }
	| { type: 'document'; link: string; filename?: string | undefined };

/** What buttons and lists have in common. */
export interface InteractiveTexts {
	header?: InteractiveHeader | undefined;
	body: string;
	footer?: string | undefined;
}

/** The parameter that holds an interactive message as JSON. */
const jsonField = 'interactive';

/** The word of the wire for a kind. */
const wireTypes: Readonly<Record<InteractiveKind, string>> = { buttons: 'button', list: 'list' };

function headerMembers(header: InteractiveHeader): JsonObject {
	if (header.type === 'text') return { type: 'text', text: header.text };
	const filename = header.type === 'document' ? header.filename : undefined;
	const media = { link: header.link.trim(), ...memberUnlessBlank('filename', filename) };
	return { type: header.type, [header.type]: media };
}

function checkedContent(
	kind: InteractiveKind,
	interactive: JsonObject,
	fieldOf: InteractiveFieldOf,
): WabaContent {
	checkInteractive(kind, interactive, fieldOf);
	return wabaContentOf({ type: 'interactive', interactive });
}

/** An interactive message out of its parts; what is blank and may be left out is left out. */
export function interactiveContent(
	kind: InteractiveKind,
	{ header, body, footer }: InteractiveTexts,
	action: JsonObject,
): WabaContent {
	const footerText = orNothing(footer);
	const interactive: JsonObject = {
		type: wireTypes[kind],
		...(header && { header: headerMembers(header) }),
		body: { text: body },
		...(footerText !== undefined && { footer: { text: footerText } }),
		action,
	};
	return checkedContent(kind, interactive, (part) => part);
}

/** The samples of the service have `"type": "text"` in body and footer, which its schema does not know. */
function withoutTextType(part: JsonValue): JsonValue {
	if (memberOf(part, 'type') !== 'text' || !isObject(part)) return part;
	return Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'type'));
}

const textParts: ReadonlySet<string> = new Set(['body', 'footer']);

function typed(kind: InteractiveKind, interactive: JsonObject): JsonObject {
	const type = wireTypes[kind];
	const given = memberOf(interactive, 'type');
	if (given !== undefined && given !== type) {
		throw new InvalidInput(
			jsonField,
			`The type isn't "${type}".`,
			'Select the operation that matches the JSON.',
		);
	}
	const members = Object.entries(interactive).map(([name, value]): [string, JsonValue] => [
		name,
		textParts.has(name) ? withoutTextType(value) : value,
	]);
	return { type, ...Object.fromEntries(members) };
}

/** Returns the `interactive` object, also if the message around it is pasted. */
function interactiveIn(given: JsonObject): JsonObject {
	const content = contentIn(given, jsonField);
	const type = memberOf(content, 'type');
	const isWhole =
		type === 'interactive' || (type === undefined && memberOf(content, 'interactive') !== undefined);
	return isWhole ? unwrapped(content, 'interactive', jsonField, ['type']) : content;
}

/**
 * Buttons or a list as JSON: the `interactive` object as people build it elsewhere, or a whole message around it.
 * Checked like the forms; members that are not known pass through.
 *
 * @throws InvalidInput (`interactive`) naming the part and, in words, the button, section or row
 */
export function interactiveFromJson(kind: InteractiveKind, json: unknown): WabaContent {
	const given = toJson(json);
	if (!isObject(given)) throw notJsonObject(jsonField);
	return checkedContent(kind, typed(kind, interactiveIn(given)), () => jsonField);
}
