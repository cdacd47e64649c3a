import { createHash } from 'node:crypto';

/**
 * What agents, chains and memories read of an event without any mapping. Both members or neither: an event that says nothing has
 * none, and a message without a sender would share one memory with all others.
 */
export type Conversation = {
	/** What the person said, in words; never empty. */
	chatInput?: string;
	/** Equal for all messages of one person to one sender; at most 74 characters, the person first. */
	sessionId?: string;
};

/** What a person sent, whatever the channel. */
export interface Said {
	messageType?: string | null;
	text: string | null;
	file?: { mimeType: string | null; fileName: string | null };
	location?: { latitude: number | null; longitude: number | null };
	answer?: object;
}

const longestSession = 74;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** A separator within a part would make one session of two. */
const isPlain = (segment: string): boolean => /^[\w+.@-]+$/.test(segment);

/**
 * Returns the session of a person who writes to a sender: `whatsapp:+33600123456:106540352242922`. What is too long, or no plain
 * name, is replaced by its hash.
 *
 * @param agent absent where the channel has one conversation per person
 */
function sessionIdOf(channel: string, person: string, agent?: string | null): string {
	const segments = [person, ...(agent ? [agent] : [])];
	const plain = segments.map((segment) => (isPlain(segment) ? segment : shortHash(segment)));
	const [who = '', ...remaining] = plain;
	const sessionId = [channel, who, ...remaining].join(':');
	if (sessionId.length <= longestSession) return sessionId;
	const shorter = [channel, who, ...remaining.map(shortHash)].join(':');
	return shorter.length <= longestSession ? shorter : [channel, ...plain.map(shortHash)].join(':');
}

/** By message type of WhatsApp, or by the first half of a MIME type. */
const fileNames: ReadonlyMap<string, string> = new Map([
	['image', 'Photo'],
	['video', 'Video'],
	['audio', 'Audio'],
	['sticker', 'Sticker'],
]);

function fileLine({ messageType, file }: Said): string | undefined {
	const kind = fileNames.get(messageType ?? '') ?? fileNames.get(file?.mimeType?.split('/')[0] ?? '');
	if (kind !== undefined) return kind;
	if (file === undefined && messageType !== 'document') return undefined;
	return ['Document', ...(file?.fileName ? [file.fileName] : [])].join(': ');
}

function locationLine({ location }: Said): string | undefined {
	if (location === undefined) return undefined;
	const { latitude, longitude } = location;
	return latitude === null || longitude === null ? 'Location' : `Location: ${latitude}, ${longitude}`;
}

/** Returns what a person said, in words: what there is to read, or else a short line. Undefined for nothing. */
function chatInputOf(content: Said): string | undefined {
	const { text, answer } = content;
	if (text !== null && text.trim() !== '') return text;
	return fileLine(content) ?? locationLine(content) ?? (answer && 'Tapped a button');
}

/**
 * Returns the members that an event of a conversation has.
 *
 * @param person who wrote; null where the service doesn't say
 * @param agent whom they wrote to, where the channel has one conversation per agent
 */
export function conversationOf(
	channel: 'sms' | 'whatsapp' | 'rcs',
	content: Said,
	person: string | null,
	agent?: string | null,
): Conversation {
	const chatInput = chatInputOf(content);
	return chatInput === undefined || !person
		? {}
		: { chatInput, sessionId: sessionIdOf(channel, person, agent) };
}

/** Returns a text in any case, width and spelling of its accents, or without them, as the same one. */
export const bareText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Words by which people unsubscribe, without accents. Digits may follow directly: `STOP36111`. */
const optOutWord =
	/^(?:stop(?:all|pub|sms|pez)?\d*|arret(?:e[rsz]?)?|desabonn(?:e[rsz]?|ement)|desinscri(?:ption|re|s|t|vez)|unsub(?:scribed?)?|optout)$/;

/** Without an end, a word of megabytes would take more stack than there is. */
const firstWords =
	/([\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,40})(?:[^\p{L}\p{N}]{1,3}([\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,40}))?/u;

/**
 * Returns whether a text is a request to receive nothing more: its first word is one of those by which people unsubscribe, or its
 * first two are "opt out", in any case or width, with or without accents, behind any punctuation and emoji, which may end with a mark.
 *
 * *Assumed*: the service documents no rule. Ambiguous texts ("Stop by tomorrow", « Arrêt de bus », « Arrêté ») count as well: a missed answer
 * does less harm than a message to somebody who opted out.
 */
export function isOptOut(text: string | null): boolean {
	const [, word = '', next = ''] = firstWords.exec(text ?? '') ?? [];
	return word.length <= 40 && (optOutWord.test(bareText(word)) || bareText(`${word} ${next}`) === 'opt out');
}
