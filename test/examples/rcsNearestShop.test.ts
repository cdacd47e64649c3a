import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const from = '+33600123456';

const askLocation = { text: 'Share my location', postbackData: '{"shop":"where"}', shareLocationAction: {} };
const question = {
	text: 'Hello! Share your location, and we tell you which of our shops is nearest to you. 😀',
	suggestions: [{ action: askLocation }],
};

/** A card, as it reaches the phone. */
const card = (cardContent: object) => ({
	richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent } },
});

/** Somebody shares their place: Versailles, if no other one is given. */
const place = (latitude = 48.8049, longitude = 2.1204) => ({ from, type: 'location', latitude, longitude });

describe('the example "nearest shop by RCS"', () => {
	const at = setUpExample('rcs-nearest-shop', { published: 'rcs' });
	const expectSent = async (content: object) =>
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content }]);

	it('answers no opt-out', async () => {
		await at.receive({ from, type: 'text', text: 'ARRÊT' });
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	const half = { type: 'location', latitude: 48.8049 };
	it.each([
		['the first word', { type: 'text', text: 'Où êtes-vous ? 😀' }],
		['a file', { type: 'file' }],
		['a tapped reply', { type: 'reply', text: 'Hello', postbackData: 'x' }],
		['half of a place', { requestType: 'incoming_message_location', data: half }],
	])('answers %s with the question', async (_what, message) => {
		await at.receive({ from, ...message });
		await expectSent(question);
	});

	it('answers a place with the shop and the way there', async () => {
		const result = await at.receive(place());
		expect(jsonOf(result, 'Distance').map(({ distance }) => distance)).toEqual([14.1, 395.7, 661.7, 101.6]);
		const title = 'Our shop in Paris';
		const viewLocationAction = { latLong: { latitude: 48.8584, longitude: 2.2945 }, label: title };
		const dialAction = { phoneNumber: '+33600123470' };
		const suggestions = [
			{ action: { text: 'Show the way', postbackData: '{"shop":"map"}', viewLocationAction } },
			{ action: { text: 'Call the shop', postbackData: '{"shop":"call"}', dialAction } },
		];
		const description = '5 avenue Anatole France, 75007 Paris\n14.1 km from you';
		await expectSent(card({ title, description, suggestions }));
	});

	it.each([
		['in Nice', 43.7102, 7.262, 'Our shop in Marseille'],
		['in Orléans', 47.9, 1.9, 'Our shop in Orléans'],
		['where the equator meets Greenwich', 0, 0, 'Our shop in Marseille'],
		['in Nouméa', -22.2758, 166.458, 'Our shop in Paris'],
	])('names the nearest shop to somebody %s', async (_where, latitude, longitude, title) => {
		await at.receive(place(latitude, longitude));
		await expectSent(card({ title }));
	});

	it.each([
		['has decimal commas', '\\"48,8584\\"', '\\"2,2945\\"', 4, 'Our shop in Paris'],
		['has no coordinates', 'null', '\\"\\"', 3, 'Our shop in Orléans'],
	])('answers though a shop %s', async (_what, latitude, longitude, count, title) => {
		const edits = {
			'\\"latitude\\": 48.8584': `\\"latitude\\": ${latitude}`,
			'\\"longitude\\": 2.2945': `\\"longitude\\": ${longitude}`,
		};
		await at.publish('rcs', at.read(edits));
		expect(jsonOf(await at.receive(place()), 'Distance')).toHaveLength(count);
		await expectSent(card({ title }));
	});

	it.each([
		['the list of shops has another name', { '\\"shops\\"': '\\"boutiques\\"' }],
		['no shop has coordinates', { '\\"latitude\\"': '\\"lat\\"' }],
		['the nearest shop has no phone', { '\\"+33600123470\\"': '\\"\\"' }],
	])('ends with an error where %s, and says what is required', async (_what, edits) => {
		await at.publish('rcs', at.read(edits));
		await at.receiveAndFail(place());
		expect(await at.harness.sentByRcs()).toEqual([]);
		expect(JSON.stringify(at.read().nodes)).toContain('Each shop needs a phone number');
	});

	it('starts nothing for a tap on a button, nor for what becomes of its own answers', async () => {
		await at.receive({ from, type: 'text', text: 'Hello' });
		const tap = { type: 'action', text: 'Show the way', postbackData: '{"shop":"map"}' };
		await at.harness.write('rcs', { from, ...tap });
		await at.harness.write('rcs', { from, type: 'event' });
		await at.harness.pass(60);
		expect(at.served.executions).toHaveLength(1);
	});

	it('answers an event of a new type with nothing', async () => {
		await at.receive({ from, requestType: 'incoming_call', data: { type: 'call' } });
		expect(await at.harness.asked()).toEqual([]);
	});

	it('answers nobody again when an execution is run again', async () => {
		const [event = {}] = jsonOf(await at.receive(place()), 'RCS message');
		const again = await at.run({}, 'RCS message', event);
		expect(jsonOf(again, 'Send the shop')).toMatchObject([{ alreadySent: true }]);
		expect(await at.harness.asked()).toEqual(['rcs.message.send']);
	});
});
