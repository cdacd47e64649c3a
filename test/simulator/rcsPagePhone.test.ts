import { webhooksOf } from './jsonSupport';
import { asNode, openLivePage } from './pageSupport';
import type { Page } from './pageSupport';
import { NUMBER, action, partOf, show } from './rcsPageSupport';
import { callRcs, sendRcs, startTold } from './rcsSupport';
import { advance, asList, control, eventually, list } from './support';

/** The page of a simulator, with what stands in it by RCS. */
async function openPhone(): Promise<{ on: Page; handlers: { onTap: unknown; escape: () => unknown } }> {
	const on = await openLivePage();
	const [message] = await list('messages');
	const handlers = on.get('rcs/rcsComposer.js', 'setUpRcs')(on.phone, {
		selected: () => NUMBER,
		last: () => message,
	});
	if (typeof handlers !== 'object' || handlers === null || !('onTap' in handlers) || !('escape' in handlers))
		throw new Error('no handlers');
	const { onTap, escape } = handlers;
	if (typeof escape !== 'function') throw new Error('nothing escapes');
	return { on, handlers: { onTap, escape: (): unknown => escape.call(handlers) } };
}

describe('a phone on the page', () => {
	it('answers by tapping, and shares where it is when it is asked to', async () => {
		const receiver = await startTold();
		const suggestions = [
			{ reply: { text: 'Oui 👍', postbackData: 'yes €' } },
			action('Où ?', { shareLocationAction: {} }),
		];
		await sendRcs({ text: 'é', suggestions });
		const { on, handlers } = await openPhone();
		const [message] = await list('messages');
		const bubble = asNode(on.get('rcs/rcs.js', 'rcsBubble')(message, handlers));
		const [yes, where] = bubble.named('button');
		yes?.click();
		await eventually(() => expect(receiver.received).toHaveLength(1));
		where?.click();
		await eventually(() => expect(receiver.received).toHaveLength(2));
		expect(on.part('rcs-sheet').hidden).toBe(false);
		expect(on.focused()).toBe(on.part('rcs-share'));
		on.part('rcs-share').click();
		await eventually(() => expect(receiver.received).toHaveLength(3));
		expect(webhooksOf(receiver).map(({ envelope, data }) => [envelope['requestType'], data])).toEqual([
			['incoming_message_reply', expect.objectContaining({ text: 'Oui 👍', postbackData: 'yes €' })],
			['incoming_message_action', expect.objectContaining({ text: 'Où ?', postbackData: 'back € Où ?' })],
			['incoming_message_location', expect.objectContaining({ latitude: 48.8584, longitude: 2.2945 })],
		]);
		await eventually(() => expect(on.part('rcs-sheet').hidden).toBe(true));
	});

	it('tells once that somebody types, and again for the next message', async () => {
		const receiver = await startTold();
		const { on } = await openPhone();
		const text = on.part('rcs-text');
		const type = (value: string): void => {
			text.value = value;
			text.fire('input');
		};
		for (const value of ['Ç', 'Ça', 'Ça va ? €']) type(value);
		await eventually(() => expect(receiver.received).toHaveLength(1));
		on.part('rcs-reply').fire('submit');
		await eventually(() => expect([text.value, receiver.received.length]).toEqual(['', 2]));
		type('é');
		await eventually(() => expect(receiver.received).toHaveLength(3));
		expect(webhooksOf(receiver).map(({ data }) => data['eventType'] ?? data['text'])).toEqual([
			'IS_TYPING',
			'Ça va ? €',
			'IS_TYPING',
		]);
	});

	it.each([
		[
			'rcs-photo',
			{ type: 'file', payload: expect.objectContaining({ fileName: 'photo.png', mimeType: 'image/png' }) },
		],
		[
			'rcs-document',
			{ type: 'file', payload: expect.objectContaining({ fileName: 'document.txt', fileSizeBytes: 28 }) },
		],
		['rcs-location', { type: 'location', latitude: 48.8584, longitude: 2.2945 }],
	])('sends by %s', async (id, data) => {
		const { on } = await openPhone();
		on.part(id).click();
		await eventually(async () => {
			const messages = await list('messages');
			expect(messages.map((message) => message['data'])).toEqual([expect.objectContaining(data)]);
		});
	});

	it('reads what was delivered, and sees what the agent signals', async () => {
		await sendRcs({ text: 'é' });
		await advance(5);
		const { on } = await openPhone();
		on.part('rcs-read').click();
		await eventually(async () => {
			const [message] = await list('messages');
			expect(partOf(show(message, on).bubble, 'pill').textContent).toBe('read');
		});
		await callRcs('event', { recipients: [NUMBER], event: 'IS_TYPING' });
		const shown = asList(on.get('rcs/rcs.js', 'rcsEntries')(await list('messages')));
		expect(show(shown.at(-1), on).bubble.textContent).toBe('MyCompany is typing');
	});

	it('says what the simulator refuses', async () => {
		await sendRcs({ text: 'é' });
		const { on } = await openPhone();
		await control('PUT config', { rcsAgents: [] });
		on.part('rcs-location').click();
		await eventually(() => expect(on.part('rcs-error').textContent).toContain('agent'));
	});

	it('goes back to what was tapped when the sheet is closed', async () => {
		await sendRcs({
			text: 'é',
			suggestions: [action('Go', { openUrlAction: { url: 'https://example.com' } })],
		});
		const { on, handlers } = await openPhone();
		const [message] = await list('messages');
		const [button] = asNode(on.get('rcs/rcs.js', 'rcsBubble')(message, handlers)).named('button');
		button?.click();
		expect(on.part('rcs-sheet-lines').textContent).toBe('https://example.com');
		const [sheet, close] = [on.part('rcs-sheet'), on.part('rcs-sheet-close')];
		sheet.append(close);
		expect(handlers.escape()).toBe(true);
		expect([sheet.hidden, on.focused()]).toEqual([true, button]);
		expect(handlers.escape()).toBe(false);
	});
});
