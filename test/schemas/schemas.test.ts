/** What n8n's editor shows of an operation before its first run is what will come out. */
import { described, howToMake, readSchemaFile, schemaFilesThere } from './files';
import { derivedText, openObjects, outputsOf, type AllOutputs } from './outputs';
import { parseSchema, satisfying, type Schema } from './schema';

/** A schema and all inside it, by path. */
function within(schema: Schema, path = ''): Array<[string, Schema]> {
	const members = Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
		within(value, path === '' ? name : `${path}.${name}`),
	);
	return [[path, schema], ...members, ...(schema.items ? within(schema.items, `${path}[]`) : [])];
}

describe.each(described)('$title', (one) => {
	let outputs: AllOutputs;
	beforeAll(async () => {
		outputs = await outputsOf(one);
	});

	it('has the schema that its outputs have', () => {
		const text = readSchemaFile(one);
		expect({ ifNot: howToMake, text }).toEqual({ ifNot: howToMake, text: derivedText(outputs) });
	});

	it('puts nothing out that its schema does not show', () => {
		const accepted = satisfying(parseSchema(readSchemaFile(one)));
		const all = [...outputs.fixture, ...outputs.others].flatMap(({ from, items }) =>
			items.map((item) => ({ from, problems: accepted.safeParse(item).error?.issues ?? [] })),
		);
		expect(all.length).toBeGreaterThan(0);
		expect(all.filter(({ problems }) => problems.length > 0)).toEqual([]);
	});

	it('can be dragged: every field has a name that stands in an expression, and a type that the editor shows', () => {
		const inside = within(parseSchema(readSchemaFile(one)));
		const names = inside.flatMap(([, { properties = {} }]) => Object.keys(properties));
		expect(names.filter((name) => !/^[a-z][a-zA-Z]*(256)?$/.test(name))).toEqual([]);
		const types = inside.map(([path, { type }]) => ({ path, types: [type].flat() }));
		expect(types.filter(({ types: [first] }) => first === 'null')).toEqual([]);
	});

	it('leaves only those objects and lists open whose content nobody knows', () => {
		const inside = within(parseSchema(readSchemaFile(one)));
		const open = inside.filter(([, { type, properties, items }]) => {
			if ([type].flat().includes('array')) return items === undefined;
			return [type].flat().includes('object') && Object.keys(properties ?? {}).length === 0;
		});
		expect(open.map(([path]) => path).filter((path) => !openObjects.has(path))).toEqual([]);
	});
});

describe('a message that was sent', () => {
	const fieldsOf = (one: (typeof described)[number]): string[] =>
		Object.keys(parseSchema(readSchemaFile(one)).properties ?? {});
	/** Every operation that sends to people takes a deduplication key. */
	const sends = described.filter((one) => fieldsOf(one).includes('deduplicationKey'));
	const ofNumbers = ['accepted', 'reference', 'to', 'recipientCount'];
	const next: Readonly<Record<string, string[]>> = {
		smsboxSms: [...ofNumbers, 'segments'],
		smsboxWaba: [...ofNumbers, 'recipients'],
		smsboxRcs: [...ofNumbers, 'recipients'],
	};

	it.each(sends)('by $title begins as on every channel', (one) => {
		const fields = fieldsOf(one);
		const first = fields.includes('groupId') ? ['accepted', 'groupId', 'segments'] : (next[one.node] ?? []);
		expect(fields.slice(0, first.length)).toEqual(first);
	});
});

it('there is no schema of an operation that is gone', () => {
	const wanted = described.map(({ file }) => file);
	expect(schemaFilesThere().filter((file) => !wanted.includes(file))).toEqual([]);
});
