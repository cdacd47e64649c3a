import type { WabaContent } from './content';
import { interactiveContent, type InteractiveTexts } from './interactive';
import { memberUnlessBlank } from '../../content/texts';

export interface ListRow {
	/** Comes back with the answer; at most 200 characters. */
	id: string;
	/** At most 24 characters. */
	title: string;
	/** At most 72 characters. */
	description?: string | undefined;
}

export interface ListSection {
	/** At most 24 characters; needed where there is more than one section. */
	title?: string | undefined;
	/** 1 to 10. */
	rows: readonly ListRow[];
}

export interface ListMessage extends InteractiveTexts {
	/** On the button that opens the list; at most 20 characters. */
	button: string;
	/** 1 to 10. */
	sections: readonly ListSection[];
}

/**
 * A text with a list to choose from (service.md#waba-content).
 *
 * @throws InvalidInput (`header`, `body`, `footer`, `button`, `sections`) naming the section and row
 */
export function listContent({ button, sections, ...texts }: ListMessage): WabaContent {
	return interactiveContent('list', texts, {
		button,
		sections: sections.map(({ title, rows }) => ({
			...memberUnlessBlank('title', title),
			rows: rows.map(({ id, title: rowTitle, description }) => ({
				id,
				title: rowTitle,
				...memberUnlessBlank('description', description),
			})),
		})),
	});
}
