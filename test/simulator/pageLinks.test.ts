import fc from 'fast-check';

import { asNode, openPage, type PageNode } from './pageSupport';
import { sendRcs, standalone } from './rcsSupport';
import { asList, asObject, control, onlyMessage, send } from './support';
import { sendWaba, write } from './wabaSupport';

const page = openPage({ origin: 'http://localhost:4010' });

const partsOf = (text: string) =>
	asList(page.get('phone/links.js', 'splitLinks')(text))
		.map(asObject)
		.map((part) => ({ text: String(part['text']), isLink: part['isLink'] === true }));

const linksIn = (given: string) => partsOf(given).flatMap(({ text, isLink }) => (isLink ? [text] : []));

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
		['brackets', 'as in https://a.example/a_(b)', ['https://a.example/a_(b)']],
		['brackets around it', '(https://a.example/c_(d))', ['https://a.example/c_(d)']],
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
	const before = '<img src=x onerror=alert(1)> <b>Approve?</b> é € 👍\n';
	const text = `${before}${link}.`;
	const handlers = { onReply: () => {}, onReact: () => {}, onTap: () => {} };
	const bubbles = { sms: 'smsBubble', waba: 'wabaBubble', rcs: 'rcsBubble' } as const;

	const shown = (channel: keyof typeof bubbles, message: Record<string, unknown>): PageNode => {
		const draw = page.get(`${channel}/${channel}.js`, bubbles[channel]);
		return asNode(draw({ ...message, quote: null, reactions: [] }, handlers));
	};

	/** The bubble of the only message has the text, with the link in it. */
	const check = (bubble: PageNode): void => {
		const [anchor, ...others] = bubble.named('a');
		expect(others).toEqual([]);
		expect(anchor?.parent?.textContent).toBe(text);
		expect(anchor?.textContent).toBe(link);
		const attributes = { href: link, target: '_blank', rel: 'noopener noreferrer' };
		expect(Object.fromEntries(anchor?.attributes ?? [])).toEqual(attributes);
		expect(anchor?.parent?.children).toEqual([before, anchor, '.']);
		expect(bubble.named('img')).toEqual([]);
	};

	const buttons = [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }];
	const interactive = { type: 'button', body: { text }, action: { buttons } };
	it.each<[where: string, channel: keyof typeof bubbles, sendIt: () => Promise<unknown>]>([
		['an SMS', 'sms', () => send({ msg: text, coding: 'auto' })],
		['an SMS from a phone', 'sms', () => control('POST incoming', { from: '33600123456', text })],
		['a text by WhatsApp', 'waba', () => sendWaba({ type: 'text', text: { body: text } })],
		['buttons by WhatsApp', 'waba', () => sendWaba({ type: 'interactive', interactive })],
		['a text from a phone by WhatsApp', 'waba', () => write({ type: 'text', text })],
		['a text by RCS', 'rcs', () => sendRcs({ text })],
		['a card by RCS', 'rcs', () => sendRcs(standalone({ description: text }))],
	])('in %s, whose other text is shown as it is', async (_where, channel, sendIt) => {
		await sendIt();
		check(shown(channel, await onlyMessage()));
	});
});
