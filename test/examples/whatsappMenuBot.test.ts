import { jsonOf } from '../support/engine';
import { cut } from './faults';
import { setUpExample } from './setUpExample';

const from = '+33600123456';

const rows = [
	{ id: 'hours', title: 'Opening hours', description: 'When we are open' },
	{ id: 'shop', title: 'Directions', description: 'On the map' },
	{ id: 'person', title: 'Talk to a person', description: 'A colleague answers you' },
];
const list = {
	type: 'list',
	body: { text: 'Hello! What can we do for you?' },
	action: { button: 'Choose', sections: [{ rows }] },
};
const menu = { type: 'interactive', interactive: list };
const text = (body: string) => ({ type: 'text', text: { body, preview_url: false } });
const address = '5 avenue Anatole France, Paris';
const location = { latitude: 48.8584, longitude: 2.2945, name: 'Our shop', address };

/** A choice in the menu. */
const choice = (id: string) => ({
	from,
	type: 'list_reply',
	id,
	title: rows.find((row) => row.id === id)?.title ?? 'Christmas',
});

describe('the example "WhatsApp menu bot"', () => {
	const at = setUpExample('whatsapp-menu-bot', { published: 'waba' });

	it('leads from the first word over the menu to the place', async () => {
		await at.receive({ from, type: 'text', text: 'Hello, où êtes-vous ? 😀' });
		await at.receive(choice('shop'));
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{ number: from, content: menu },
			{ number: from, content: { type: 'location', location } },
		]);
		expect(await at.harness.asked()).toEqual(['waba.message.sendList', 'waba.message.sendLocation']);
	});

	it('answers no opt-out', async () => {
		await at.receive({ from, type: 'text', text: 'Stop' });
		expect(await at.harness.asked()).toEqual([]);
	});

	it('hands over to a colleague, quoting what was asked', async () => {
		const { messageId } = await at.harness.receiveByWhatsApp(choice('person'));
		expect(jsonOf(await at.started(), 'Task for a colleague')).toEqual([
			{ phone: from, todo: `Write to ${from} on WhatsApp` },
		]);
		const promise = text('A colleague will write to you here before the end of the day.');
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{ number: from, content: { ...promise, context: { message_id: messageId } } },
		]);
	});

	it('has the task though the promise got no response', async () => {
		await at.harness.break(cut('waba.message.sendReply'));
		const result = await at.receiveAndFail(choice('person'));
		expect(jsonOf(result, 'Task for a colleague')).toMatchObject([{ phone: from }]);
	});

	const hours = text('We are open Monday to Friday, 9 am to 6 pm.');
	it.each([
		['the hours', 'a choice of the hours', choice('hours'), hours],
		['the menu', 'a photo', { from, type: 'image', caption: 'Is this yours?' }, menu],
		['the menu', 'a voice message', { from, type: 'audio' }, menu],
		['the menu', 'a document', { from, type: 'document' }, menu],
		['the menu', 'a place', { from, type: 'location', latitude: 48.8, longitude: 2.3 }, menu],
		['the menu', 'a choice that is no longer in the menu', choice('christmas'), menu],
		['the menu', 'an unknown kind', { from, data: { type: 'order', order: { items: [1] } } }, menu],
	])('sends %s for %s', async (_what, _for, message, content) => {
		await at.receive(message);
		expect(await at.harness.sentByWhatsApp()).toEqual([{ number: from, content }]);
	});

	it('leaves somebody alone who has no phone number: the service could not send to them', async () => {
		const fromUserId = 'FR.1234567890';
		const result = await at.receive({ fromUserId, type: 'text', text: 'Hello' });
		expect(jsonOf(result, 'WhatsApp message')).toMatchObject([{ from: null, fromUserId }]);
		expect(await at.harness.asked()).toEqual([]);
	});

	it('starts nothing for a reaction, nor for what became of its own answers', async () => {
		await at.receive({ from, type: 'text', text: 'Hello' });
		await at.harness.pass(60);
		await at.harness.write('waba', { from, type: 'reaction', messageId: 'wamid.1', emoji: '👍' });
		await at.harness.pass(60);
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.sentByWhatsApp()).toHaveLength(1);
	});

	it('answers an event of a new type with nothing', async () => {
		await at.post({ requestType: 'incoming_call', data: { from, id: 'wamid.1' } });
		await at.started();
		expect(await at.harness.asked()).toEqual([]);
	});
});
