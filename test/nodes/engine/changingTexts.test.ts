/** What changes by itself in a message makes no difference, in all ways in which an expression can say it. */
import { freezeDate } from '../../support/fixtureServer';
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { inLists } from '../../support/inLists';
import {
	formOf,
	nodeName,
	number,
	people,
	plain,
	sendParameters,
	sendPerItem,
	sendPersonalized,
} from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());
function tick(): void {
	let second = 0;
	freezeDate('2026-01-05T10:00:00+01:00');
	server.onRequest = () =>
		jest.setSystemTime(new Date('2026-01-05T10:00:00+01:00').getTime() + (second += 1) * 1000);
}
it.each([
	'$now.toISO()',
	"DateTime.local({ zone: 'Europe/Paris' }).toISO()",
	"DateTime.utc({ locale: 'fr' }).toISO()",
	'(new Date).toISOString()',
	'Date()',
	"$now.diff(DateTime.fromISO('2026-01-01')).toISO()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffNow().toMillis()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffToNow('seconds')",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').isInLast(1, 'seconds')",
	'Interval.after(DateTime.fromMillis(0), 1).isBefore(DateTime.fromMillis(0)) + $now.toMillis()',
	'Date . now()',
	"new Intl.DateTimeFormat('fr', { second: 'numeric' }).format()",
	'DateTime.fromObject({}).toMillis()',
	"Math['random']()",
	'$runIndex',
	"$json.error ?? ''",
	"$json.message ?? ''",
	"'23:30'.toDateTime().diff($now).toMillis()",
	'$json.keys().join()',
])('unknown outcome, the text says %s', async (code) => {
	tick();
	server.react = () => 'cut';
	const result = await runLoop(server.url, [{ to: number(0) }], {
		...sendPerItem,
		text: `=Now {{ ${code} }}`,
	});
	const errors = (result.runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json['error']);
	expect([server.requests.map((request) => formOf(request).get('msg')), errors[0]]).toEqual([
		[expect.anything()],
		expect.stringContaining('May have'),
	]);
});

it('partly sent, with a time in the text: the rest goes to nobody, and the error says why', async () => {
	tick();
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const list = Array.from({ length: 600 }, (_, index) => ({ to: number(index), variables: ['A'] }));
	const result = await runLoop(server.url, [{ list }], {
		...sendPersonalized,
		text: '=Hello %1%, {{ $now.toISO() }}',
		category: 'nonMarketingGroup',
	});
	const errors = (result.runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json['error']);
	expect(errors[1]).toContain('text, recipients, options or account have changed');
	expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual([
		500, 100,
	]);
});

const ofTime = { variable: [{ value: '={{ $now.toMillis() }}' }] };
const toEach = '={{ $json.list.map((to) => ({ to, variables: [String($now.toMillis())] })) }}';

it.each([
	['in the option Variables', { to: '={{ $json.list }}', ...inLists({ variables: ofTime }) }],
	['in the variables of To', { to: toEach }],
])('partly sent, with a time %s: nobody gets it twice', async (_where, parameters) => {
	tick();
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const list = Array.from({ length: 600 }, (_, index) => number(index));
	const personal = { ...sendParameters, category: 'nonMarketingGroup', text: 'Hello %1%', ...parameters };
	await runLoop(server.url, [{ list }], personal);
	const receivers = server.requests.flatMap((request) => formOf(request).get('dest')?.split(',') ?? []);
	expect(receivers.filter((receiver) => receiver.startsWith(number(0)))).toHaveLength(1);
});

it('unknown outcome of a batch, with a time in variables: nobody gets it twice', async () => {
	tick();
	server.script = ['cut'];
	const parameters = { ...sendPerItem, text: '%1%', ...inLists({ batchItems: true, variables: ofTime }) };
	await runLoop(server.url, people(3), parameters);
	expect(server.requests).toHaveLength(1);
});

describe('what is something else in a later round goes out', () => {
	it.each(['={{ parseInt($json.id) }}', '={{ `${$json.id}` }}'])(
		'another change, with %s',
		async (reference) => {
			tick();
			server.react = () => plain('OK');
			server.script = ['cut'];
			const parameters = { resource: 'scheduledMessage', operation: 'delete', reference };
			const again = '={{ { id: String(102 + $runIndex) } }}';
			await runLoop(server.url, [{ id: '101' }], parameters, { fromBoth: true, again });
			expect(server.requests.map((request) => formOf(request).get('ref'))).toEqual(['101', '102', '103']);
		},
	);

	it.each([
		['a key of its own', '={{ $json.order }}', ['1', '2', '3']],
		['a key that changes by itself', '={{ $now.toMillis() }}', ['1']],
	])('a message with %s', async (_what, deduplicationKey, sent) => {
		tick();
		server.react = () => plain('OK 123');
		server.script = ['cut'];
		const parameters = {
			...sendPerItem,
			...inLists({ deduplicationKey }),
			text: '={{ $json.order }} {{ $now }}',
		};
		const again = `={{ { to: '${number(0)}', order: String(2 + $runIndex) } }}`;
		const first = { to: number(0), order: '1' };
		await runLoop(server.url, [first], parameters, { fromBoth: true, again });
		expect(server.requests.map((request) => formOf(request).get('msg')?.slice(0, 1))).toEqual(sent);
	});

	it('a message to another group', async () => {
		tick();
		server.react = () => plain('OK 123');
		server.script = ['cut'];
		const again = '={{ { id: String(1 + $runIndex) } }}';
		const parameters = {
			...{ resource: 'message', operation: 'sendToGroup', group: { mode: 'id', value: '={{ $json.id }}' } },
			...{ category: 'alert', text: '=It is {{ $now.toMillis() }}' },
		};
		await runLoop(server.url, [{ id: '1' }], parameters, { fromBoth: true, again });
		expect(server.requests.map((request) => formOf(request).get('groupe'))).toEqual(['1', '2']);
	});
});
