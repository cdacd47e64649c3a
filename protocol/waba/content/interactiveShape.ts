import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, memberOf } from '../../http/json';
import { checkLink } from '../../content/jsonLinks';
import { checkOptionalText, checkText, objectIn, objectsIn, optionalObject } from '../../content/jsonParts';
import { capital, type FieldLocation } from '../../content/texts';

export type InteractiveKind = 'buttons' | 'list';

/** The parts of an interactive message, as the user knows them. */
export type InteractivePart = 'header' | 'body' | 'footer' | 'buttons' | 'button' | 'sections';

/** The parameter that holds a part, for errors. */
export type InteractiveFieldOf = (part: InteractivePart) => string;

const limits = {
	header: 60,
	body: 1024,
	footer: 60,
	buttonId: 256,
	buttonTitle: 20,
	listButton: 20,
	sectionTitle: 24,
	rowId: 200,
	rowTitle: 24,
	rowDescription: 72,
	buttons: { min: 1, max: 3 },
	sections: { min: 1, max: 10 },
	rows: { min: 1, max: 10 },
};

/** Equal ids could not be told apart in the answer (*assumed* to be refused by the service). */
function checkIds(ids: readonly { id: string; what: string }[], field: string): void {
	const first = new Map<string, string>();
	for (const { id, what } of ids) {
		const other = first.get(id);
		if (other !== undefined) {
			throw new InvalidInput(field, `${capital(what)} has the same ID as ${other}.`, 'Make each ID unique.');
		}
		first.set(id, what);
	}
}

/** A file in the header, by its link. Only a document has a name now; older schemas require one of every file. */
function checkHeaderMedia(header: JsonObject, type: string, field: string): void {
	const media = objectIn(header, type, { field, what: `the ${type} of the header` });
	checkLink(media, 'link', { field, what: `the URL of the ${type} in the header` });
	checkOptionalText(media, 'filename', { field, what: 'the file name in the header' });
}

/** `{type: "text", text: "…"}`; the schema of the service has `text: {body: "…"}`, which is taken as well. */
function checkHeaderText(header: JsonObject, field: string): void {
	const location: FieldLocation = { field, what: 'the text of the header', max: limits.header };
	const text = memberOf(header, 'text');
	checkText(isObject(text) ? text : header, isObject(text) ? 'body' : 'text', location);
}

type HeaderCheck = (header: JsonObject, field: string) => void;

const mediaHeader = (type: string): HeaderCheck => {
	return (header, field) => checkHeaderMedia(header, type, field);
};

const headersOfButtons: ReadonlyMap<string, HeaderCheck> = new Map([
	['text', checkHeaderText],
	...['image', 'video', 'document'].map((type): [string, HeaderCheck] => [type, mediaHeader(type)]),
]);

const headersByKind: Readonly<Record<InteractiveKind, ReadonlyMap<string, HeaderCheck>>> = {
	buttons: headersOfButtons,
	list: new Map([['text', checkHeaderText]]),
};

function checkHeader(kind: InteractiveKind, interactive: JsonObject, field: string): void {
	const header = optionalObject(interactive, 'header', { field, what: 'the header' });
	if (!header) return;
	const checks = headersByKind[kind];
	const type = memberOf(header, 'type');
	const check = typeof type === 'string' ? checks.get(type) : undefined;
	if (check) {
		check(header, field);
		return;
	}
	throw new InvalidInput(
		field,
		"The message doesn't support this type of header.",
		`Choose one of: ${[...checks.keys()].join(', ')}.`,
	);
}

function checkButtons(action: JsonObject, fieldOf: InteractiveFieldOf): void {
	const field = fieldOf('buttons');
	const buttons = objectsIn(action, 'buttons', limits.buttons, (position) => `button ${position}`, {
		field,
		what: 'the buttons',
	});
	const ids = buttons.map((button, index) => {
		const what = `button ${index + 1}`;
		if (memberOf(button, 'type') !== 'reply') {
			throw new InvalidInput(field, `The type of ${what} isn't "reply".`, 'Set "type": "reply".');
		}
		const reply = objectIn(button, 'reply', { field, what: `the reply of ${what}` });
		checkText(reply, 'title', { field, what: `the title of ${what}`, max: limits.buttonTitle });
		return { id: checkText(reply, 'id', { field, what: `the ID of ${what}`, max: limits.buttonId }), what };
	});
	checkIds(ids, field);
}

function checkSections(action: JsonObject, fieldOf: InteractiveFieldOf): void {
	checkText(action, 'button', {
		field: fieldOf('button'),
		what: 'the button that opens the list',
		max: limits.listButton,
	});
	const field = fieldOf('sections');
	const sections = objectsIn(action, 'sections', limits.sections, (position) => `section ${position}`, {
		field,
		what: 'the sections',
	});
	const checkTitle = sections.length > 1 ? checkText : checkOptionalText;
	const ids = sections.flatMap((section, index) => {
		const where = `section ${index + 1}`;
		checkTitle(section, 'title', { field, what: `the title of ${where}`, max: limits.sectionTitle });
		const rows = objectsIn(section, 'rows', limits.rows, (position) => `${where}, row ${position}`, {
			field,
			what: `the rows of ${where}`,
		});
		return rows.map((row, rowIndex) => {
			const what = `${where}, row ${rowIndex + 1}`;
			const location = (part: string, max: number): FieldLocation => ({
				field,
				what: `the ${part} of ${what}`,
				max,
			});
			checkText(row, 'title', location('title', limits.rowTitle));
			checkOptionalText(row, 'description', location('description', limits.rowDescription));
			return { id: checkText(row, 'id', location('ID', limits.rowId)), what };
		});
	});
	checkIds(ids, field);
}

const actionChecks: Readonly<
	Record<InteractiveKind, (action: JsonObject, fieldOf: InteractiveFieldOf) => void>
> = {
	buttons: checkButtons,
	list: checkSections,
};

/**
 * Checks the `interactive` object of a message, as it goes over the wire, against all documented limits. Members
 * that are not documented are left alone. *Assumed*: that buttons work without the header that the schema requires,
 * and that a text in their header has the limit of a list's.
 *
 * @throws InvalidInput naming the part and, in words, the button, section or row
 */
export function checkInteractive(
	kind: InteractiveKind,
	interactive: JsonObject,
	fieldOf: InteractiveFieldOf,
): void {
	checkHeader(kind, interactive, fieldOf('header'));
	const body = objectIn(interactive, 'body', { field: fieldOf('body'), what: 'the body' });
	checkText(body, 'text', { field: fieldOf('body'), what: 'the text (body)', max: limits.body });
	const footerLocation = { field: fieldOf('footer'), what: 'the footer', max: limits.footer };
	const footer = optionalObject(interactive, 'footer', footerLocation);
	if (footer) checkText(footer, 'text', footerLocation);
	const field = fieldOf(kind === 'buttons' ? 'buttons' : 'sections');
	actionChecks[kind](objectIn(interactive, 'action', { field, what: 'the action' }), fieldOf);
}
