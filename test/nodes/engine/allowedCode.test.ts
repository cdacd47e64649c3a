/** Expressions that no model can influence, and those that say the same each time: both are lists of what is allowed. */
import { isAuthorsOwn, isRepeatable } from '../../../nodes/engine/operations/expressions/allowedCode';

it.each([
	['a fixed text', '+33600123456, {{ $json.phone }}'],
	['a text without braces', '=+33600123456'],
	['a number', 10],
	['nothing', undefined],
	['a node by its name', "={{ $('Customer').first().json.phone }}"],
	['a node in double quotes', '={{ $("Customer").item.json["phone"] }}'],
	['several', "={{ $('Customer').first().json.phone }}, {{ $vars.duty }}"],
	['a list of all items', "={{ $('Customers').all().map((one) => one.json.phone) }}"],
	[
		'a list with a shorter function',
		"={{ $('Customers').all().filter(one => one.json.isActive).map(one => one.json.phone) }}",
	],
	['a condition', "={{ $execution.mode === 'test' ? $vars.test : $env.DUTY ?? '+33*' }}"],
	['a workflow', '={{ $workflow.name }} {{ $now.weekday > 5 && true }}'],
	['optional members', '={{ $vars?.duty }}'],
	['a text with an escaped quote', "={{ $('Ana\\'s list').first().json.phone }}"],
	['members named as roots', "={{ $('Form').first().json.$json.input }}"],
	['a function with spaces', "={{ $('Customers').all().map( one => one.json.phone) }}"],
	['a function of two', "={{ $('Customers').all().map((one , place)=>one.json.phone + place) }}"],
	['a function without spaces', "={{ $('Customers').all().map(one=>one.json.phone) }}"],
	['a group with nothing in it', { mode: 'list', value: null }],
	['a group of values', { mode: 'list', value: "={{ $('Customer').first().json.id }}" }],
])('%s is its own', (_what, stored) => expect(isAuthorsOwn(stored)).toBe(true));

it.each([
	'={{ $json.phone }}',
	'={{ $JSON.phone }}',
	'={{ $input.item.json.phone }}',
	'={{ $tool.parameters.limit }}',
	"={{ $fromAI('limit') }}",
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('limit') }}",
	"={{ $items('Agent')[0].json.phone }}",
	'={{ $item(0).$json.phone }}',
	'={{ $data.phone }}',
	'={{ $binary.file.fileName }}',
	"={{ $node['SMSBOX'].json.phone }}",
	'={{ $parameter.to }}',
	'={{ $rawParameter.to }}',
	'={{ $self.phone }}',
	'={{ $prevNode.name }}',
	"={{ $evaluateExpression('{{ $json.phone }}') }}",
	"={{ $jmesPath($json, 'phone') }}",
	'={{ $ }}',
	'={{ $(name) }}',
	"={{ $['Customer'] }}",
	"={{ $('Customer', $json) }}",
	"={{ $('Customer'].json }}",
	'={{ $vars.duty',
	'={{ $vars.duty {{ $vars.duty }}',
	'={{ $vars.duty }} }} $vars.duty',
	'={{ $($json.node).first().json.phone }}',
	"={{ $('A' + $json.node).first().json.phone }}",
	'={{ $vars.duty }}, {{ $json.phone }}',
	'={{ $vars[$json.name] }}',
	'={{ `${$json.phone}` }}',
	'={{ $\\u006ason.phone }}',
	'={{ $vars.x /* */ + $json.phone }}',
	'={{ $vars.x // }} {{ $json.phone }}',
	'={{ /x/.test($json.phone) }}',
	'={{ this.$json.phone }}',
	'={{ globalThis.$json.phone }}',
	"={{ eval('$json.phone') }}",
	'={{ (() => $json.phone)() }}',
	'={{ (($json) => $json)(1) + $json.phone }}',
	"={{ $vars['}}'] + $json.phone }}",
	"={{ '{{' + $json.phone + '}}' }}",
	'={{ $json.phone',
	'={{ {...$json}.phone }}',
	'={{ new Date($json.phone) }}',
	'={{ $vars.duty }} }} {{ $json.phone }}',
])('%s may be the model’s', (stored) => {
	expect(isAuthorsOwn(stored)).toBe(false);
	expect(isAuthorsOwn({ mode: 'list', value: stored })).toBe(false);
});

describe('a stored parameter that certainly says the same of an item each time', () => {
	it.each([
		'Hello',
		'=Hello {{ $json.name }}',
		"=Hello {{ $json['first name'].trim() }}, {{ $('Order').item.json.lines.map((line) => line.name).join(', ') }}",
		"={{ $json.at.toDateTime().setLocale('fr').toFormat('HH:mm') }}",
		"={{ DateTime.fromISO($json.at).format('HH:mm') }}",
		"={{ $json.isNew ? 'Welcome' : $json.text ?? '' }} {{ Math.round($json.total) }}",
	])('%s', (text) => {
		expect(isRepeatable({ text: [text] })).toBe(true);
	});

	it.each([
		'={{ $now.toISO() }}',
		'={{ $today }}',
		'={{ $runIndex }}',
		'={{ $itemIndex }}',
		"={{ new Intl.DateTimeFormat('fr').format() }}",
		'={{ Date . now() }}',
		'={{ DateTime . now() }}',
		'={{ DateTime.fromObject({}).toMillis() }}',
		"={{ Math['random']() }}",
		"={{ Math?.['random']() }}",
		'={{ (Math.random)() }}',
		'={{ Math.random() }}',
		'={{ [1, 2].randomItem() }}',
		"={{ $json.at.toDateTime().diffToNow('minutes') }}",
		'={{ $json.at.toDateTime().toRelative() }}',
		'={{ $json.error }}',
		"={{ $json['error'] }}",
		'={{ $json }}',
		'={{ $json.toJsonString() }}',
		'={{ JSON.stringify($input.item.json) }}',
		'={{ JSON.stringify($input.item) }}',
		'={{ JSON.stringify($input.all()) }}',
		'={{ `${$now}` }}',
		'={{ $execution.resumeUrl }} {{ $secrets.a }}',
	])('unlike %s', (text) => {
		expect(isRepeatable({ text: [text] })).toBe(false);
	});
});
