import { fieldReferences, fieldIn, pathText } from '../../../nodes/engine/operations/expressions/code';

const pathsIn = (stored: unknown): string[] => fieldReferences(stored).map(({ path }) => pathText(path));

it.each([
	['={{ $json.name }}', ['name']],
	['=Hello {{$json.customer.name}}, see {{ $json["order number"] }}', ['customer.name', 'order number']],
	["={{ $json['names'][0].first }}", ['names[0].first']],
	['={{ $json.prénom }}', ['prénom']],
	['={{ $input.item.json.name }}', ['name']],
	['={{ $input.last().json.name }}', ['name']],
	['={{ $node["Webhook"].json.name }}{{ $node[\'Webhook\'].json.city }}', ['name', 'city']],
	['={{ $("Webhook").item.json.body.name }}', ['body.name']],
	["={{ $('Webhook').first().json.name }}", ['name']],
])('%s references fields', (stored, paths) => expect(pathsIn(stored)).toEqual(paths));

it.each([
	'{{ $json.name }}',
	'={{ $json.name ?? "you" }}',
	'={{ $json.name || "you" }}',
	'={{ $json?.name }}',
	'={{ $json.customer?.name }}',
	'={{ $json.name ? "Dear " + $json.name : "Hello" }}',
	'={{ $json.name.toUpperCase() }}',
	'={{ $json[$json.key] }}',
	'={{ $json }}',
	'={{ "name" in $json }}',
	'=\\{{ $json.name }}',
	['={{ $json.name }}'],
	undefined,
])('%j is left to n8n', (stored) => expect(fieldReferences(stored)).toEqual([]));

it('tells the node that a field comes from', () => {
	expect(fieldReferences("={{ $('My Form').item.json.name }}{{ $json.city }}")).toEqual([
		{ root: "$('My Form').item.json", node: 'My Form', path: ['name'] },
		{ root: '$json', node: undefined, path: ['city'] },
	]);
});

it.each([
	[{ name: 'Ana' }, ['name'], 'filled'],
	[{ name: 0 }, ['name'], 'filled'],
	[{ name: false }, ['name'], 'filled'],
	[{ name: '' }, ['name'], 'empty'],
	[{ name: null }, ['name'], 'empty'],
	[{ name: undefined }, ['name'], 'empty'],
	[{}, ['name'], 'missing'],
	[{ customer: null }, ['customer', 'name'], 'empty'],
	[{ customer: {} }, ['customer', 'name'], 'missing'],
	[{}, ['customer', 'name'], 'missing'],
	[{ customer: 'Ana' }, ['customer', 'name'], 'missing'],
	[{ customer: 'Ana' }, ['customer', 'length'], 'filled'],
	[{ names: ['Ana'] }, ['names', '0'], 'filled'],
	[{ names: [] }, ['names', '0'], 'missing'],
])('%j: %j is %s', (json, path, state) => expect(fieldIn(json, path).state).toBe(state));
