/** What others send while the round trips run is not theirs. */
import { checkCount } from '../../playground/src/roundTrips/receiving';
import { roundTrip } from '../../playground/src/roundTrips/roundTrip';
import { Phones } from '../../playground/src/roundTrips/trip';
import { parseNumbers } from '../../protocol/recipients/phoneNumbers';
import { simulatorApi } from '../../playground/src/simulatorApi';
import { parseJson, textAt } from '../../playground/src/support/json';
import { serveScript } from '../support/httpServer';
import { SEND, send, simulator } from '../simulator/support';
import { callWaba, HELLO, sendWaba, write } from '../simulator/wabaSupport';
import { stageOf, unpublished } from './stages';

const sample = '33600123456';
const film = /^1[2-9]0[1-8]55501\d{2}$/;
const apiOfSimulator = async () => simulatorApi((await simulator()).url);

describe('the phones of round trips', () => {
	it('are all different, and nobody has them', () => {
		const phones = new Phones();
		const numbers = Array.from({ length: 300 }, () => phones.next());
		const unreachable = Array.from({ length: 300 }, () => phones.nextUnreachable());
		expect(new Set([...numbers, ...unreachable]).size).toBe(600);
		expect(phones.all).toEqual([...numbers, ...unreachable]);
		for (const number of numbers) expect(number).toMatch(film);
		for (const number of unreachable) expect(number).toMatch(/^9991\d{6}$/);
		expect(parseNumbers([...numbers, ...unreachable.map((number) => `+${number}`)], 'to')).toHaveLength(600);
	});

	it.each([
		['by SMS', ['send', 'report', 'answer']],
		['by WhatsApp', ['ask', 'whatsapp']],
		['of the approval', ['approval', 'whatsapp']],
		['by RCS', ['offer', 'rcs']],
	])('are those that the round trip %s writes to', async (_, names) => {
		const n8n = await serveScript(() => ({ status: 500 }));
		try {
			const served = { ...unpublished, isPublished: true, url: n8n.url };
			const workflows = Object.fromEntries(names.map((name) => [name, served]));
			await expect(roundTrip(stageOf(await apiOfSimulator(), workflows), () => undefined)).rejects.toThrow(
				'responded with 500',
			);
			const written = n8n.requests.map(({ body }) => textAt(parseJson(body.toString('utf8')), 'to'));
			expect(written).toEqual([expect.stringMatching(film)]);
		} finally {
			await n8n.close();
		}
	});
});

it('a message that someone else gets meanwhile is no second answer', async () => {
	const person = new Phones().next();
	const api = await apiOfSimulator();
	await sendWaba(HELLO, [person]);
	await sendWaba(HELLO, [sample]);
	const count = async () =>
		await checkCount({ simulator: api, person }, { channel: 'waba', title: 'WhatsApp' }, wanted);
	const wanted = (await api.messages(person)).slice(0, 1);
	await expect(count()).resolves.toBeUndefined();
	await sendWaba(HELLO, [person]);
	await expect(count()).rejects.toThrow('2 WhatsApp messages were sent instead of 1.');
});

describe('an undeclared field', () => {
	it("of someone else's request is not put down to the nodes", async () => {
		await send({ usage: 'other-client' });
		await expect(roundTrip(stageOf(await apiOfSimulator(), {}), () => undefined)).resolves.toBeUndefined();
	});

	it('is found in all requests about a phone: its messages, theirs by ID, and their files', async () => {
		const [person, other] = ['12025550101', '12025550102'];
		await send({ ...SEND, dest: person, first: 1 });
		await callWaba('message', { recipients: [`+${person}`], contentMessage: HELLO, second: 2 });
		for (const from of [person, other]) {
			const { fileId, messageId } = await write({ from, type: 'image' });
			await callWaba('file', { file_id: fileId, third: 3 });
			await callWaba('event', { message_id: messageId, status: 'read', fourth: 4 });
		}
		await send({ ...SEND, fifth: 5 });
		const api = await apiOfSimulator();
		expect(await api.undeclaredAbout([person])).toEqual(['first', 'second', 'third', 'fourth']);
		expect(await api.undeclaredAbout([])).toEqual([]);
	});
});
