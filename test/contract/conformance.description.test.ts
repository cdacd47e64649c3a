/** Every node of the package, as its description shows it, put through the same checks. */
import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { readJson } from '../support/repository';
import { choicesOf, insideOf, isShown, operationsOf, statesOf, withInside } from '../support/registry';
import { PACKAGE, actionNodes, packageNodes } from '../support/smsbox';

const operations = actionNodes.flatMap((type) => operationsOf(type).map((one) => ({ ...one, type })));

type Check = (property: INodeProperties) => boolean;

const inRange: Check = ({ default: value, typeOptions }) =>
	typeof value === 'number' &&
	value >= (typeOptions?.minValue ?? -Infinity) &&
	value <= (typeOptions?.maxValue ?? Infinity);

const isEmptyObject: Check = ({ default: value }) => JSON.stringify(value) === '{}';

/** A required choice may have no default: then the user has to choose. */
const isChoice: Check = (property) =>
	choicesOf(property).some(({ value }) => value === property.default) ||
	(property.required === true && property.default === '');

/** A group that is there once may be there from the beginning; a list of rows may start with empty ones. */
const areGroups: Check = ({ default: value, options = [], typeOptions }) => {
	const isList = typeOptions?.multipleValues === true;
	const rowOf = (group: (typeof options)[number]) =>
		Object.fromEntries('values' in group ? group.values.map((field) => [field.name, field.default]) : []);
	const allowed = new Map(options.map((group) => [group.name, isList ? [rowOf(group)] : {}]));
	const groups = z.record(z.unknown()).parse(value);
	return Object.entries(groups).every(([name, rows]) => isDeepStrictEqual(rows, allowed.get(name)));
};

const areChoices: Check = (property) =>
	Array.isArray(property.default) &&
	property.default.every((one) => choicesOf(property).some(({ value }) => value === one));

const isJson: Check = ({ default: value }) => {
	if (value === '') return true;
	if (typeof value !== 'string') return false;
	try {
		JSON.parse(value);
		return true;
	} catch {
		return false;
	}
};

const locator = z.object({ mode: z.string(), value: z.string() });

const isLocator: Check = ({ default: value, modes }) => {
	const parsed = locator.safeParse(value);
	return parsed.success && (modes ?? []).some(({ name }) => name === parsed.data.mode);
};

/** Which default a field of each type may have. A type that is not here fails. */
const DEFAULTS: Readonly<Record<string, Check>> = {
	boolean: ({ default: value }) => typeof value === 'boolean',
	collection: isEmptyObject,
	dateTime: ({ default: value }) => value === '',
	fixedCollection: areGroups,
	json: isJson,
	multiOptions: areChoices,
	notice: ({ default: value }) => value === '',
	number: inRange,
	options: isChoice,
	resourceLocator: isLocator,
	string: ({ default: value }) => typeof value === 'string',
};

function twice(names: readonly string[]): string[] {
	return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('the package', () => {
	it('lists exactly the nodes that are tested here', () => {
		const manifest = z.object({ n8n: z.object({ nodes: z.array(z.string()) }) });
		const { nodes } = readJson('package.json', manifest).n8n;
		const listed = nodes.map((path) => path.replace(/^.*\/(\w+)\.node\.js$/, '$1'));
		expect(listed.sort()).toEqual(packageNodes.map(({ className }) => className).sort());
	});
});

describe.each(packageNodes)('$className', ({ className, description }) => {
	const fields = description.properties.flatMap(withInside);

	it('has a codex that names it', () => {
		const schema = z.object({ node: z.string(), categories: z.array(z.string()).min(1) });
		const codex = readJson(`nodes/${className}/${className}.node.json`, schema);
		expect(codex.node).toBe(`${PACKAGE}.${description.name}`);
	});

	it('has only defaults that its fields can hold', () => {
		const wrong = fields
			.filter((property) => DEFAULTS[property.type]?.(property) !== true)
			.map(({ name, type, default: value }) => ({ name, type, value }));
		expect(wrong).toEqual([]);
	});

	it('says what each of its fields and choices is called', () => {
		const nameless = fields.filter(({ displayName }) => displayName.trim() === '').map(({ name }) => name);
		const choices = fields.flatMap(choicesOf).filter(({ name }) => name.trim() === '');
		expect({ nameless, choices }).toEqual({ nameless: [], choices: [] });
	});

	it('has every name only once inside a collection', () => {
		const repeated = fields.flatMap((property) => twice(insideOf(property).map(({ name }) => name)));
		expect(repeated).toEqual([]);
	});

	it('has every choice of a field only once', () => {
		const repeated = fields.flatMap((property) =>
			twice(choicesOf(property).map(({ value }) => String(value))),
		);
		expect(repeated).toEqual([]);
	});
});

describe.each(packageNodes.filter(({ node }) => node.execute !== undefined))('$className', ({ node }) => {
	it('can show each of its fields, in the node or in its tool', () => {
		const { description } = node;
		const tool = { ...node, description: { ...description, name: `${description.name}Tool` } };
		const states = operationsOf(node).flatMap((operation) => statesOf(node, operation));
		const hidden = node.description.properties
			.filter(
				(property) => ![node, tool].some((type) => states.some((state) => isShown(type, property, state))),
			)
			.map(({ name, displayOptions }) => ({ name, displayOptions }));
		expect(hidden).toEqual([]);
	});

	it('lets no expression stand in a field that decides whether a required one is shown', () => {
		// n8n shows every field that depends on an expression, and will not run while a required one is empty.
		const { properties } = node.description;
		const required = properties.filter((property) => property.required);
		const deciding = new Set(
			required.flatMap((property) => Object.keys(property.displayOptions?.show ?? {})),
		);
		const wrong = properties.filter(({ name, noDataExpression }) => deciding.has(name) && !noDataExpression);
		expect(wrong.map(({ name }) => name)).toEqual([]);
	});
});

describe.each(operations)('$title', (operation) => {
	it('says what it does, in the list of actions and in the dropdown', () => {
		const { name, action, description } = operation.option;
		expect(name).toMatch(/^[A-Z]/);
		expect(action).toMatch(/^[A-Z]\S* \S/);
		expect(description).toMatch(/^[A-Z].* /);
	});

	it('never shows two fields of one name', () => {
		const { type } = operation;
		const repeated = statesOf(type, operation).flatMap((state) => {
			const shown = type.description.properties.filter((property) => isShown(type, property, state));
			return twice(shown.map(({ name }) => name)).map((name) => ({ state, name }));
		});
		expect(repeated).toEqual([]);
	});
});
