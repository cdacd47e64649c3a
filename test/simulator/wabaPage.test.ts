import fc from 'fast-check';

import { webhooksOf } from './jsonSupport';
import { LONGEST_ID, asNode, openLivePage, openPage, type Page, type PageNode } from './pageSupport';
import { asList, eventually, list, onlyMessage } from './support';
import {
	HELLO,
	callWaba,
	sendWaba,
	startTold,
	twoAgents,
	write,
	bodyOf,
	linkButton,
	template,
} from './wabaSupport';

const page = openPage({ origin: 'http://localhost:4010' });
const handlers = { onReply: () => {}, onReact: () => {}, onTap: () => {} };

const bubbleOf = (message: unknown, taken: unknown = handlers, on: Page = page): PageNode =>
	asNode(on.get('waba/waba.js', 'wabaBubble')(message, taken));

/** The messages as a phone shows them: reactions at what they are for, answers with what they quote. */
const shown = (messages: unknown): PageNode[] =>
	asList(page.get('waba/waba.js', 'wabaEntries')(messages)).map((message) => bubbleOf(message));

describe('a message by WhatsApp on the page', () => {
	it('loads no picture from elsewhere, but names it', async () => {
		const link = 'https://example.com/photo.jpg';
		await sendWaba({ type: 'image', image: { link } });
		const [bubble] = shown(await list('messages'));
		expect(bubble?.named('img')).toEqual([]);
		expect(bubble?.querySelector('.card-detail')?.textContent).toBe(link);
	});

	it('shows the variables of a template, and a button to copy a one-time code', async () => {
		await sendWaba(template([bodyOf('482913'), linkButton('482913')]));
		await sendWaba(template([bodyOf('Jean', '14:30'), linkButton('1042')]));
		const [code, other] = shown(await list('messages'));
		expect(code?.querySelector('.text')?.textContent).toBe('482913 is your code.');
		expect(code?.querySelector('.tap')?.textContent).toBe('Copy code');
		expect(other?.querySelector('.text')?.textContent).toBe('{{1}} Jean\n{{2}} 14:30');
		expect(other?.querySelector('.card-detail')?.textContent).toBe('Button: 1042');
		expect(other?.querySelector('.tap')).toBeUndefined();
	});

	it('has a warning if the phone has not written within 24 hours', async () => {
		await sendWaba();
		await write({ type: 'text', text: 'Hi' });
		await sendWaba();
		const bubbles = shown(await list('messages'));
		expect(bubbles.map((bubble) => bubble.querySelector('.warning')?.textContent)).toEqual([
			'Would not have been delivered now: outside the 24-hour window',
			undefined,
			undefined,
		]);
	});

	it('quotes what it answers, and has the last reaction of each side', async () => {
		await sendWaba();
		const [sent] = await list('messages');
		const about = { messageId: sent?.['messageId'] };
		await write({ type: 'text', text: 'Oui', replyTo: sent?.['messageId'] });
		for (const emoji of ['👍', '😂']) await write({ type: 'reaction', ...about, emoji });
		const [first, answer, ...others] = shown(await list('messages'));
		expect(first?.querySelector('.reactions')?.textContent).toBe('Reactions: 😂');
		expect(answer?.named('blockquote').map(({ textContent }) => textContent)).toEqual(['Hello']);
		expect(others).toEqual([]);
	});

	it('from a phone says when it was marked as read', async () => {
		const { messageId } = await write({ type: 'text', text: 'Hi' });
		const meta = async (): Promise<string | undefined> =>
			shown(await list('messages'))[0]?.querySelector('.meta')?.textContent;
		expect(await meta()).toContain('not marked as read');
		await callWaba('event', { message_id: messageId, status: 'read' });
		expect(await meta()).toContain('read at 12:00:00');
	});

	it('from a phone is never empty, and never an error, whatever comes', () => {
		const word = fc.constantFrom(
			...'type text body image id caption reaction message_id emoji context interactive button'.split(' '),
			...'location latitude document link constructor'.split(' '),
		);
		const { data } = fc.letrec((tie) => ({
			data: fc.dictionary(
				word,
				fc.oneof({ maxDepth: 4 }, word, fc.jsonValue({ maxDepth: 2 }), fc.array(tie('data')), tie('data')),
				{ maxKeys: 4 },
			),
		}));
		const ids = { messageId: 'id', number: '33600123456', fileId: null };
		const times = { at: '2027-01-13T11:00:00Z', readAt: null };
		const anyMessage = { channel: 'waba', direction: 'in', text: '', ...ids, ...times };
		fc.assert(
			fc.property(fc.array(data, { minLength: 1, maxLength: 4 }), (datas) => {
				const bubbles = shown(datas.map((each, id) => ({ ...anyMessage, id, data: each })));
				for (const bubble of bubbles) expect(bubble.children.length).toBeGreaterThan(2);
			}),
		);
	});
});

describe('a phone that writes by WhatsApp', () => {
	const number = '33600123456';
	const openPhone = async (call?: Parameters<typeof openLivePage>[0]) => {
		const on = await openLivePage(call);
		const message = (await list('messages')).at(-1);
		const place = { selected: () => number, last: () => message };
		const composer = on.get('waba/wabaComposer.js', 'setUpWaba')(on.phone, place);
		return { on, composer };
	};

	const answer = { id: LONGEST_ID, title: 'Yes é' };
	const choices = [{ id: 'no', title: 'No' }, answer];
	it.each([
		['button', 'button_reply', { buttons: choices.map((reply) => ({ type: 'reply', reply })) }],
		['list', 'list_reply', { button: 'Choose', sections: [{ rows: choices }] }],
	])('gets back what was sent in a %s that is tapped: %s', async (type, reply, action) => {
		expect(LONGEST_ID).toHaveLength(200);
		const receiver = await startTold();
		await sendWaba({ type: 'interactive', interactive: { type, body: { text: 'Approve?' }, action } });
		const { on, composer } = await openPhone();
		const message = await onlyMessage();
		const bubble = bubbleOf({ ...message, quote: null, reactions: [] }, composer, on);
		expect(bubble.textContent).not.toContain('signature');
		const button = bubble.named('button').find(({ textContent }) => textContent === 'Yes é');
		button?.click();
		const context = expect.objectContaining({ id: message['messageId'] });
		const tap = { type: 'interactive', interactive: { type: reply, [reply]: answer }, context };
		await eventually(() => {
			const told = webhooksOf(receiver).flatMap(({ envelope, data }) =>
				envelope['requestType'] === 'incoming_message' ? [data] : [],
			);
			expect(told).toEqual([expect.objectContaining(tap)]);
		});
	});

	it('writes to the agent of the conversation', async () => {
		const receiver = await startTold({ agents: twoAgents });
		await callWaba('message', { recipients: [number], contentMessage: HELLO }, { agent: '2', phone: '22' });
		const { on } = await openPhone();
		on.part('waba-text').value = 'My answer';
		on.part('waba-reply').fire('submit');
		await eventually(() => {
			const told = webhooksOf(receiver).map(({ envelope }) => [envelope['requestType'], envelope['phoneId']]);
			expect(told).toEqual([['incoming_message', '22']]);
		});
	});

	it('keeps what is typed while a photo is on its way', async () => {
		await sendWaba();
		const { on } = await openPhone();
		const text = on.part('waba-text');
		text.value = 'Caption';
		on.part('waba-photo').click();
		text.value = 'Another message';
		const photo = { kind: 'image', text: 'Caption' };
		await eventually(async () => expect((await list('messages')).at(-1)).toMatchObject(photo));
		expect(text.value).toBe('Another message');
	});

	it('gets its caption back where sending fails', async () => {
		const { on } = await openPhone(() => Promise.reject(new Error('offline')));
		const text = on.part('waba-text');
		text.value = 'Caption';
		on.part('waba-photo').click();
		await eventually(() => expect(on.part('waba-error').textContent).toBe('offline'));
		expect(text.value).toBe('Caption');
	});
});
