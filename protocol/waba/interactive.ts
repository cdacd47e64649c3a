import { InvalidInput } from '../errors';
import { isObject, type JsonObject, memberOf, toJson } from '../http/json';
import { link } from '../schema/links';
import {
	list,
	numbered,
	object,
	rewrite,
	rule,
	contentIn,
	buildMessage,
	checkMessage,
	notJsonObject,
	unwrapped,
} from '../schema/objects';
import {
	constant,
	text,
	capital,
	type Entry,
	type FieldsOf,
	type FieldValues,
	type Members,
	missingError,
	type NoFields,
	type Node,
	notAnObject,
	type MessagePosition,
	optional,
	group,
	returned,
	displayOnly,
} from '../schema/entries';
import type { WabaContent } from './message';

/** What is above the text: a text, or a file by its link (a list: a text only). */
export type InteractiveHeader =
	| { type: 'text'; text: string }
	| { type: 'image' | 'video'; link: string }
	| { type: 'document'; link: string; filename?: string | undefined };

/** A header of one of several types. */
function byType(types: Members): Node {
	const tables = new Map<unknown, Entry>(Object.entries(types));
	const tableOf = (type: unknown, position: MessagePosition): Entry => {
		const table = tables.get(type);
		if (table) return table;
		throw new InvalidInput(
			position.fieldOf(''),
			"The message doesn't support this type of header.",
			`Choose one of: ${[...tables.keys()].join(', ')}.`,
		);
	};
	return {
		members: Object.fromEntries(Object.values(types).flatMap(({ members = {} }) => Object.entries(members))),
		build: (fields, position) => tableOf(fields.type, position).build(fields, position),
		read(json, position) {
			const location = { field: position.fieldOf(''), what: 'the header' };
			if (json === undefined || json === null) throw missingError(location);
			if (!isObject(json)) throw notAnObject(location);
			return tableOf(memberOf(json, 'type'), position).read(json, position);
		},
	};
}

const headerText = text('text', 'the text of the header', { max: 60 });

const textHeader = object('', {
	type: constant('text'),
	/** The schema of the service has `text: {body: "…"}`, which JSON may have as well. */
	text: {
		...headerText,
		read(json, position) {
			if (!isObject(json)) return headerText.read(json, position);
			return { ...json, body: headerText.read(memberOf(json, 'body'), position) ?? null };
		},
	} satisfies Entry,
});

/** Only a document has a name now; older schemas require one of every file. */
const filename = displayOnly(optional(text('filename', 'the file name in the header')));

const mediaHeader = (type: string) =>
	object('', {
		type: constant(type),
		[type]: object(`the ${type} of the header`, {
			link: link('link', `the URL of the ${type} in the header`),
			filename,
		}),
	});

/** The samples of the service have `"type": "text"` in body and footer, which its schema doesn't have. */
const sampleType: Entry<NoFields> = {
	isPublic: true,
	build: () => undefined,
	read: (json) => (json === 'text' ? undefined : json),
};

type HeaderFields = { readonly header?: InteractiveHeader | undefined };

/** An interactive message: what buttons and lists have in common. */
const interactive = <Action extends FieldValues>(word: string, headers: Members, action: Entry<Action>) => {
	const header: Entry<HeaderFields> = {
		...optional(group('header', byType(headers)), { discriminator: 'header' }),
	};
	return object('', {
		type: constant('interactive'),
		interactive: object(
			'',
			rewrite((json) => ({ type: word, ...json })),
			{
				type: constant(word, 'the type', 'Select the operation that matches the JSON.'),
				header,
				body: object('the body', { text: text('body', 'the text (body)', { max: 1024 }), type: sampleType }),
				footer: optional(
					object('the footer', { text: text('footer', 'the footer', { max: 60 }), type: sampleType }),
				),
				action,
			},
		),
	});
};

const objectsIn = (json: JsonObject, name: string): JsonObject[] => {
	const members = memberOf(json, name);
	return Array.isArray(members) ? members.filter(isObject) : [];
};

/** Equal IDs couldn't be told apart in the answer (*assumed* to be rejected by the service). */
function checkIds(ids: ReadonlyArray<{ id: unknown; what: string }>, field: string): void {
	const first = new Map<unknown, string>();
	for (const { id, what } of ids) {
		const sameIdIndex = first.get(id);
		if (sameIdIndex !== undefined)
			throw new InvalidInput(
				field,
				`${capital(what)} has the same ID as ${sameIdIndex}.`,
				'Make each ID unique.',
			);
		first.set(id, what);
	}
}

function checkButtons(action: JsonObject, position: MessagePosition): void {
	const ids = objectsIn(action, 'buttons').map(({ reply }, index) => ({
		id: memberOf(reply, 'id'),
		what: `button ${index + 1}`,
	}));
	checkIds(ids, position.fieldOf('buttons'));
}

function checkSections(action: JsonObject, position: MessagePosition): void {
	const field = position.fieldOf('sections');
	const sections = objectsIn(action, 'sections');
	const ids = sections.flatMap((section, index) => {
		const what = `section ${index + 1}`;
		if (sections.length > 1 && section.title === undefined)
			throw missingError({ field, what: `the title of ${what}` });
		return objectsIn(section, 'rows').map(({ id }, row) => ({ id, what: `${what}, row ${row + 1}` }));
	});
	checkIds(ids, field);
}

/**
 * A text with buttons to tap (service.md#waba-content). *Assumed*: buttons work without the header that the schema
 * requires, and a text in their header has the limit of a list's.
 */
export const buttonsMessage = interactive(
	'button',
	{
		text: textHeader,
		image: mediaHeader('image'),
		video: mediaHeader('video'),
		document: mediaHeader('document'),
	},
	object(
		'the action',
		{
			buttons: list(
				'buttons',
				'the buttons',
				{ min: 1, max: 3 },
				numbered('button'),
				object('', {
					type: constant('reply', 'the type'),
					reply: object('the reply', {
						/** Comes back with the answer. */
						id: returned(text('id', 'the ID', { max: 256 })),
						title: text('title', 'the title', { max: 20 }),
					}),
				}),
			),
		},
		rule(checkButtons),
	),
);

/** A text with a list to choose from (service.md#waba-content). */
export const listMessage = interactive(
	'list',
	{ text: textHeader },
	object(
		'the action',
		{
			button: text('button', 'the button that opens the list', { max: 20 }),
			sections: list(
				'sections',
				'the sections',
				{ min: 1, max: 10 },
				numbered('section'),
				object('', {
					/** Required where there is more than one section. */
					title: optional(text('title', 'the title', { max: 24 })),
					rows: list(
						'rows',
						'the rows',
						{ min: 1, max: 10 },
						(position, section) => `${section}, row ${position}`,
						object('', {
							/** Comes back with the answer. */
							id: returned(text('id', 'the ID', { max: 200 })),
							title: text('title', 'the title', { max: 24 }),
							description: optional(text('description', 'the description', { max: 72 })),
						}),
					),
				}),
			),
		},
		rule(checkSections),
	),
);

/** Builds a text with buttons. @throws InvalidInput (`header`, `body`, `footer`, `buttons`) naming the button */
export const buttonsContent = (fields: FieldsOf<typeof buttonsMessage>): WabaContent =>
	buildMessage(buttonsMessage, fields, 'buttons');

/** Builds a text with a list. @throws InvalidInput (`header`, `body`, `footer`, `button`, `sections`) naming the row */
export const listContent = (fields: FieldsOf<typeof listMessage>): WabaContent =>
	buildMessage(listMessage, fields, 'sections');

const messages = { buttons: buttonsMessage, list: listMessage };

export type InteractiveKind = keyof typeof messages;

const jsonField = 'interactive';

/** Returns the `interactive` object, also if the message around it is pasted. */
function interactiveIn(json: JsonObject): JsonObject {
	const content = contentIn(json, jsonField);
	const type = memberOf(content, 'type');
	const isWhole =
		type === 'interactive' || (type === undefined && memberOf(content, jsonField) !== undefined);
	return isWhole ? unwrapped(content, jsonField, jsonField, ['type']) : content;
}

/**
 * Checks buttons or a list that comes as JSON: the `interactive` object as people build it elsewhere, or a whole
 * message around it.
 *
 * @throws InvalidInput (`interactive`) naming the part and, in words, the button, section or row
 */
export function interactiveFromJson(kind: InteractiveKind, value: unknown): WabaContent {
	const json = toJson(value);
	if (!isObject(json)) throw notJsonObject(jsonField);
	return checkMessage(
		messages[kind],
		{ type: 'interactive', interactive: interactiveIn(json) },
		{ field: jsonField },
	);
}
