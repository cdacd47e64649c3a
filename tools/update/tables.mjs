/**
 * The tables that pages make of the nodes' descriptions. A page has `<!-- TABLE: what -->` and `<!-- end -->`, and the
 * table is written between them:
 *
 * | Table | What it shows |
 * | --- | --- |
 * | `fields: NODE RESOURCE.OPERATION, …` | the fields of operations, or of a trigger (without an operation) |
 * | `fields: NODE RESOURCE.OPERATION FIELD` | what is inside a field |
 * | `operations: NODE RESOURCE` | the operations of a resource with their fields |
 * | `shared: NODE RESOURCE.OPERATION, …` | the options that all of these have |
 * | `options: NODE RESOURCE.OPERATION, …` | their options that no table before has |
 * | `nodes:` | all operations of all nodes |
 * | `statuses: CHANNEL FROM TO` | delivery statuses, of SMS by their code |
 */
import path from 'node:path';
import { descriptions, require, root } from './built.mjs';
import {
	choicesText,
	conditionOf,
	fieldsInside,
	fieldsOf,
	insideOf,
	isField,
	isOptionList,
	keyOf,
	markdown,
	needsRow,
	operationOf,
	operationsOf,
	optionsOf,
	placesIn,
	resourcesOf,
	sentence,
	withoutDuplicates,
} from './fields.mjs';

/** Pages of what several nodes share; the others link to them. */
export const sharedPages = ['docs/nodes/sending.md', 'docs/nodes/triggers.md'];

/** What comes first in a long table of options; the others follow as in the editor. */
const first = [
	'scheduleAt',
	'sendingWindow',
	'outsideAllowedHours',
	'validityPeriod',
	'maxSegments',
	'truncate',
	'textEncoding',
	'optOutMention',
	'variables',
	'deduplicationKey',
	'dryRun',
	'excludedRecipients',
	'allowedRecipients',
	'allowedGroups',
	'maxMessages',
	'batchItems',
	'maxConcurrentRequests',
	'timeout',
];
const placeOf = ({ name }) => (first.includes(name) ? first.indexOf(name) : first.length);

/** By list, as in the panel, then in the order above. */
const byList = (options) => {
	const lists = [...new Set(options.map(({ list }) => list))];
	return lists.flatMap((list) =>
		options.filter((option) => option.list === list).sort((a, b) => placeOf(a) - placeOf(b)),
	);
};

/** Labels that are headings of something else. */
const notAbout = ['Output', 'Options', 'Text', 'Message', 'Group', 'Sender ID'];

const anchorOf = (heading) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const linkTo = (heading, label = heading) => `[${label}](#${anchorOf(heading)})`;

/** `SMSBOX WhatsApp (WABA)` is WhatsApp. */
const channelOf = ({ node }) => node.displayName.replace(/^SMSBOX | \(.*$/g, '');

const labelsOf = (fields) => [...new Set(fields.map(({ displayName }) => displayName))].join(', ');

const table = (header, rows) =>
	[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Writes the tables of pages, in their order: an option is described by the first that has it. */
export class Tables {
	/** By field: the page and heading that describe it. */
	described = new Map();
	#optionTables;
	#kinds = {
		fields: (what, at) => this.#fields(placesIn(what), at),
		operations: (what, at) => this.#operations(placesIn(what)[0], at),
		shared: (what, at) => this.#shared(placesIn(what).map(optionsOf), at),
		options: (what, at) => this.#options(placesIn(what).flatMap(optionsOf), at),
		nodes: () => nodesTable(),
		statuses: (what) => statusesTable(...what.split(' ')),
	};

	/** @param optionTables What the tables of options describe: other tables link to them. */
	constructor(optionTables = new Map()) {
		this.#optionTables = optionTables;
	}

	/** The text of a page with its tables written anew: all of them, or those of some kinds. */
	write(page, text, kinds = Object.keys(this.#kinds)) {
		const headings = [...text.matchAll(/^#+ (.*)$/gm)];
		const headingAt = (offset) => headings.filter(({ index }) => index < offset).at(-1)?.[1] ?? '';
		const sections = [...text.matchAll(/^<!-- fields: (.*) -->$/gm)].flatMap(({ 1: what, index }) =>
			placesIn(what).map((place) => ({ ...place, heading: headingAt(index) })),
		);
		return text.replace(
			/^(<!-- (\w+):(?: (.*))? -->)$[^]*?^<!-- end -->$/gm,
			(block, marker, kind, what, offset) => {
				if (!kinds.includes(kind)) return block;
				const at = { page, sections, heading: headingAt(offset), headings: headings.map(([, text]) => text) };
				return `${marker}\n\n${this.#kinds[kind](what, at)}\n\n<!-- end -->`;
			},
		);
	}

	/** The fields and options of nodes that are in no table. */
	missing() {
		const withInside = (property) => [property, ...insideOf(property).flatMap(withInside)];
		const missing = descriptions.flatMap(({ name, properties }) =>
			properties
				.flatMap((property) => (isOptionList(property) ? insideOf(property) : [property]))
				.filter(needsRow)
				.flatMap(withInside)
				.filter((property) => !this.described.has(keyOf(property)))
				.map(({ displayName }) => `${name}: ${displayName}`),
		);
		return [...new Set(missing)];
	}

	#fields(places, at) {
		const header = [at.page.endsWith('trigger.md') ? 'Parameter' : 'Field', 'Description'];
		if (places[0].field !== undefined) {
			const siblings = fieldsInside(places[0]);
			return table(
				header,
				this.#rows(
					siblings.map((property) => ({ property, siblings })),
					at,
				),
			);
		}
		const isOfOneNode = new Set(places.map(({ node }) => node)).size === 1;
		const entries = places.flatMap((place) =>
			this.#entriesOf(place, isOfOneNode ? operationOf(place)?.name : channelOf(place)),
		);
		return table(header, [...this.#rows(entries, at), ...this.#optionsRow(places, at)]);
	}

	#operations({ node, resource }, at) {
		const places = operationsOf(node, resource).map(({ value }) => ({ node, resource, operation: value }));
		const tableOf = ({ operation }) => {
			const section = at.sections.find(
				(place) => place.node === node && place.resource === resource && place.operation === operation,
			);
			return section && linkTo(section.heading);
		};
		const rows = places.map((place) => {
			const { name, description } = operationOf(place);
			return [
				name,
				markdown(description, at.page),
				tableOf(place) ?? labelsOf(fieldsOf(place).filter(isField)),
			];
		});
		const entries = places
			.filter((place) => tableOf(place) === undefined)
			.flatMap((place) => this.#entriesOf(place, operationOf(place).name));
		const list = table(['Operation', 'Description', 'Fields'], rows);
		return entries.length === 0
			? list
			: `${list}\n\n${table(['Field', 'Description'], this.#rows(entries, at))}`;
	}

	#shared([first, ...others], at) {
		const has = (options, option) => options.some((other) => keyOf(other) === keyOf(option));
		return this.#options(
			first.filter((option) => others.every((options) => has(options, option))),
			at,
		);
	}

	#options(options, at) {
		const siblings = withoutDuplicates(options).filter((option) => !this.described.has(keyOf(option)));
		const isLong = new Set(siblings.map(({ list }) => list)).size > 1;
		const rows = (isLong ? byList(siblings) : siblings).flatMap((property) =>
			this.#rows([{ property, siblings }], at).map(([label, text]) =>
				isLong ? [label, property.list, text] : [label, text],
			),
		);
		return table(isLong ? ['Option', 'List', 'Description'] : ['Option', 'Description'], rows);
	}

	/** The fields of an operation, and the options that no table of options has. */
	#entriesOf(place, owner) {
		const siblings = fieldsOf(place).filter(isField);
		const options = place.resource === '' ? [] : optionsOf(place);
		return [
			...siblings.filter(needsRow).map((property) => ({ property, siblings, owner })),
			...options
				.filter((option) => !this.#optionTables.has(keyOf(option)))
				.map((property) => ({ property, siblings: options, owner, prefix: `${property.list}: ` })),
		];
	}

	/** A row for each field, with its owner if another one has a field of the same name. */
	#rows(entries, at) {
		const unique = withoutDuplicates(entries.map(({ property }) => property));
		return unique.flatMap((property) => {
			const { siblings, owner, prefix = '' } = entries.find((entry) => entry.property === property);
			const namesakes = unique.filter(({ displayName }) => displayName === property.displayName);
			return this.#row(property, siblings, { prefix, suffix: namesakes.length > 1 ? ` (${owner})` : '' }, at);
		});
	}

	/** The row of a field, and those of the fields inside it that the page has not described yet. */
	#row(property, siblings, { prefix, suffix }, at) {
		const { displayName, description = '' } = property;
		const isAnchor = at.headings.includes(displayName) && !notAbout.includes(displayName);
		const label = isAnchor && displayName !== at.heading ? linkTo(displayName) : displayName;
		this.described.set(keyOf(property), prefix === '' ? at : { ...at, isInside: true });
		const inside = insideOf(property).filter(isField);
		// A single field inside says what the outer one says.
		if (inside.length === 1) this.described.set(keyOf(inside[0]), { ...at, isInside: true });
		const several = inside.length > 1 ? inside : [];
		const section = several.length > 0 ? this.#sectionOf(several, at) : undefined;
		const isAbove = (field) => this.described.get(keyOf(field))?.page === at.page;
		const above = section ? [] : several.filter(isAbove);
		const rows = section ? [] : several.filter((field) => !isAbove(field));
		const parts = [
			`${conditionOf(property, siblings)}${markdown(description, at.page)}`,
			choicesText(property),
			above.length > 0 && ` Fields: ${labelsOf(above)}.`,
			section && !isAnchor && ` See ${linkTo(section.heading)}.`,
		];
		const [first, ...more] = parts.filter(Boolean);
		return [
			[`${prefix}${label}${suffix}`, more.length === 0 ? first : `${sentence(first)}${more.join('')}`],
			...rows.flatMap((field) => this.#row(field, inside, { prefix: `${displayName}: `, suffix }, at)),
		];
	}

	/** The table of the page that shows these fields. */
	#sectionOf(fields, { sections }) {
		return sections
			.filter(({ field }) => field !== undefined)
			.find((place) => {
				const keys = fieldsInside(place).map(keyOf);
				return fields.every((field) => keys.includes(keyOf(field)));
			});
	}

	/** The options of these places, each with a link to its table, by name if they are few of it; of a whole node, those that all operations share. */
	#optionsRow(places, { page }) {
		const byTarget = new Map();
		for (const option of withoutDuplicates(places.flatMap(optionsOf))) {
			const target = this.#optionTables.get(keyOf(option));
			if (target === undefined || (places[0].resource === '' && !sharedPages.includes(target.page))) continue;
			const file = target.page === page ? '' : path.relative(path.dirname(page), target.page);
			const url = `${file}#${anchorOf(target.heading)}`;
			byTarget.set(url, [...(byTarget.get(url) ?? []), option]);
		}
		if (byTarget.size === 0) return [];
		const inTable = [...this.#optionTables.values()].filter((at) => at.page === page && at.isInside !== true);
		const isMost = (url, { length }) => url.startsWith('#') && length > inTable.length / 2;
		const links = [...byTarget].map(
			([url, described]) => `[${isMost(url, described) ? 'see below' : labelsOf(described)}](${url})`,
		);
		const linked = [...byTarget.values()].flat().map(({ list }) => list);
		const lists = [...new Set(places.flatMap(optionsOf).map(({ list }) => list))];
		return [[lists.filter((list) => linked.includes(list)).join(', '), links.join(' · ')]];
	}
}

function nodesTable() {
	const rows = descriptions.flatMap((node) => {
		const page = `docs/nodes/${node.name.replace('smsbox', '').toLowerCase()}.md`;
		return resourcesOf(node).map(({ name, value }, index) => {
			const operations = operationsOf(node, value).map((operation) => operation.name);
			return [index === 0 ? `[${node.displayName}](${page})` : '', name, operations.join(' · ')];
		});
	});
	return table(['Node', 'Resource', 'Operations'], rows);
}

function statusesTable(channel, from, to) {
	const { [`${channel}Statuses`]: statuses } = require(
		path.join(root, `dist/protocol/${channel}/statuses.js`),
	);
	const word = (value) => ({ true: 'yes', false: 'no' })[value] ?? 'not known';
	const isNumbered = from !== undefined;
	const rows = statuses
		.filter(({ code }) => !isNumbered || (Number(code) >= Number(from) && Number(code) <= Number(to)))
		.map(({ code, name, description, final, delivered }) => [
			...(isNumbered ? [code, name] : [`\`${code}\``]),
			description,
			word(final),
			word(delivered),
		]);
	return table([...(isNumbered ? ['Code', 'Name'] : ['Status']), 'Meaning', 'Final', 'Delivered'], rows);
}
