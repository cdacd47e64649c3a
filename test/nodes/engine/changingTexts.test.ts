/** What changes by itself in a message makes no difference, in all ways in which an expression can say it. */
import type { INodeParameters } from 'n8n-workflow';
import { errorsOfRounds, runLoop } from '../../support/loopBack';
import { inLists } from '../../support/inLists';
import {
	formOf,
	number,
	people,
	plain,
	sendPerItem,
	sendPersonalized,
	sendToGroup,
	twoRequests,
} from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(() => {
	server.freeze('2026-01-05T10:00:00+01:00', 1_000);
});

it.each([
	'$now.toISO()',
	"DateTime.local({ zone: 'Europe/Paris' }).toISO()",
	"DateTime.utc({ locale: 'fr' }).toISO()",
	'(new Date).toISOString()',
	'Date().slice(0, 24)',
	"$now.diff(DateTime.fromISO('2026-01-01')).toISO()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffNow().toMillis()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffToNow('seconds')",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').isInLast(1, 'seconds') ? 'a' : 'b'",
	'Interval.after(DateTime.fromMillis(0), 1).isBefore(DateTime.fromMillis(0)) + $now.toMillis()',
	'Date . now()',
	"new Intl.DateTimeFormat('fr', { second: 'numeric' }).format()",
	'DateTime.fromObject({}).toMillis()',
	"Math['random']().toFixed(9)",
	'$runIndex',
	"$json.error ?? ''",
	"$json.message ?? ''",
	"'23:30'.toDateTime().diff($now).toMillis()",
	'$json.keys().join()',
])('unknown outcome, the text says %s', async (code) => {
	server.react = () => 'cut';
	const result = await runLoop(server.url, [{ to: number(0) }], {
		...sendPerItem,
		text: `=Now {{ ${code} }}`,
	});
	expect(server.sent('msg')).toEqual([expect.anything()]);
	expect(errorsOfRounds(result)[0]).toContain('May have');
});

it.each<[string, INodeParameters]>([
	['to a group by its ID', sendToGroup('1')],
	['to a group by its name', sendToGroup('VIP Clients', 'name')],
	['with a key', { ...sendPerItem, ...inLists({ deduplicationKey: '={{ $json.order }}' }) }],
])('unknown outcome of a message %s, with a time in the text: it is not sent again', async (_what, given) => {
	server.groups = '1;VIP Clients;2\n2;Staff;7';
	server.react = () => 'cut';
	const parameters = { ...given, text: '=Closed from {{ $now.toISO() }}' };
	await runLoop(server.url, [{ to: number(0), order: 'A1' }], parameters);
	expect(server.sends()).toHaveLength(1);
});

it('partly sent, with a time in the text: the rest goes to nobody, and the error says why', async () => {
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const parameters = { ...sendPersonalized, text: '=Hello %1%, {{ $now.toISO() }}' };
	const result = await runLoop(server.url, [{ list: twoRequests }], parameters);
	expect(errorsOfRounds(result)[1]).toContain('text, recipients, options or account have changed');
	expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual([
		500, 100,
	]);
});

const ofTime = { variable: [{ value: '={{ $now.toMillis() }}' }] };
const toEach = '={{ $json.list.map((to) => ({ to, variables: [String($now.toMillis())] })) }}';

it.each([
	['in the option Variables', inLists({ variables: ofTime })],
	['in the variables of To', { to: toEach }],
])('partly sent, with a time %s: nobody gets it twice', async (_where, parameters) => {
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const list = Array.from({ length: 600 }, (_, index) => number(index));
	await runLoop(server.url, [{ list }], { ...sendPersonalized, ...parameters });
	expect(server.sentTo().filter((receiver) => receiver.startsWith(number(0)))).toHaveLength(1);
});

it('unknown outcome of a batch, with a time in variables: nobody gets it twice', async () => {
	server.script = ['cut'];
	const parameters = { ...sendPerItem, text: '%1%', ...inLists({ batchItems: true, variables: ofTime }) };
	await runLoop(server.url, people(3), parameters);
	expect(server.requests).toHaveLength(1);
});

describe('what is something else in a later round goes out', () => {
	it.each(['={{ parseInt($json.id) }}', '={{ `${$json.id}` }}'])(
		'another change, with %s',
		async (reference) => {
			server.react = () => plain('OK');
			server.script = ['cut'];
			const parameters = { resource: 'scheduledMessage', operation: 'delete', reference };
			const again = '={{ { id: String(102 + $runIndex) } }}';
			await runLoop(server.url, [{ id: '101' }], parameters, { fromBoth: true, again });
			expect(server.sent('ref')).toEqual(['101', '102', '103']);
		},
	);

	it.each([
		['a key of its own', '={{ $json.order }}', ['1', '2', '3']],
		['a key that changes by itself', '={{ $now.toMillis() }}', ['1']],
	])('a message with %s', async (_what, deduplicationKey, sent) => {
		server.react = () => plain('OK 123');
		server.script = ['cut'];
		const parameters = {
			...sendPerItem,
			...inLists({ deduplicationKey }),
			text: '={{ $json.order }} {{ $now.toISO() }}',
		};
		const again = `={{ { to: '${number(0)}', order: String(2 + $runIndex) } }}`;
		const first = { to: number(0), order: '1' };
		await runLoop(server.url, [first], parameters, { fromBoth: true, again });
		expect(server.requests.map((request) => formOf(request).get('msg')?.slice(0, 1))).toEqual(sent);
	});

	it('a message to another group', async () => {
		server.react = () => plain('OK 123');
		server.script = ['cut'];
		const again = '={{ { id: String(1 + $runIndex) } }}';
		const parameters = { ...sendToGroup('={{ $json.id }}'), text: '=It is {{ $now.toMillis() }}' };
		await runLoop(server.url, [{ id: '1' }], parameters, { fromBoth: true, again });
		expect(server.sent('groupe')).toEqual(['1', '2']);
	});
});
