import fc from 'fast-check';

import { asNode, openPage } from './pageSupport';
import type { PageNode } from './pageSupport';
import { sendRcs } from './rcsSupport';
import { asList, asObject, control, list, onlyMessage, send } from './support';
import { sendWaba, write } from './wabaSupport';

const page = openPage({ origin: 'http://localhost:4010' });

const partsOf = (text: string) =>
	asList(page.get('phone/links.js', 'splitLinks')(text))
		.map(asObject)
		.map((part) => ({ text: String(part['text']), isLink: part['isLink'] === true }));

const linksIn = (text: string): string[] =>
	partsOf(text)
		.filter(({ isLink }) => isLink)
		.map((part) => part.text);

const token = `/webhook-waiting/17/5f2ab1e0-58a4-4f1d-9a0c-2f2d5e5f7a11?nonce=abcdefghijklmno_&choice=yes&signature=${'a'.repeat(64)}`;

describe('a text is split into text and links', () => {
	it.each([
		['no link', 'Votre café: 10 € 🙂', []],
		['an address alone', 'https://example.com', ['https://example.com']],
		['one in a sentence', 'See https://example.com/a?b=c#d. Soon!', ['https://example.com/a?b=c#d']],
		['one on a line of its own', 'Approve?\n\nhttps://example.com/a\n', ['https://example.com/a']],
		['a resume URL', `Approve?\n\nhttps://n8n.example.com${token}`, [`https://n8n.example.com${token}`]],
		['a port and no TLS', '(http://127.0.0.1:5678/x)', ['http://127.0.0.1:5678/x']],
		['capitals', 'HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
		[
			'brackets',
			'as in https://example.com/a_(b) and (https://example.com/c_(d))',
			['https://example.com/a_(b)', 'https://example.com/c_(d)'],
		],
		['quotes', '«https://a.example/é» "https://a.example/b"', ['https://a.example/é', 'https://a.example/b']],
		['markup', '<a href="https://example.com/a">', ['https://example.com/a']],
		['WhatsApp bold', '*https://example.com/a*', ['https://example.com/a']],
		['several', 'https://a.example/1 http://a.example/2', ['https://a.example/1', 'http://a.example/2']],
		['another scheme', 'javascript:alert(1) data:text/html,x ftp://example.com file:///etc/passwd', []],
		['a scheme inside of a word', 'xhttps://example.com', []],
		['no host', 'https:// and https://[', []],
	])('%s', (_what, text, links) => expect(linksIn(text)).toEqual(links));

	it('without losing a character, and never to another scheme', () => {
		const piece = fc.constantFrom(
			...['https://', 'http://', 'javascript:', 'example.com', '/é?x=1', '(', ')', '[', ']', '.', '"', "'"],
			...['<', '>', '\n', ' ', '\u202e', '\0', '🙂', '*', '@', ':80', '\\'],
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 12 }), (pieces) => {
				const text = pieces.join('');
				const parts = partsOf(text);
				expect(parts.map((part) => part.text).join('')).toBe(text);
				for (const part of parts) {
					expect(part.text).not.toBe('');
					if (part.isLink) expect(new URL(part.text).protocol).toMatch(/^https?:$/);
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe('a link in a message can be tapped', () => {
	const link = `https://n8n.example.com${token}`;
	const text = `<b>Approve?</b> é €\n${link}.`;
	const handlers = { onReply: () => {}, onReact: () => {}, onTap: () => {} };
	const bubbles = { sms: 'smsBubble', waba: 'wabaBubble', rcs: 'rcsBubble' } as const;

	const shown = (channel: keyof typeof bubbles, message: Record<string, unknown>): PageNode =>
		asNode(
			page.get(`${channel}/${channel}.js`, bubbles[channel])(
				{ ...message, quote: null, reactions: [] },
				handlers,
			),
		);

	/** The bubble of the only message has the text, with the link in it. */
	const check = (bubble: PageNode): void => {
		const [anchor, ...others] = bubble.named('a');
		expect(others).toEqual([]);
		expect(anchor?.parent?.textContent).toBe(text);
		expect(anchor?.textContent).toBe(link);
		expect(Object.fromEntries(anchor?.attributes ?? [])).toEqual({
			href: link,
			target: '_blank',
			rel: 'noopener noreferrer',
		});
		expect(anchor?.parent?.children).toEqual(['<b>Approve?</b> é €\n', anchor, '.']);
	};

	it('by SMS, from either side', async () => {
		await send({ msg: text, charset: 'utf-8' });
		await control('POST incoming', { from: '33600123456', text });
		const messages = await list('messages');
		expect(messages).toHaveLength(2);
		for (const message of messages) check(shown('sms', message));
	});

	it.each([
		['a text', { type: 'text', text: { body: text } }],
		[
			'buttons',
			{
				type: 'interactive',
				interactive: {
					type: 'button',
					body: { text },
					action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
				},
			},
		],
	])('by WhatsApp, in %s', async (_what, content) => {
		await sendWaba(content);
		check(shown('waba', await onlyMessage()));
	});

	it('by WhatsApp, from a phone', async () => {
		await write({ type: 'text', text });
		check(shown('waba', await onlyMessage()));
	});

	it.each([
		['a text', { text }],
		[
			'a card',
			{ richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: { description: text } } } },
		],
	])('by RCS, in %s', async (_what, content) => {
		await sendRcs(content);
		check(shown('rcs', await onlyMessage()));
	});
});
