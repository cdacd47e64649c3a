/** Limits in an agent's tool: only expressions that no model can influence. */
import { isAuthorsOwn } from '../../../nodes/engine/policy/agentTool';

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
	['a group of values', { mode: 'list', value: "={{ $('Customer').first().json.id }}" }],
])('%s is its own', (_what, stored) => {
	expect(isAuthorsOwn(stored)).toBe(true);
});

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
