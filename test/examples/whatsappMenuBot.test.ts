import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const from = '+33600123456';

const rows = [
	{ id: 'hours', title: 'Opening hours', description: 'When we are open' },
	{ id: 'shop', title: 'Directions', description: 'On the map' },
	{ id: 'person', title: 'Talk to a person', description: 'A colleague answers you' },
];
const menu = {
	type: 'interactive',
	interactive: {
		type: 'list',
		body: { text: 'Hello! What can we do for you?' },
		action: { button: 'Choose', sections: [{ rows }] },
	},
};
const text = (body: string) => ({ type: 'text', text: { body, preview_url: false } });

describe('the example "WhatsApp menu bot"', () => {
	const at = setUpExample('whatsapp-menu-bot', { published: 'waba' });

	it('leads from the first word over the menu to the place', async () => {
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'Hello, où êtes-vous ? 😀' });
		await at.started(0);
		expect(await at.harness.sentByWhatsApp()).toEqual([{ number: from, content: menu }]);

		await at.harness.receiveByWhatsApp({
			from,
			type: 'list_reply',
			id: 'shop',
			title: 'Directions',
		});
		await at.started(1);
		expect((await at.harness.sentByWhatsApp()).slice(1)).toEqual([
			{
				number: from,
				content: {
					type: 'location',
					location: {
						latitude: 48.8584,
						longitude: 2.2945,
						name: 'Our shop',
						address: '5 avenue Anatole France, Paris',
					},
				},
			},
		]);
		expect(await at.harness.asked()).toEqual(['waba.message.sendList', 'waba.message.sendLocation']);
	});

	it('answers no opt-out', async () => {
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'Stop' });
		expect((await at.harness.execution(at.served)).status).toBe('success');
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('tells the hours', async () => {
		await at.harness.receiveByWhatsApp({ from, type: 'list_reply', id: 'hours', title: 'Opening hours' });
		await at.harness.execution(at.served);
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{ number: from, content: text('We are open Monday to Friday, 9 am to 6 pm.') },
		]);
	});

	it('hands over to a colleague, quoting what was asked', async () => {
		const asked = { from, type: 'list_reply', id: 'person', title: 'Talk to a person' };
		const { messageId } = await at.harness.receiveByWhatsApp(asked);
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'Task for a colleague')).toEqual([
			{ phone: from, todo: `Write to ${from} on WhatsApp` },
		]);
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{
				number: from,
				content: {
					...text('A colleague will write to you here before the end of the day.'),
					context: { message_id: messageId },
				},
			},
		]);
	});

	it('has the task though the promise got no response', async () => {
		await at.harness.break({
			on: 'request',
			kind: 'cut-after',
			match: { operation: 'waba.message.sendReply' },
		});
		await at.harness.receiveByWhatsApp({ from, type: 'list_reply', id: 'person', title: 'Talk to a person' });
		const result = await at.harness.execution(at.served);
		expect(result.status).toBe('error');
		expect(jsonOf(result, 'Task for a colleague')).toMatchObject([{ phone: from }]);
	});

	it.each([
		['a photo', { type: 'image', caption: 'Is this yours?' }],
		['a voice message', { type: 'audio' }],
		['a document', { type: 'document' }],
		['a place', { type: 'location', latitude: 48.8, longitude: 2.3 }],
		['a choice that is no longer in the menu', { type: 'list_reply', id: 'christmas', title: 'Christmas' }],
		['a kind of message that nobody knows', { data: { type: 'order', order: { items: [1] } } }],
	])('sends the menu for %s', async (_what, message) => {
		await at.harness.receiveByWhatsApp({ from, ...message });
		await at.harness.execution(at.served);
		expect(await at.harness.sentByWhatsApp()).toEqual([{ number: from, content: menu }]);
	});

	it('leaves somebody alone who has no phone number: the service could not send to them', async () => {
		await at.harness.receiveByWhatsApp({ fromUserId: 'FR.1234567890', type: 'text', text: 'Hello' });
		const result = await at.started();
		expect(jsonOf(result, 'WhatsApp message')).toMatchObject([{ from: null, fromUserId: 'FR.1234567890' }]);
		expect(await at.harness.asked()).toEqual([]);
	});

	it('starts nothing for a reaction, nor for what became of its own answers', async () => {
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'Hello' });
		await at.harness.execution(at.served);
		await at.harness.pass(60);
		await at.harness.receiveByWhatsApp({ from, type: 'reaction', messageId: 'wamid.1', emoji: '👍' });
		await at.harness.pass(60);
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.sentByWhatsApp()).toHaveLength(1);
	});

	it('answers an event of a new type with nothing', async () => {
		const response = await fetch(at.served.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ requestType: 'incoming_call', data: { from, id: 'wamid.1' } }),
		});
		expect([response.status, await response.text()]).toEqual([200, 'OK']);
		await at.started();
		expect(await at.harness.asked()).toEqual([]);
	});
});
