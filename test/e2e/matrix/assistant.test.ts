import { signalGroup } from '../../../playground/src/n8n/n8n';
import { isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';
import { agent, type RealN8n } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { postgresEnvironment } from '../queue/environment';
import { startPostgres } from '../queue/postgres';
import { n8n1, n8n2, sqlitePool, type N8nVersion } from '../support/n8nProcess';
import { figure } from '../support/report';
import { endedExecution, passTime, startByHand } from '../support/runs';
import { enterUrls, publish, readExample } from './examples';
import { withTablesByHand } from './tablesByHand';
import { startWorld, type World } from './world';

/**
 * The example of an AI assistant in a real n8n: people write several messages each within seconds, in turns, on three
 * channels. Then n8n is killed while it answers. `SMSBOX_E2E_ASSISTANT=200x5` sets other numbers of people and messages,
 * `SMSBOX_E2E_DATABASE=postgres` another database than SQLite.
 */
const size = process.env.SMSBOX_E2E_ASSISTANT ?? '10x3';
const [people = 0, messagesEach = 0] = size.split('x').map(Number);
const isLarge = people * messagesEach > 100;
const hasPostgres = process.env.SMSBOX_E2E_DATABASE === 'postgres';

/** Seconds that an execution waits for more messages. A busy n8n needs minutes to receive a thousand of them. */
const wait = isLarge ? 30 : 5;
/** Seconds after which the schedule takes care of a message: the example's five minutes. */
const leftFor = isLarge ? 60 : 15;
/** Seconds until all are answered. */
const patience = isLarge ? 1800 : 240;

const table = 'smsbox_assistant';
const schedule = 'Every five minutes';

const channels = ['whatsapp', 'rcs', 'sms'] as const;
/** People who write at the same time. */
const groupSize = 20;
interface Person {
	name: string;
	number: string;
	channel: (typeof channels)[number];
}
const everybody = Array.from({ length: people }, (_, index): Person => ({
	name: `Person${index}`,
	number: `336001${30_000 + index}`,
	channel: channels[index % channels.length] ?? 'sms',
}));

/** The messages of a person in a turn. All but the first are quoted in the answer, so that each can be found there. */
const burst = ({ name }: Person, turn: number): string[] => [
	turn === 0 ? `My name is ${name}` : 'What is my name?',
	...Array.from({ length: messagesEach - 1 }, (_, line) => `Line ${line} of ${name} in turn ${turn}`),
];
/** In what a burst is quoted. */
const quotes = (person: Person, turn: number): string[] =>
	burst(person, turn)
		.slice(1)
		.map((line) => `"${line}"`);

interface Row {
	session: string;
	text: string;
	state: string;
	result: string;
	created: number;
}

/** How many rows are in each state. */
function statesOf(rows: readonly Row[]): string {
	const counts = new Map<string, number>();
	for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
	return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

const numberOf = ({ session }: Row): string => (session.split(':')[1] ?? '').replace('+', '');

describe.each([n8n1, n8n2])('the assistant in n8n $name', (version: N8nVersion) => {
	let world: World;
	let real: RealN8n;
	const closers: Closer[] = [];
	const database = async (): Promise<Record<string, string>> => {
		if (!hasPostgres) return sqlitePool;
		const postgres = await startPostgres();
		closers.push(postgres.close);
		// With n8n's default of two connections, all calls get 503 while executions hold both for five seconds.
		return { ...postgresEnvironment(postgres.port), DB_POSTGRESDB_POOL_SIZE: '10' };
	};
	beforeAll(async () => {
		world = await startWorld(version, {
			service: {
				speed: 1,
				startAt: new Date(),
				callbackParallelism: 20,
				capacity: 100_000,
				balance: 100_000,
			},
			env: await database(),
		});
		({ real } = world);
		closers.push(real.close);
	});
	afterAll(async () => await closeAll(closers));

	it(`answers ${people} people with ${messagesEach} quick messages each, once`, async () => {
		const { simulator } = real;
		const edits = {
			'"field": "minutes", "minutesInterval": 5': '"field": "hours"',
			'"amount": 5': `"amount": ${wait}`,
			'minutes: 5': `seconds: ${leftFor}`,
			'"to": "",': '"to": "+33600123499",',
		};
		const workflow = await withTablesByHand(real.api, readExample('ai-assistant', edits));
		const id = await publish(world, workflow, simulator);

		/** A busy n8n answers 503 while it waits for its database. */
		const get = async (path: string): Promise<unknown> =>
			await waitFor(
				'n8n reaching its database',
				async () => {
					try {
						return await real.api.get(path);
					} catch (error) {
						if (error instanceof PlaygroundError && error.message.includes('with 503')) return undefined;
						throw error;
					}
				},
				{ seconds: 120, everyMs: 1000, hopeless: real.n8n.ended },
			);
		const rows = async (): Promise<Row[]> => {
			const tables = `/projects/${textAt(await get('/projects/personal'), 'id')}/data-tables`;
			const found = listAt(await get(tables), 'data').find((row) => textAt(row, 'name') === table);
			const all: JsonObject[] = [];
			for (let isLast = found === undefined; !isLast;) {
				// n8n 1 returns at most 50 rows.
				const path = `${tables}/${textAt(found, 'id')}/rows?take=50&skip=${all.length}&sortBy=id:asc`;
				const page = listAt(await get(path), 'data').filter(isObject);
				all.push(...page);
				isLast = page.length === 0;
			}
			return all.map((row) => ({
				session: textAt(row, 'session'),
				text: textAt(row, 'text'),
				state: textAt(row, 'state'),
				result: textAt(row, 'result'),
				created: Date.parse(textAt(row, 'createdAt')),
			}));
		};
		const answers = async (): Promise<Array<{ number: string; text: string }>> =>
			listAt(await simulator.get('/messages'), 'messages')
				.filter((message) => textAt(message, 'direction') === 'out')
				.map((message) => ({ number: textAt(message, 'number'), text: textAt(message, 'text') }));
		const answersOf = async ({ number }: Person): Promise<string[]> =>
			(await answers()).filter((answer) => answer.number === number).map(({ text }) => text);

		const write = async ({ number, channel }: Person, text: string): Promise<void> => {
			if (channel === 'sms') await simulator.incoming({ from: number, text });
			else if (channel === 'rcs') await simulator.rcsIncoming({ from: number, type: 'text', text });
			else await simulator.wabaIncoming({ from: number, type: 'text', text, phoneId: agent.phoneId });
		};
		/** A group after the other: n8n receives a burst within seconds, however long it takes for all of them. */
		const writeAll = async (turn: number): Promise<void> => {
			for (let first = 0; first < people; first += groupSize)
				await Promise.all(
					everybody.slice(first, first + groupSize).map(async (person) => {
						for (const line of burst(person, turn)) await write(person, line);
					}),
				);
		};
		let retries = 0;
		/** Waits until a turn is stored, and every row is in one of these states. */
		const until = async (what: string, turns: number, isReached: (all: Row[]) => boolean): Promise<void> => {
			let last = '';
			let stored = 0;
			let changedAt = Date.now();
			await waitFor(
				what,
				async () => {
					const all = await rows();
					last = statesOf(all);
					if (all.length > stored) changedAt = Date.now();
					stored = all.length;
					const isStored = stored >= turns * people * messagesEach;
					// An n8n that waits for its database refuses messages with 503. The service repeats them after 15 minutes.
					if (!isStored && Date.now() - changedAt > 60_000) {
						retries++;
						changedAt = Date.now();
						await simulator.post('/clock', { advance: 900 });
					}
					return isStored && isReached(all) ? true : undefined;
				},
				{ seconds: patience, everyMs: isLarge ? 5000 : 300, hopeless: real.n8n.ended, seen: () => last },
			);
		};
		const isOver = ({ state }: Row): boolean => state === 'done' || state === 'failed';

		const section = `AI assistant (n8n ${version.name}, ${size}${hasPostgres ? ', PostgreSQL' : ''})`;
		const started = Date.now();
		let bursts = 0;
		for (const turn of [0, 1]) {
			await writeAll(turn);
			await until(`every answer of turn ${turn}`, turn + 1, (all) => all.every(isOver));
		}
		const stored = await rows();
		expect(stored.filter(({ state }) => state !== 'done')).toEqual([]);
		const beforeKill = await answers();
		for (const person of everybody) {
			const texts = beforeKill.filter(({ number }) => number === person.number).map(({ text }) => text);
			const all = texts.join('\n');
			// Each message in one answer, and in no answer to anyone else.
			for (const quote of [...quotes(person, 0), ...quotes(person, 1)]) {
				expect(all.split(quote)).toHaveLength(2);
				expect(beforeKill.filter(({ text }) => text.includes(quote))).toHaveLength(1);
			}
			expect(all.match(/Person\d+/g)?.filter((name) => name !== person.name)).toEqual([]);
			expect(all.split(`Nice to meet you, ${person.name}.`)).toHaveLength(2);
			expect(all.split(`Your name is ${person.name}.`)).toHaveLength(2);
			// On a slow machine, the messages of a burst can come further apart than the wait: then each part gets an answer.
			const times = stored.filter((row) => numberOf(row) === person.number).map(({ created }) => created);
			const parts = times.filter(
				(time, index) => index === 0 || time - (times[index - 1] ?? 0) >= wait * 1000,
			).length;
			expect(texts.length).toBeLessThanOrEqual(Math.max(parts, 2));
			bursts += Math.max(parts, 2);
		}
		figure(section, 'Messages, bursts, answers', `${stored.length}, ${bursts}, ${beforeKill.length}`);
		figure(section, 'Seconds', Math.round((Date.now() - started) / 1000));

		// n8n is killed when all messages are stored, and the first of them is answered.
		await writeAll(2);
		await until('the last turn being stored', 3, () => true);
		await waitFor(
			'the first answer of the last turn',
			async () => ((await answers()).length > beforeKill.length ? true : undefined),
			{ seconds: patience, everyMs: isLarge ? 500 : 20, hopeless: real.n8n.ended },
		);
		signalGroup(real.n8n.pid, 'SIGKILL');
		await real.n8n.whenEnded;
		const killed = await answers();
		real = await real.restart();
		await enterUrls(real, workflow, simulator);
		await passTime(simulator, 1);
		figure(section, 'Killed: rows', statesOf(await rows()));
		await waitFor(
			'every message being answered after the crash',
			async () => {
				const reader = { api: real.api, ended: real.n8n.ended };
				await endedExecution(reader, await startByHand(real.api, id, schedule));
				return (await rows()).every(isOver) ? true : undefined;
			},
			{ seconds: patience, everyMs: 5000, hopeless: real.n8n.ended },
		);
		const listed = (await rows()).filter(({ state }) => state === 'failed');
		expect(listed.filter(({ result }) => !/may have been sent/i.test(result))).toEqual([]);
		const failed = new Set(listed.map(({ text }) => text));
		let answered = 0;
		for (const person of everybody) {
			const all = (await answersOf(person)).join('\n');
			for (const line of burst(person, 2).slice(1)) {
				const times = all.split(`"${line}"`).length - 1;
				// What failed was perhaps sent.
				expect(failed.has(line) ? [0, 1] : [1]).toContain(times);
				answered += times;
			}
			// Simple Memory has forgotten the names, but gives nobody another one's.
			expect(all.match(/Person\d+/g)?.filter((name) => name !== person.name)).toEqual([]);
		}
		figure(section, 'Rounds of retries of messages that n8n refused', retries);
		figure(section, 'Answers before and after the crash', `${killed.length}, ${(await answers()).length}`);
		figure(section, 'Messages of the last turn: answered, failed', `${answered}, ${failed.size}`);
		expect(await simulator.undeclared()).toEqual([]);
	}, 7_200_000);
});
