import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const from = '+33600123456';

const question = {
	text: 'Hello! Share your location, and we tell you which of our shops is nearest to you. 😀',
	suggestions: [
		{
			action: {
				text: 'Share my location',
				postbackData: '{"shop":"where"}',
				shareLocationAction: {},
			},
		},
	],
};

const shop = (
	city: string,
	description: string,
	latLong: { latitude: number; longitude: number },
	phoneNumber: string,
) => ({
	richCard: {
		standaloneCard: {
			cardOrientation: 'VERTICAL',
			cardContent: {
				title: `Our shop in ${city}`,
				description,
				suggestions: [
					{
						action: {
							text: 'Show the way',
							postbackData: '{"shop":"map"}',
							viewLocationAction: { latLong, label: `Our shop in ${city}` },
						},
					},
					{
						action: {
							text: 'Call the shop',
							postbackData: '{"shop":"call"}',
							dialAction: { phoneNumber },
						},
					},
				],
			},
		},
	},
});

describe('the example "nearest shop by RCS"', () => {
	const at = setUpExample('rcs-nearest-shop', { published: 'rcs' });

	it('answers no opt-out', async () => {
		await at.harness.receiveByRcs({ from, type: 'text', text: 'ARRÊT' });
		expect((await at.harness.execution(at.served)).status).toBe('success');
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('leads from the first word over the question to the shop', async () => {
		await at.harness.receiveByRcs({ from, type: 'text', text: 'Où êtes-vous ? 😀' });
		await at.started(0);
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content: question }]);

		await at.harness.receiveByRcs({ from, type: 'location', latitude: 48.8049, longitude: 2.1204 });
		const result = await at.started(1);
		expect(jsonOf(result, 'Distance').map(({ distance }) => distance)).toEqual([14.1, 395.7, 661.7, 101.6]);
		const place = { latitude: 48.8584, longitude: 2.2945 };
		const description = '5 avenue Anatole France, 75007 Paris\n14.1 km from you';
		const content = shop('Paris', description, place, '+33600123470');
		expect((await at.harness.sentByRcs()).slice(1)).toMatchObject([{ number: from, content }]);
	});

	it.each([
		['in Nice', 43.7102, 7.262, 'Our shop in Marseille'],
		['in Orléans', 47.9, 1.9, 'Our shop in Orléans'],
		['where the equator meets Greenwich', 0, 0, 'Our shop in Marseille'],
		['in Nouméa', -22.2758, 166.458, 'Our shop in Paris'],
	])('names the nearest shop to somebody %s', async (_where, latitude, longitude, title) => {
		await at.harness.receiveByRcs({ from, type: 'location', latitude, longitude });
		await at.started();
		expect(await at.harness.sentByRcs()).toMatchObject([
			{ number: from, content: { richCard: { standaloneCard: { cardContent: { title } } } } },
		]);
	});

	it.each([
		['a file', { type: 'file' }],
		['a tapped reply', { type: 'reply', text: 'Hello', postbackData: 'x' }],
	])('answers %s with the question', async (_what, message) => {
		await at.harness.receiveByRcs({ from, ...message });
		await at.started();
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content: question }]);
	});

	it.each([
		['has decimal commas', '"48,8584"', '"2,2945"', 4, 'Our shop in Paris'],
		['has no coordinates', 'null', '""', 3, 'Our shop in Orléans'],
	])('answers though a shop %s', async (_what, latitude, longitude, count, title) => {
		const escaped = (value: string): string => value.replaceAll('"', '\\"');
		const workflow = readExample('rcs-nearest-shop', {
			'\\"latitude\\": 48.8584': `\\"latitude\\": ${escaped(latitude)}`,
			'\\"longitude\\": 2.2945': `\\"longitude\\": ${escaped(longitude)}`,
		});
		await at.publish(workflow, 'rcs');
		await at.harness.receiveByRcs({ from, type: 'location', latitude: 48.8049, longitude: 2.1204 });
		const result = await at.started();
		expect(jsonOf(result, 'Distance')).toHaveLength(count);
		expect(await at.harness.sentByRcs()).toMatchObject([
			{ number: from, content: { richCard: { standaloneCard: { cardContent: { title } } } } },
		]);
	});

	it('ends with an error where no shop has coordinates', async () => {
		const workflow = readExample('rcs-nearest-shop', { '\\"latitude\\"': '\\"lat\\"' });
		await at.publish(workflow, 'rcs');
		await at.harness.receiveByRcs({ from, type: 'location', latitude: 48.8049, longitude: 2.1204 });
		expect((await at.harness.execution(at.served)).status).toBe('error');
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('ends with an error where the nearest shop has no phone, and says that it is required', async () => {
		const workflow = readExample('rcs-nearest-shop', { '\\"+33600123470\\"': '\\"\\"' });
		await at.publish(workflow, 'rcs');
		await at.harness.receiveByRcs({ from, type: 'location', latitude: 48.8049, longitude: 2.1204 });
		expect((await at.harness.execution(at.served)).status).toBe('error');
		expect(JSON.stringify(workflow.nodes)).toContain('Each shop needs a phone number');
	});

	it('asks again for a place that says only half of it', async () => {
		const data = { type: 'location', latitude: 48.8049 };
		await at.harness.receiveByRcs({ from, requestType: 'incoming_message_location', data });
		await at.started();
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content: question }]);
	});

	it('starts nothing for a tap on a button, nor for what becomes of its own answers', async () => {
		await at.harness.receiveByRcs({ from, type: 'text', text: 'Hello' });
		await at.harness.execution(at.served);
		await at.harness.receiveByRcs({
			from,
			type: 'action',
			text: 'Show the way',
			postbackData: '{"shop":"map"}',
		});
		await at.harness.receiveByRcs({ from, type: 'event' });
		await at.harness.pass(60);
		expect(at.served.executions).toHaveLength(1);
	});

	it('answers an event of a new type with nothing', async () => {
		await at.harness.receiveByRcs({ from, requestType: 'incoming_call', data: { type: 'call' } });
		await at.started();
		expect(await at.harness.asked()).toEqual([]);
	});

	it('answers nobody again when an execution is run again', async () => {
		await at.harness.receiveByRcs({ from, type: 'location', latitude: 48.8049, longitude: 2.1204 });
		await at.harness.execution(at.served);
		const items = at.served.executions[0]?.items[0] ?? [];
		const again = await at.harness.run(readExample('rcs-nearest-shop'), 'RCS message', items);
		expect(jsonOf(again, 'Send the shop')).toMatchObject([{ alreadySent: true }]);
		expect(await at.harness.asked()).toEqual(['rcs.message.send']);
	});
});
