import { listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { dateInParis } from '../../support/dateInParis';
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';
import { figure, isLong } from '../support/report';
import { endedExecution, passTime, startByHand } from '../support/runs';
import { publish, readExample } from './examples';
import { withTablesByHand } from './tablesByHand';
import { startWorld, type World } from './world';

/** The example of appointments in a real n8n, with 300 rows in the long variant: replies in ten spellings, some late, some STOP. */
const example = 'appointment-reminders';
const appointments = 'smsbox_rendez_vous';
const schedule = 'At 10 am and 4 pm';

const replies: ReadonlyArray<{ text: string; status: string }> = [
	{ text: 'OUI', status: 'confirmé' },
	{ text: 'oui.', status: 'confirmé' },
	{ text: ' Oui merci ', status: 'confirmé' },
	{ text: "D'accord, à demain", status: 'confirmé' },
	{ text: 'Ouiii 👍', status: 'confirmé' },
	{ text: 'NON', status: 'annulé' },
	{ text: ' Non merci', status: 'annulé' },
	{ text: 'non, désolée', status: 'annulé' },
	{ text: 'Oui mais à 15h', status: 'à appeler' },
	{ text: 'STOP', status: 'STOP' },
];
/** How many people send each of the replies at once, and how many reply after the second message. */
const peopleEach = isLong ? 20 : 5;
const lateEach = isLong ? 3 : 1;
/** How many people send OUI and NON at the same moment, after the second message. */
const undecided = isLong ? 10 : 3;
/** How many never reply. */
const silentToTheEnd = isLong ? 40 : 7;

const sampleNumber = '33600123456';
const wrongNumbers = 6;
const unreadableDates = 4;
const passed = 10;

const firstOfTomorrow = wrongNumbers + unreadableDates + passed;
const ofTomorrow = replies.length * (peopleEach + lateEach) + undecided + silentToTheEnd;
const total = firstOfTomorrow + ofTomorrow;

const phoneOf = (index: number): string => `336001${String(30_000 + index)}`;

/** The rows of the office: wrong ones first, then appointments that are over, then those of tomorrow. */
const rows = Array.from({ length: total }, (_, index): Record<string, string> => {
	const row = {
		nom: `Personne ${index}`,
		telephone: `+${phoneOf(index)}`,
		date: dateInParis(1),
		heure: '14h30',
	};
	if (index < wrongNumbers) return { ...row, telephone: '+33 6 00 1' };
	if (index < wrongNumbers + unreadableDates) return { ...row, date: 'lundi' };
	if (index < wrongNumbers + unreadableDates + passed)
		return { ...row, date: dateInParis(-1), statut: 'relancé', numero: row.telephone };
	return row;
});
describe.each([n8n1, n8n2])('the appointments in n8n $name', (version: N8nVersion) => {
	let world: World;
	beforeAll(async () => {
		world = await startWorld(version, { service: { callbackParallelism: 10 } });
	});
	afterAll(async () => await world.real.close());

	it(`remind ${total} rows once, and note each reply`, async () => {
		const { real } = world;
		const { api, simulator } = real;
		const workflow = await withTablesByHand(api, readExample(example, { '"value": 5,': '"value": 0,' }));
		const id = await publish(world, workflow, simulator);
		const run = async (trigger: string): Promise<void> => {
			const execution = await endedExecution(world.reader, await startByHand(api, id, trigger));
			expect(`${execution.status} ${execution.error}`.trim()).toBe('success');
		};
		const project = textAt(await api.get('/projects/personal'), 'id');
		const tables = `/projects/${project}/data-tables`;
		await run('Try it');
		const known = listAt(await api.get(tables), 'data').find((row) => textAt(row, 'name') === appointments);
		const table = `${tables}/${textAt(known, 'id')}`;
		await api.post(`${table}/insert`, { data: rows, returnType: 'count' });

		const read = async (): Promise<JsonObject[]> => {
			// n8n 1 returns at most 50 rows.
			const all: unknown[] = [];
			for (let skip = 0; skip <= total; skip += 50)
				all.push(...listAt(await api.get(`${table}/rows?take=50&skip=${skip}&sortBy=id:asc`), 'data'));
			// The first is the sample.
			return all.slice(1).filter((row): row is JsonObject => typeof row === 'object' && row !== null);
		};
		const statuses = async (): Promise<string[]> => (await read()).map((row) => textAt(row, 'statut'));
		const sent = async (channel: string): Promise<string[]> =>
			listAt(await simulator.get('/messages'), 'messages')
				.filter((message) => textAt(message, 'direction') === 'out')
				.filter((message) => textAt(message, 'channel') === channel)
				.map((message) => textAt(message, 'number'))
				.filter((number) => number !== sampleNumber)
				.sort();
		const settled = async (what: string, expected: readonly string[]): Promise<void> => {
			let last: string[] = [];
			await waitFor(
				what,
				async () => {
					last = await statuses();
					return last.every((status, index) => status === expected[index]) ? true : undefined;
				},
				{
					seconds: 240,
					everyMs: 3000,
					seen: () => JSON.stringify(last.filter((status, index) => status !== expected[index]).slice(0, 5)),
				},
			);
		};
		const expected = rows.map((_, index): string => {
			if (index < wrongNumbers) return 'à appeler';
			if (index < wrongNumbers + unreadableDates) return 'date illisible';
			return index < firstOfTomorrow ? 'relancé' : 'rappel envoyé';
		});
		const tomorrow = Array.from({ length: ofTomorrow }, (_, index) => phoneOf(firstOfTomorrow + index));

		const started = Date.now();
		await run(schedule);
		expect(await statuses()).toEqual(expected);
		expect(await sent('sms')).toEqual(tomorrow);

		// All of them reply at once; a few whose appointment is over, too.
		const reply = async (index: number, text: string): Promise<void> => {
			await simulator.incoming({ from: phoneOf(index), text });
		};
		const prompt = replies.flatMap(({ text, status }, spelling) =>
			Array.from({ length: peopleEach }, (_, person) => ({
				index: firstOfTomorrow + person * replies.length + spelling,
				text,
				status,
			})),
		);
		for (const { index, status } of prompt) expected[index] = status;
		const over = Array.from({ length: passed }, (_, index) => wrongNumbers + unreadableDates + index);
		await Promise.all([
			...prompt.map(async ({ index, text }) => await reply(index, text)),
			...over.map(async (index) => await reply(index, 'OUI')),
		]);
		await passTime(simulator, 1);
		await settled('every reply being noted', expected);

		// The others are asked again, and some of them reply after that.
		await run(schedule);
		const silent = firstOfTomorrow + prompt.length;
		for (let index = silent; index < total; index++) expected[index] = 'relancé';
		expect(await statuses()).toEqual(expected);
		expect(await sent('waba')).toEqual(tomorrow.slice(prompt.length));
		const late = replies.flatMap(({ text, status }, spelling) =>
			Array.from({ length: lateEach }, (_, person) => ({
				index: silent + person * replies.length + spelling,
				text,
				status,
			})),
		);
		for (const { index, status } of late) expected[index] = status;
		const both = Array.from({ length: undecided }, (_, person) => silent + late.length + person);
		for (const index of both) expected[index] = 'à appeler';
		await Promise.all([
			...late.map(async ({ index, text }) => await reply(index, text)),
			...both.flatMap((index) => ['OUI', 'NON'].map(async (text) => await reply(index, text))),
		]);
		await passTime(simulator, 1);
		await settled('every late reply being noted', expected);
		const remarks = (await read()).map((row) => textAt(row, 'remarque'));
		expect(both.filter((index) => !/^(OUI \/ NON|NON \/ OUI)$/.test(remarks[index] ?? ''))).toEqual([]);

		// Nothing is left to send, however often it runs.
		await run(schedule);
		expect(await statuses()).toEqual(expected);
		expect(await sent('sms')).toEqual(tomorrow);
		expect(await sent('waba')).toEqual(tomorrow.slice(prompt.length));
		expect(await simulator.undeclared()).toEqual([]);

		const section = `Appointments (n8n ${version.name})`;
		const counts = new Map<string, number>();
		for (const status of expected) counts.set(status, (counts.get(status) ?? 0) + 1);
		figure(section, 'Rows, reminders, second messages', `${total}, ${ofTomorrow}, ${total - silent}`);
		figure(
			section,
			'Replies: prompt, late, after the appointment; people with two at once',
			`${prompt.length}, ${late.length}, ${passed}; ${undecided}`,
		);
		figure(section, 'Rows by status', [...counts].map(([status, count]) => `${status} ${count}`).join(', '));
		figure(section, 'Seconds', Math.round((Date.now() - started) / 1000));
	}, 600_000);
});
