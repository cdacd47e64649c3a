import { listAt, textAt } from '../../core/json';
import { also, by, list, object, oneOf, text } from '../../json/shape';
import type { Shape } from '../../json/shape';
import { document, link } from './media';

/** `interactive`: buttons and lists (service.md#waba-content). */

/** The samples' body and footer carry a `type` as well. */
const part = (most: number): Shape => object({ text: text(most) }, {}, ['type']);

const MOST_HEADER = 60;

/** A text is `text: "…"` in the samples, `text: {body}` in the schema. *Assumed*: its limit over buttons. */
const textHeader: Shape = object({
	type: oneOf('text'),
	text: (value, path, findings) => {
		const shape = typeof value === 'object' ? object({ body: text(MOST_HEADER) }) : text(MOST_HEADER);
		shape(value, path, findings);
	},
});

const mediaHeader = (type: string, media: Shape): Shape => object({ type: oneOf(type), [type]: media });

/** *Assumed*: two buttons or rows with the same `id` could not be told apart, and are refused. */
const areDifferent = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

export const buttons: Shape = object(
	{
		type: oneOf('button'),
		body: part(1_024),
		action: object({
			buttons: also(
				list(object({ type: oneOf('reply'), reply: object({ id: text(256), title: text(20) }) }), 1, 3),
				(value) => areDifferent(listAt(value).map((button) => textAt(button, 'reply', 'id'))),
				'must have different IDs',
			),
		}),
	},
	{
		header: by('type', {
			text: textHeader,
			document: mediaHeader('document', document),
			image: mediaHeader('image', link),
			video: mediaHeader('video', link),
		}),
		footer: part(60),
	},
);

const row = object({ id: text(200), title: text(24) }, { description: text(72) });
const section = object({ rows: list(row, 1, 10) }, { title: text(24) });

const rowIds = (sectionList: unknown): string[] =>
	listAt(sectionList).flatMap((each) => listAt(each, 'rows').map((one) => textAt(one, 'id')));

const sections: Shape = also(
	also(
		list(section, 1, 10),
		(value) => listAt(value).length === 1 || listAt(value).every((each) => textAt(each, 'title') !== ''),
		'must all have a title if there are several',
	),
	(value) => areDifferent(rowIds(value)),
	'must have rows with different IDs',
);

export const listMessage: Shape = object(
	{ type: oneOf('list'), body: part(1_024), action: object({ button: text(20), sections }) },
	{ header: textHeader, footer: part(60) },
);
