import { parseFlatted } from '../../../playground/src/n8n/flatted';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { listAt, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { StoredExecution } from '../support/sqlite';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { figure, isLong } from '../support/report';
import { runSome } from './milestone';
import { readPage, receivedBy, sendForm } from './person';
import { questions, type Question } from './questions';
import { reasonOf, runsOf, WaitingStage } from './waitingStage';
import { askName } from './workflows';

/** Executions that wait at the same time. */
const most = isLong ? 200 : 80;
/** n8n 1 makes an isolate for every call: with hundreds at once, its database times out, and it starts nothing. */
const mostOfN8n1 = 20;
/** How often the page is fetched. */
const fetches = 100;
/**
 * As docs/self-hosting.md says. Without it, n8n 2 takes some 60 calls a second at most: of 200 at once, it answers none within the
 * service's 3 seconds, and reads few.
 */
const lazyEngine = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
/** Taps and pages then have another path than elsewhere in these tests. */
const renamed = { N8N_ENDPOINT_WEBHOOK_WAIT: 'answers' };
/** Times that the service tries again in 12 hours. */
const mostTries = 48;

function questionNamed(name: string): Question {
	const found = questions.find((question) => question.name === name);
	if (found === undefined) throw new Error(`There is no question ${name}`);
	return found;
}

/** Nothing is ever told of it but `ack`. */
const numberOf = (index: number): string => `9995${String(1_000_000 + index)}`;

const agents = [
	'WhatsApp/2.23.20.0 A',
	'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	'Mozilla/5.0 (compatible; Microsoft-Office-ProtectedView; SafeLinks)',
	'',
];
const oddHeaders: ReadonlyArray<Record<string, string>> = [
	{},
	{ purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' },
	{ range: 'bytes=0-1023', accept: 'image/*' },
	{ 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'x-http-method': 'POST' },
	{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
	{ 'x-smsbox-from': '33600123456', 'x-smsbox-status': '0' },
	{ 'if-none-match': '*', 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
	{ origin: 'https://example.com', 'access-control-request-method': 'POST' },
	{ 'x-forwarded-host': 'example.com', forwarded: 'host=example.com' },
];
const methods = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS'];
const additions = ['', '', '', '&button=1', '&_method=POST', '#approve'];

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	const waiting = version === n8n1 ? mostOfN8n1 : most;
	let stage: WaitingStage;

	beforeAll(async () => {
		stage = await WaitingStage.open(version, { callbackParallelism: waiting }, { ...lazyEngine, ...renamed });
		await stage.publish(['plain']);
	});

	afterAll(async () => {
		await stage.close();
	});

	it(`${fetches} fetches of the page answer nothing, and one POST does`, async () => {
		const question = questionNamed('WABA Approval on the page');
		const to = numberOf(0);
		const id = await stage.start('plain', {
			to: `+${to}`,
			question: questions.indexOf(question),
			minutes: 60,
		});
		const [received] = await receivedBy(stage.stage.simulator, question, to, 1);
		await stage.waiting(id);
		const page = received?.page ?? '';
		const statuses = new Map<string, number>();
		const numbers = Array.from({ length: fetches }, (_, index) => index);
		await runSome(numbers, 8, async (index) => {
			const method = methods[index % methods.length] ?? 'GET';
			const headers = {
				'user-agent': agents[index % agents.length] ?? '',
				...oddHeaders[index % oddHeaders.length],
			};
			const { status, text } = await readPage(page + (additions[index % additions.length] ?? ''), {
				method,
				headers,
			});
			if (method === 'GET' && status === 200) expect(text).toContain('<form method="post">');
			const seen = `${method} ${status}`;
			statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
		});
		expect(statuses.get('GET 200')).toBeGreaterThan(fetches / 4);
		await stage.waiting(id);
		await expect(sendForm(page, { button: '1' })).resolves.toMatchObject({ status: 200 });
		const { status, data } = await stage.ended(id);
		expect(status).toBe('success');
		expect(runsOf(data, askName(question))).toEqual([
			[expect.objectContaining({ data: expect.objectContaining({ approved: true }), answeredBy: 'page' })],
		]);
		figure(
			'Conversations',
			`Fetches of the page, n8n ${version.name}`,
			fetches,
			[...statuses].map(([what, count]) => `${count} ${what}`).join(', '),
		);
	});

	it.each<[string, string, string, readonly [string, string], string]>([
		['taps', 'WABA Approval in the chat', 'waba_webhook', ['approve', 'decline'], '"approved":true'],
		['reports', 'SMS Delivery Status by its report', 'delivery_report', ['0', '2'], '"delivered":'],
	])(`${waiting} executions that wait are all resumed by as many %s at once, each once`, async (...row) => {
		const [, name, kind, [first, second], mark] = row;
		const question = questionNamed(name);
		const isReport = question.way === 'report';
		const { simulator } = stage.stage;
		const body = { question: questions.indexOf(question), minutes: 60 };
		const numbers = Array.from({ length: waiting }, (_, index) => numberOf(index + (isReport ? 5_001 : 1)));
		const ids = new Set<string>();
		await runSome(
			numbers,
			6,
			async (to) => void ids.add(await stage.start('plain', { ...body, to: `+${to}` })),
		);
		const executions = async (): Promise<StoredExecution[]> =>
			(await stage.stage.executions(stage.idOf('plain'))).filter(({ id }) => ids.has(id));
		const until = async (status: string): Promise<void> => {
			let counts = '';
			await waitFor(
				`all executions being ${status}`,
				async () => {
					const found = (await executions()).map((execution) => execution.status);
					counts = JSON.stringify(
						found.reduce<Record<string, number>>((sum, one) => ({ ...sum, [one]: (sum[one] ?? 0) + 1 }), {}),
					);
					return found.length === waiting && found.every((one) => one === status) ? true : undefined;
				},
				{ seconds: 360, everyMs: 500, seen: () => counts },
			);
		};
		await until('waiting');
		const answers = await Promise.all(
			numbers.map(async (from, index) => {
				const [received] = await receivedBy(simulator, question, from, 1);
				const given = index % 2 === 0 ? first : second;
				return isReport
					? (['/report', { reference: received?.reference, status: Number(given) }] as const)
					: ([
							'/waba/incoming',
							{ from, type: 'button_reply', id: received?.tokenOf(given), title: 'Tapped' },
						] as const);
			}),
		);
		const began = Date.now();
		await Promise.all(answers.map(async ([path, content]) => await simulator.post(path, content)));
		let tries = 1;
		const pending = async (): Promise<number> =>
			listAt(await simulator.get('/callbacks'), 'callbacks').filter(
				(callback) => textAt(callback, 'kind') === kind && textAt(callback, 'state') === 'pending',
			).length;
		/** A quarter of an hour is enough for n8n to do what it was given; for a minute of it, the trigger goes on calling. */
		const untilIdle = async (): Promise<void> => {
			let [last, since] = ['', Date.now()];
			await waitFor(
				'n8n having nothing to do',
				async () => {
					const ready = await fetchOnce(`${stage.stage.api.url}/healthz/readiness`).catch(() => undefined);
					await ready?.arrayBuffer();
					const statuses = (await executions()).map(({ status }) => status);
					const seen = `${ready?.status} ${statuses.join()}`;
					if (seen !== last) [last, since] = [seen, Date.now()];
					const quietMs = statuses.every((status) => status === 'success') ? 3_000 : 65_000;
					return ready?.status === 200 && Date.now() - since > quietMs ? true : undefined;
				},
				{ seconds: 360, everyMs: 500 },
			);
		};
		for (;;) {
			await simulator.post('/clock', { advance: 0 });
			await untilIdle();
			if ((await pending()) === 0 || tries === mostTries) break;
			tries += 1;
			await simulator.post('/clock', { advance: 900 });
		}
		await until('success');
		const seconds = Math.round((Date.now() - began) / 100) / 10;
		const isFirst = new Map<string, boolean>();
		for (const { data } of await executions()) {
			const stored = parseFlatted(data);
			expect(runsOf(stored, 'Done')).toHaveLength(1);
			const [output] = runsOf(stored, askName(question));
			expect(output).toHaveLength(1);
			isFirst.set(textAt(output?.[0], 'to').replace('+', ''), JSON.stringify(output).includes(mark));
		}
		// The simulator reports a final status of its own for these numbers: either may come first.
		expect([...isFirst].sort()).toEqual(
			numbers.map((number, index) => [number, isReport || index % 2 === 0]).sort(),
		);
		const people = new Set(numbers.map((number) => `+${number}`));
		const started = (await stage.events()).filter((event) =>
			people.has(textAt(event, isReport ? 'to' : 'from')),
		);
		const reasons = started
			.filter((event) => reasonOf(event) !== '')
			.map((event) => `${textAt(event, 'waiting', 'result')}: ${reasonOf(event)}`);
		const finals = started.filter((event) => ['0', '2'].includes(textAt(event, 'status', 'code')));
		expect(finals).toHaveLength(isReport ? waiting : 0);
		figure(
			'Conversations',
			`${isReport ? 'Reports' : 'Taps'} at once, n8n ${version.name}`,
			waiting,
			`all resumed within ${seconds} s, ${tries} tries; ${reasons.length} events say: ${[...new Set(reasons)].join('; ')}`,
		);
		expect(await pending()).toBe(0);
	});
});
