import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';

/** One text, however its spaces and line ends are. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Parameters that the panel shows in a way of its own, or not at all. */
const unseen = new Set(['hidden', 'credentials']);

/** What n8n makes of texts that may hold a little HTML. */
const asShown = (html: string): string =>
	plain(
		html
			.replace(/<br[^>]*>/g, ' ')
			.replace(/<[^>]*>/g, '')
			.replaceAll('&gt;', '>')
			.replaceAll('&lt;', '<')
			.replaceAll('&amp;', '&'),
	);

/** Of a resource locator; the list's mode has a name of n8n's own. */
const textsOfMode = (mode: unknown): string[] => [
	...(textAt(mode, 'type') === 'list' ? [] : [textAt(mode, 'displayName'), textAt(mode, 'hint')]),
	textAt(mode, 'placeholder'),
];

/** A parameter, one row of a group of parameters, or a choice. */
function textsOf(entry: JsonObject): string[] {
	if (unseen.has(textAt(entry, 'type'))) return [];
	const inside = [...listAt(entry, 'options'), ...listAt(entry, 'values')].filter(isObject);
	// What the rows of a group are called is shown only where there are several kinds of rows.
	const ownName =
		listAt(entry, 'values').length > 0 ? '' : textAt(entry, 'displayName') || textAt(entry, 'name');
	return [
		ownName,
		textAt(entry, 'description'),
		textAt(entry, 'placeholder'),
		textAt(entry, 'hint'),
		...listAt(entry, 'modes').flatMap(textsOfMode),
		...inside.flatMap(textsOf),
	];
}

/** n8n adds it to triggers that poll: its texts are n8n's own. */
const pollTimes = 'pollTimes';

/** All that a node type says to those who fill it in, as n8n serves it to its editor. */
export function describedTexts(nodeType: unknown): Set<string> {
	const own = listAt(nodeType, 'properties').filter(
		(property) => isObject(property) && textAt(property, 'name') !== pollTimes,
	);
	const texts = own.filter(isObject).flatMap(textsOf);
	return new Set(texts.map(asShown).filter((text) => text !== ''));
}

function conditions(entry: JsonObject): string[] {
	const own = ['show', 'hide'].flatMap((kind) => {
		const rules = at(entry, 'displayOptions', kind);
		return isObject(rules) ? Object.keys(rules) : [];
	});
	const inside = [...listAt(entry, 'options'), ...listAt(entry, 'values')].filter(isObject);
	return [...own, ...inside.flatMap(conditions)];
}

/** The parameters on which others depend, besides the resource and the operation. */
export function decidingParameters(nodeType: unknown): Set<string> {
	const names = listAt(nodeType, 'properties').filter(isObject).flatMap(conditions);
	return new Set(
		names.map((name) => name.replace(/^\//, '')).filter((name) => !/^(resource|operation)$/.test(name)),
	);
}

function namedDescriptions(entry: JsonObject): Array<[string, string]> {
	const inside = [...listAt(entry, 'options'), ...listAt(entry, 'values')].filter(isObject);
	return [
		[textAt(entry, 'name'), asShown(textAt(entry, 'description'))],
		...inside.flatMap(namedDescriptions),
	];
}

/** What is said of the parameters of a name: one text or, where operations differ, several. */
export function descriptionsByName(nodeType: unknown): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	for (const [name, text] of listAt(nodeType, 'properties').filter(isObject).flatMap(namedDescriptions))
		if (text !== '') found.set(name, (found.get(name) ?? new Set()).add(text));
	return found;
}
