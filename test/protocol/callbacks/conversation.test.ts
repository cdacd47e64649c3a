import { conversationOf, isOptOut, type Said } from '../../../protocol/callbacks/conversation';

const person = '+33600123456';
const inputOf = (said: Partial<Said>) => conversationOf('sms', { text: null, ...said }, person).chatInput;

describe('chatInput', () => {
	it.each<[string, Partial<Said>, string | undefined]>([
		['a text, with its spaces', { text: ' Où êtes-vous ? ' }, ' Où êtes-vous ? '],
		['a caption', { text: 'My door', file: { mimeType: 'image/jpeg', fileName: null } }, 'My door'],
		['a tapped button', { text: 'Yes', answer: {} }, 'Yes'],
		['a tapped button without a title', { answer: {} }, 'Tapped a button'],
		['a photo of WhatsApp', { messageType: 'image', file: { mimeType: null, fileName: null } }, 'Photo'],
		['a photo that has no ID', { messageType: 'image' }, 'Photo'],
		['a photo of RCS', { messageType: 'file', file: { mimeType: 'image/png', fileName: 'a.png' } }, 'Photo'],
		['a video', { messageType: 'video' }, 'Video'],
		['a voice message', { messageType: 'audio' }, 'Audio'],
		['a sticker', { messageType: 'sticker' }, 'Sticker'],
		[
			'a document',
			{ messageType: 'document', file: { mimeType: 'application/pdf', fileName: 'bill.pdf' } },
			'Document: bill.pdf',
		],
		['a document without a name', { messageType: 'document' }, 'Document'],
		['a file of no known type', { file: { mimeType: null, fileName: null } }, 'Document'],
		['a place', { location: { latitude: 48.8584, longitude: 2.2945 } }, 'Location: 48.8584, 2.2945'],
		['the place 0, 0', { location: { latitude: 0, longitude: 0 } }, 'Location: 0, 0'],
		['a place that cannot be read', { location: { latitude: null, longitude: 2 } }, 'Location'],
		['nothing', {}, undefined],
		['spaces only', { text: ' \n' }, undefined],
		['an unknown type', { messageType: 'contacts' }, undefined],
		['a reaction', { messageType: 'reaction' }, undefined],
	])('%s', (_name, said, expected) => expect(inputOf(said)).toBe(expected));

	it('is missing without a sender, as the session is', () => {
		expect(conversationOf('rcs', { text: 'Hello' }, null, 'agent')).toEqual({});
		expect(conversationOf('rcs', { text: 'Hello' }, '', 'agent')).toEqual({});
	});
});

describe('sessionId', () => {
	const sessionOf = (...[channel, who, agent]: [Parameters<typeof conversationOf>[0], string, string?]) =>
		conversationOf(channel, { text: 'Hello' }, who, agent).sessionId;

	it.each<[string, string | undefined, string]>([
		['an SMS', sessionOf('sms', person), 'sms:+33600123456'],
		['WhatsApp', sessionOf('whatsapp', person, '200200200'), 'whatsapp:+33600123456:200200200'],
		['WhatsApp, without a number', sessionOf('whatsapp', 'FR.336', '2002'), 'whatsapp:FR.336:2002'],
		['RCS', sessionOf('rcs', person, 'shop_agent'), 'rcs:+33600123456:shop_agent'],
		['RCS, without an agent', sessionOf('rcs', person), 'rcs:+33600123456'],
	])('%s', (_name, session, expected) => expect(session).toBe(expected));

	it.each([
		['a long agent', person, 'a'.repeat(80)],
		['a long person', 'p'.repeat(80), 'agent'],
		['both long', 'p'.repeat(80), 'a'.repeat(80)],
		['other characters', 'a:b c', 'é'],
	])('%s: at most 74 characters, and no two alike', (_name, who, agent) => {
		const session = sessionOf('whatsapp', who, agent);
		expect(session).toMatch(/^whatsapp:[\w+.@-]+:[\w+.@-]+$/);
		expect(session?.length).toBeLessThanOrEqual(74);
		expect(sessionOf('whatsapp', who, `${agent}x`)).not.toBe(session);
		expect(sessionOf('whatsapp', `${who}x`, agent)).not.toBe(session);
	});

	it('keeps an agent of up to 57 characters', () => {
		expect(sessionOf('rcs', person, 'a'.repeat(57))).toBe(`rcs:${person}:${'a'.repeat(57)}`);
		expect(sessionOf('rcs', person, 'a'.repeat(58))).toMatch(/^rcs:\+33600123456:[0-9a-f]{24}$/);
	});

	it('does not take a person with a colon for another person and agent', () =>
		expect(sessionOf('rcs', `${person}:shop`)).not.toBe(sessionOf('rcs', person, 'shop')));
});

describe('isOptOut', () => {
	it.each([
		...['STOP', 'stop', ' stop ', 'STOP\n', 'STOP.', 'stop!!!', '"Stop"', '« STOP »', '\u200bSTOP'],
		...['⚠️ STOP', '❤️ STOP', '🙅‍♀️ STOP', '#️⃣ STOP', '🛑 STOP', '☹️ désabonner'],
		...['STOP SMS', 'STOP PUB', 'Stop, merci', 'STOP au 36111', 'STOP 36180', 'STOP36180', 'STOPSMS'],
		...['Stop promotions', 'Stop by tomorrow', 'ARRET', 'Arrêt', 'Arre\u0302t', 'arrêtez !', 'ARRETER'],
		...['DESABONNER', 'Désabonnement', 'DÉSINSCRIRE', 'Désinscription', 'Unsubscribe me', 'UNSUB'],
		...[
			'ＳＴＯＰ',
			'ｓｔｏｐ３６１８０',
			'Stoppez',
			'Arrête !',
			'ARRETE',
			'arrêtes',
			'Arrêté',
			'Unsubscribed',
		],
		...['OPTOUT', 'OPT-OUT', 'Opt out', '« Opt out » !', 'ＯＰＴ　ＯＵＴ'],
		...['Désabonne-moi', 'désabonnez moi', 'Désinscris-moi', 'Désinscrivez-moi'],
	])('is true for %j', (text) => expect(isOptOut(text)).toBe(true));

	it.each([
		...["Don't stop", 'Stopover', 'STOPPER', 'Stopé', 'bus stop', 'nonstop', '1stop', '36111 STOP'],
		...['S T O P', 'Opt', 'Opt in', 'Opt outside', 'Op, tout va bien', 'We opt out', 'Opt. No, out'],
		...['', '...', 'Arrêtons-nous', 'Subscribe', 'Cancel my appointment', 'End', 'Please unsubscribe me'],
		...[`${'.'.repeat(5000)}sto${'.'.repeat(5000)}p`, 'stop'.repeat(2500), `stop${'1'.repeat(5000)}`],
	])('is false for %j', (text) => expect(isOptOut(text)).toBe(false));

	it('is false where there is no text', () => expect(isOptOut(null)).toBe(false));
});
