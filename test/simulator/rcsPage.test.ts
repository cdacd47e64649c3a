import fc from 'fast-check';
import { webhooksOf } from './jsonSupport';
import { LONGEST_ID, asNode, methodsOf, openLivePage, openPage } from './pageSupport';
import type { Page, PageNode } from './pageSupport';
import { callRcs, carousel, sendRcs, standalone, startTold } from './rcsSupport';
import { advance, asList, control, eventually, list, ofMessages } from './support';

const ORIGIN = 'http://localhost:4010';
const NUMBER = '33600123456';

interface Tap {
	answer: unknown;
	deed: unknown;
}

const handlersFor = (taps: Tap[]) => ({
	onTap: (_message: unknown, answer: unknown, deed: unknown) => taps.push({ answer, deed }),
});

/** A message as the control API shows it. */
const outgoing = (content: unknown, more: object = {}): object => ({
	id: 1,
	channel: 'rcs',
	direction: 'out',
	number: NUMBER,
	sender: 'MyCompany',
	kind: 'text',
	content,
	reference: '123456789012',
	status: 'SENT',
	statusName: 'sent',
	ticks: 'one',
	at: '2027-01-13T11:00:00Z',
	revokedAt: null,
	...more,
});

const incoming = (data: unknown): object => ({
	id: 2,
	channel: 'rcs',
	direction: 'in',
	number: NUMBER,
	to: 'MyCompany',
	data,
	at: '2027-01-13T11:00:00Z',
	readAt: null,
});

const signal = (event: string, id: number) => outgoing(undefined, { id, kind: 'event', event });

const page = openPage({ origin: ORIGIN });

function show(message: unknown, on: Page = page) {
	const taps: Tap[] = [];
	return { bubble: asNode(on.get('rcs/rcs.js', 'rcsBubble')(message, handlersFor(taps))), taps };
}

const showSent = (content: unknown) => show(outgoing(content));

const partOf = (bubble: PageNode, className: string): PageNode => {
	const [found] = bubble.classed(className);
	if (found === undefined) throw new Error(`nothing is ${className}`);
	return found;
};

/** A suggestion that does something when it is tapped. */
const action = (text: string, what: Record<string, unknown>) => ({
	action: { text, postbackData: `back € ${text}`, ...what },
});

const OWN = 'http://127.0.0.1:4010/__sim/rcs/files/123';
const ELSEWHERE = 'https://example.com/images/summer%20sale%20%C3%A9.jpg';
const media = (fileUrl: string, height = 'SHORT') => ({ height, contentInfo: { fileUrl } });

describe('a message by RCS on the page', () => {
	it('has a picture that the simulator serves, by whichever of its names, and names one that came to nothing', () => {
		const { bubble } = showSent({ contentInfo: { fileUrl: OWN } });
		expect(bubble.named('img').map((image) => image.attributes.get('src'))).toEqual(['/__sim/rcs/files/123']);
		for (const image of bubble.named('img')) image.fire('error');
		expect(bubble.named('img')).toEqual([]);
		expect(partOf(bubble, 'card-title').textContent).toBe('123');
	});

	it('names a file that stands elsewhere', () => {
		const { bubble } = showSent({ contentInfo: { fileUrl: ELSEWHERE } });
		expect(partOf(bubble, 'card-title').textContent).toBe('summer sale é.jpg');
		expect(partOf(bubble, 'card-detail').textContent).toBe(ELSEWHERE);
		expect(partOf(bubble, 'card').attributes.get('rel')).toBe('noopener noreferrer');
	});

	it('loads nothing from elsewhere', () => {
		const own = fc.constantFrom(
			OWN,
			ORIGIN,
			`${ORIGIN}/__sim/rcs/files/1?x`,
			'//a.example/__sim/rcs/files/1',
		);
		fc.assert(
			fc.property(fc.oneof(fc.webUrl(), fc.string(), own), fc.boolean(), (address, isCard) => {
				const content = isCard
					? standalone({ media: media(address) })
					: { contentInfo: { fileUrl: address, thumbnailUrl: address } };
				for (const image of showSent(content).bubble.named('img'))
					expect(image.attributes.get('src')).toMatch(/^\/__sim\/[a-z]+\/files\/[^/]+$/);
			}),
		);
	});

	it.each([
		['upright', {}, 'vertical'],
		['with its picture left', { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'LEFT' }, 'left'],
		['with its picture right', { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'RIGHT' }, 'right'],
		['with its picture at the left unless told', { cardOrientation: 'HORIZONTAL' }, 'left'],
	])('is a card %s', (_name, layout, className) => {
		const cardContent = { title: 'Été', description: '20 €', media: media(ELSEWHERE, 'TALL') };
		const { bubble } = showSent(standalone(cardContent, layout));
		const card = partOf(bubble, 'rcs-card');
		expect(card.hasClass(className)).toBe(true);
		expect(partOf(card, 'rcs-media').hasClass('tall')).toBe(true);
		expect(partOf(card, 'heading').textContent).toBe('Été');
		expect(partOf(card, 'text').textContent).toBe('20 €');
		expect(bubble.classed('rcs-bubble')).toEqual([]);
	});

	it.each(['SMALL', 'MEDIUM'])('is a %s carousel that the keyboard reaches', (cardWidth) => {
		const cardContents = ['é', '€'].map((title) => ({ title, media: media(ELSEWHERE) }));
		const { bubble } = showSent(carousel(cardContents, cardWidth));
		const strip = partOf(bubble, 'rcs-carousel');
		expect(strip.hasClass(cardWidth.toLowerCase())).toBe(true);
		expect(strip.attributes.get('tabindex')).toBe('0');
		expect(strip.attributes.get('aria-label')).toBe('Carousel of 2 cards');
		const labels = strip.named('li').map((card) => card.attributes.get('aria-label'));
		expect(labels).toEqual(['Card 1 of 2', 'Card 2 of 2']);
	});

	it('shows what it does not know as JSON, beside what it knows', () => {
		const { bubble } = showSent({ text: 'é', sparkle: { of: '€' } });
		expect(partOf(bubble, 'text').textContent).toBe('é');
		expect(JSON.parse(partOf(bubble, 'raw').textContent)).toEqual({ sparkle: { of: '€' } });
	});

	it('is never empty, and never an error', () => {
		const words = 'text richCard standaloneCard cardContent media suggestions reply'.split(' ');
		const word = fc.constantFrom(...words);
		const { content } = fc.letrec((tie) => ({
			content: fc.oneof(
				{ maxDepth: 5 },
				fc.jsonValue({ maxDepth: 2 }),
				fc.array(tie('content'), { maxLength: 3 }),
				fc.dictionary(word, tie('content'), { maxKeys: 3 }),
			),
		}));
		fc.assert(
			fc.property(content, fc.boolean(), (any, isOut) => {
				const { bubble } = show(isOut ? outgoing(any) : incoming(any));
				expect(partOf(bubble, 'rcs-body').textContent).not.toBe('');
			}),
		);
	});
});

describe('what a phone sent by RCS', () => {
	const textFile = { mimeType: 'text/plain', fileSizeBytes: 28, fileName: 'é.txt', fileUri: OWN };
	it.each([
		['a text', { type: 'text', text: 'Ça va ? €' }, 'Ça va ? €'],
		['a reply', { type: 'reply', text: 'Oui 👍', postbackData: 'p' }, 'Oui 👍'],
		['an action', { type: 'action', text: 'Où ?', postbackData: 'p' }, 'Où ?'],
		['a place', { type: 'location', latitude: 48.8584, longitude: 2.2945 }, 'Location48.8584, 2.2945'],
		['a file', { type: 'file', payload: textFile }, 'é.txttext/plain, 28 bytes'],
	])('shows %s', (_name, data, text) => {
		expect(partOf(show(incoming(data)).bubble, 'rcs-bubble').textContent).toBe(text);
	});
});

describe('the outcome of a message', () => {
	it('moves without anything else being drawn again', () => {
		const { bubble } = showSent({ text: 'é' });
		const body = partOf(bubble, 'rcs-body');
		const later = outgoing({ text: 'é' }, { status: 'READ', statusName: 'read', ticks: 'blue' });
		expect(page.get('rcs/rcs.js', 'rcsBubble')(later, handlersFor([]), bubble)).toBe(bubble);
		expect(partOf(bubble, 'rcs-body')).toBe(body);
		expect(partOf(bubble, 'pill').textContent).toBe('read');
	});

	it.each([
		['SENT', 'moving'],
		['DELIVERED', 'good'],
		['READ', 'good'],
		['FAILED', 'bad'],
		['REJECTED', 'bad'],
		['EXPIRED', 'bad'],
		['REVOKED', 'waiting'],
		['SOMETHING_NEW', 'moving'],
		[null, 'moving'],
	])('looks as it is: %s', (status, tone) => {
		const statusName = String(status).toLowerCase();
		const pill = partOf(show(outgoing({ text: 'é' }, { status, statusName })).bubble, 'pill');
		expect([pill.textContent, pill.hasClass(tone)]).toEqual([statusName, true]);
	});

	it('takes a message off that the agent took back', () => {
		const { bubble: before } = showSent({ text: 'secret é' });
		const revoked = outgoing({ text: 'secret é' }, { status: 'REVOKED', revokedAt: '2027-01-13T11:00:05Z' });
		const after = asNode(page.get('rcs/rcs.js', 'rcsBubble')(revoked, handlersFor([]), before));
		expect(after).not.toBe(before);
		expect(after.textContent).toContain('Revoked');
		expect(after.textContent).not.toContain('secret é');
	});
});

describe('the suggestions below a message', () => {
	const offer = outgoing(
		{ text: 'é', suggestions: [{ reply: { text: 'Yes', postbackData: 'yes' } }] },
		{ id: 1 },
	);
	const reply = { ...incoming({ type: 'reply', text: 'Yes', postbackData: 'yes' }), id: 2 };
	const chipsAfter = (...messages: object[]) => {
		const [entry] = asList(page.get('rcs/rcs.js', 'rcsEntries')([offer, ...messages]));
		return show(entry).bubble.classed('rcs-chip').length;
	};

	it('are hidden once the person has replied to the agent', () => {
		expect(chipsAfter()).toBe(1);
		expect(chipsAfter({ ...reply, to: 'Another agent' })).toBe(1);
		expect(chipsAfter(reply)).toBe(0);
	});

	it('go from the page, and the message stays', () => {
		const { bubble } = show(offer);
		const answered = { ...offer, isAnswered: true };
		expect(page.get('rcs/rcs.js', 'rcsBubble')(answered, handlersFor([]), bubble)).toBe(bubble);
		expect(bubble.classed('rcs-chip')).toEqual([]);
	});
});

describe('what an agent signals', () => {
	const ids = (...messages: unknown[]): unknown[] =>
		asList(page.get('rcs/rcs.js', 'rcsEntries')(messages)).map(({ id }) => id);
	const text = (id: number) => outgoing({ text: 'é' }, { id });

	it('is said once, at the end, until the agent has written', () => {
		expect(ids(text(1), signal('IS_TYPING', 4), signal('IS_TYPING', 5), incoming({}))).toEqual([1, 2, 5]);
		expect(ids(signal('IS_TYPING', 2), text(3))).toEqual([3]);
	});

	it('is told to those who do not see it', () => {
		expect(show(signal('IS_TYPING', 1)).bubble.textContent).toBe('MyCompany is typing');
		expect(show(signal('READ', 1)).bubble.textContent).toContain('MyCompany read your messages');
		expect(show(signal('WAVES €', 1)).bubble.textContent).toContain('MyCompany sent the event WAVES €');
	});
});

/** Shows a suggestion and taps it. */
function tap(suggestion: unknown) {
	const shown = showSent({ text: 'é', suggestions: [suggestion] });
	for (const button of shown.bubble.named('button')) button.click();
	return shown;
}

describe('a suggestion', () => {
	it('brings back what its reply holds', () => {
		const { taps } = tap({ reply: { text: 'Oui 👍', postbackData: 'yes €' } });
		expect(taps).toEqual([{ answer: { type: 'reply', text: 'Oui 👍', postbackData: 'yes €' }, deed: null }]);
	});

	it.each([
		['openUrlAction', { url: ELSEWHERE, application: 'WEBVIEW' }, [ELSEWHERE, 'application: WEBVIEW']],
		['dialAction', { phoneNumber: '+33600123400' }, ['+33600123400']],
		['viewLocationAction', { latLong: { latitude: 48.8, longitude: 2.3 }, label: 'É' }, ['É', '48.8, 2.3']],
		['viewLocationAction', { query: 'boulangerie €' }, ['boulangerie €']],
		[
			'createCalendarEventAction',
			{ startTime: '2026-12-24T17:00:00Z', endTime: 'later', title: 'Dîner', description: '20 €' },
			['Dîner', 'Thu, 24 Dec 2026, 18:00 CET to later', '20 €'],
		],
		['shareLocationAction', {}, []],
		['teleportAction', { to: 'é' }, ['{"teleportAction":{"to":"é"}}']],
	])('says what a phone would do: %s', (name, given, lines) => {
		const { bubble, taps } = tap(action('Tap', { [name]: given }));
		const answer = { type: 'action', text: 'Tap', postbackData: 'back € Tap' };
		expect(taps).toEqual([{ answer, deed: expect.objectContaining({ lines }) }]);
		expect(bubble.named('a')).toEqual([]);
	});

	it('says where it falls back to', () => {
		const fallbackUrl = 'https://example.com';
		const { taps } = tap(action('Call', { dialAction: { phoneNumber: '+33600123400' }, fallbackUrl }));
		const lines = ['+33600123400', 'Fallback URL: https://example.com'];
		expect(taps.map(({ deed }) => deed)).toEqual([expect.objectContaining({ lines })]);
	});

	it('stands in its card as well, and every button has a name', () => {
		const reply = (text: string) => ({ reply: { text, postbackData: 'p' } });
		const card = { title: 'é', suggestions: [reply('Prendre €'), action('Appeler', { dialAction: {} })] };
		const { bubble } = showSent({ ...carousel([card, card]), suggestions: [reply('Aucun')] });
		const onCard = ['Prendre €', 'Appeler, dials a number'];
		const names = bubble.named('button').map(({ textContent }) => textContent);
		expect(names).toEqual([...onCard, ...onCard, 'Aucun']);
	});
});

/** The page of a simulator, with what stands in it by RCS. */
async function openPhone() {
	const on = await openLivePage();
	const [message] = await list('messages');
	const place = { selected: () => NUMBER, last: () => message };
	const handlers = on.get('rcs/rcsComposer.js', 'setUpRcs')(on.phone, place);
	/** The only message. */
	const bubble = () => asNode(on.get('rcs/rcs.js', 'rcsBubble')(message, handlers));
	return { on, bubble, escape: () => methodsOf(handlers)('escape') };
}

describe('a phone on the page', () => {
	it('answers by tapping, and shares where it is when it is asked to', async () => {
		const receiver = await startTold();
		const postbackData = `${LONGEST_ID} €`;
		const reply = { reply: { text: 'Oui 👍', postbackData } };
		await sendRcs({ text: 'é', suggestions: [reply, action('Où ?', { shareLocationAction: {} })] });
		const { on, bubble } = await openPhone();
		const shown = bubble();
		expect(shown.textContent).not.toContain('signature');
		const [yes, where] = shown.named('button');
		yes?.click();
		await eventually(() => expect(receiver.received).toHaveLength(1));
		where?.click();
		await eventually(() => expect(receiver.received).toHaveLength(2));
		expect(on.part('rcs-sheet').hidden).toBe(false);
		expect(on.focused()).toBe(on.part('rcs-share'));
		on.part('rcs-share').click();
		await eventually(() => expect(receiver.received).toHaveLength(3));
		expect(webhooksOf(receiver).map(({ envelope, data }) => [envelope['requestType'], data])).toEqual([
			['incoming_message_reply', expect.objectContaining({ text: 'Oui 👍', postbackData })],
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
		const told = webhooksOf(receiver).map(({ data }) => data['eventType'] ?? data['text']);
		expect(told).toEqual(['IS_TYPING', 'Ça va ? €', 'IS_TYPING']);
	});

	it.each([
		['photo', { type: 'file', payload: { fileName: 'photo.png', mimeType: 'image/png' } }],
		['document', { type: 'file', payload: { fileName: 'document.txt', fileSizeBytes: 28 } }],
		['location', { type: 'location', latitude: 48.8584, longitude: 2.2945 }],
	])('sends a %s', async (what, data) => {
		const { on } = await openPhone();
		on.part(`rcs-${what}`).click();
		await eventually(async () => expect(await ofMessages('data')).toMatchObject([data]));
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
		const go = action('Go', { openUrlAction: { url: 'https://example.com' } });
		await sendRcs({ text: 'é', suggestions: [go] });
		const { on, bubble, escape } = await openPhone();
		const [button] = bubble().named('button');
		button?.click();
		expect(on.part('rcs-sheet-lines').textContent).toBe('https://example.com');
		const [sheet, close] = [on.part('rcs-sheet'), on.part('rcs-sheet-close')];
		sheet.append(close);
		expect(escape()).toBe(true);
		expect([sheet.hidden, on.focused()]).toEqual([true, button]);
		expect(escape()).toBe(false);
	});
});
