import { createHash } from 'node:crypto';

/** Identifies a message by its content, however its item comes back. Hashes only. */
export interface MessageIdentity {
	/**
	 * Of what people read, as it would go out alone and with the clock stopped, but not of its recipients and options, such as the
	 * time that it is scheduled for. Outside of tools also of its deduplication key.
	 */
	content: string;
	/**
	 * Of content as it goes out now, recipients, options and account, outside of tools: only the same of all continues what was sent
	 * in part.
	 */
	exact?: string;
	/**
	 * Of each recipient, outside of tools with a text of its own; empty where they are unknown (a group) or too many. In tools,
	 * absent where it is no message.
	 */
	recipients?: readonly string[] | undefined;
	/** Outside of tools: of a group. */
	group?: string | undefined;
	/**
	 * In tools: of each recipient who has got it or may have, with what it reads, or of the group; empty for too many. Absent where it
	 * is no message.
	 */
	people?: readonly string[] | undefined;
	/** In tools: of the options that make another message, of the account, and of a deduplication key that no model has made up. */
	options?: string;
	/** Never stored: of the recipients' numbers in other forms, where no country code tells. */
	otherForms?: readonly string[] | undefined;
	/** Outside of tools: what differs if it is compared by whom it reaches and its key only. */
	anyText?: Pick<MessageIdentity, 'content' | 'recipients' | 'otherForms'>;
	/** Whether it may say something else in another run: then it is compared by {@link anyText}, too. */
	mayChange?: boolean;
}

/** Enough of a hash to recognize a text; nothing of the text can be read from it. */
export const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64').slice(0, 22);

/** Enough to tell the recipients of some messages apart. */
export const shortHashOf = (text: string): string => hashOf(text).slice(0, 8);

/** In place of a recipient, where they are unknown. */
const anybody = '?';

/** What unfinished messages are compared by. */
type ComparedMessage = Pick<MessageIdentity, 'content' | 'recipients' | 'group' | 'otherForms'>;

/** Names a message by its content and each of its recipients. */
const namesOf = ({ content, recipients = [] }: ComparedMessage): string[] =>
	(recipients.length === 0 ? [anybody] : recipients).map((recipient) => content + recipient);

/** A message by whom it reaches, if it is one: those that may change, and those that say the same, have names of their own. */
const anyTextOf = (message: MessageIdentity, mayChange = message.mayChange === true): ComparedMessage[] =>
	message.anyText === undefined
		? []
		: [{ ...message, ...message.anyText, content: `${message.anyText.content} ${mayChange}` }];

/** Finds unfinished items by what they say, and whom they may reach. */
export class UnfinishedMessages {
	private readonly keysOf = new Map<string, Set<string>>();

	get isEmpty(): boolean {
		return this.keysOf.size === 0;
	}

	/** @param key of the item */
	add(key: string, message: MessageIdentity | undefined): void {
		if (message === undefined) return;
		for (const compared of [message, ...anyTextOf(message)])
			for (const name of [compared.content + (compared.group ?? ''), ...namesOf(compared)])
				this.keysOf.set(name, (this.keysOf.get(name) ?? new Set()).add(key));
	}

	/** Returns the keys of items with the same content that may reach one of the same people. */
	like(message: MessageIdentity, isOfOtherRun: (key: string) => boolean): string[] {
		const changing = [...anyTextOf(message, true), ...(message.mayChange ? anyTextOf(message, false) : [])];
		const otherRuns = changing.flatMap((compared) => this.find(compared)).filter(isOfOtherRun);
		return [...new Set([...this.find(message), ...otherRuns])];
	}

	/** Two groups are two messages, though they may have people in common. Any other one may be for somebody of the group. */
	private find({ content, recipients = [], group, otherForms = [] }: ComparedMessage): string[] {
		const forms = [...recipients, ...otherForms, anybody];
		const everybody = group === undefined ? [content, content + anybody] : [content, content + group];
		const names = recipients.length === 0 ? everybody : namesOf({ content, recipients: forms });
		return names.flatMap((name) => [...(this.keysOf.get(name) ?? [])]);
	}
}

/** Whether two messages may reach the same person; where recipients are unknown, they may. */
function mayReachSame(message: MessageIdentity, otherMessage: MessageIdentity): boolean {
	const { recipients, otherForms = [] } = message;
	const { recipients: otherRecipients } = otherMessage;
	if (recipients === undefined || otherRecipients === undefined) return false;
	const areUnknown = recipients.length === 0 || otherRecipients.length === 0;
	const forms = new Set([...recipients, ...otherForms]);
	return areUnknown || otherRecipients.some((recipient) => forms.has(recipient));
}

/** Whether two calls of a tool send somebody one message: by what is read, the options and the account. */
function isSame(message: MessageIdentity, otherMessage: MessageIdentity): boolean {
	if (message.options !== otherMessage.options) return false;
	const { people = [], otherForms = [] } = message;
	const { people: otherPeople = [] } = otherMessage;
	// What is no message, or has too many recipients, is compared as a whole.
	if (people.length === 0 || otherPeople.length === 0) return message.content === otherMessage.content;
	const forms = new Set([...people, ...otherForms]);
	return otherPeople.some((person) => forms.has(person));
}

/** What the log has of a message. */
interface LoggedMessage {
	requests: ReadonlyArray<{ state: string }>;
	message?: MessageIdentity;
}

/** Compares a call of a tool with the entry of another one. */
export function stateOf(
	{ requests, message: otherMessage }: LoggedMessage,
	isDone: boolean,
	message: MessageIdentity,
): Array<'unknown' | 'repeated' | 'inProgress'> {
	if (otherMessage === undefined) return [];
	const isRepeat = isSame(message, otherMessage);
	const mayBeOut = requests.some(({ state }) => state === 'unknown');
	if (mayBeOut && (isRepeat || mayReachSame(message, otherMessage))) return ['unknown'];
	if (!isRepeat) return [];
	// Of what was sent in part, only those whom it has reached are compared.
	const hasEnded = isDone || (requests.length > 0 && requests.every(({ state }) => state === 'accepted'));
	return [hasEnded ? 'repeated' : 'inProgress'];
}
