/** A history: everything that is drawn before the nodes run. It is plain data, so that it shrinks and prints. */

/**
 * Two change the account instead of reaching people. A transfer moves credits to a sub-account, which is named like a person; its
 * amount stands for the text. A new group has people as its numbers; its name stands for the text.
 */
export const channels = ['sms', 'list', 'group', 'waba', 'rcs', 'transfer', 'newGroup'] as const;
export type Channel = (typeof channels)[number];
export const isChange = (channel: Channel): boolean => channel === 'transfer' || channel === 'newGroup';

/** People by index. WABA and RCS reject the last one, alone. */
export const people = [
	...[
		'33600000000',
		'33600000001',
		'5511961234567',
		'33600000003',
		'33600000004',
		'33600000005',
		'33600000006',
	],
	'99940000007',
] as const;
/** The number of one of them before it got another digit: both are the same person's. */
export const formerNumbers: ReadonlyMap<string, string> = new Map([['5511961234567', '551161234567']]);
const presentNumbers = new Map([...formerNumbers].map(([present, former]) => [former, present]));
/** A number as people have it now, whichever form was written. The service takes a national one for French. */
export const presentNumber = (number: string): string =>
	presentNumbers.get(number) ?? number.replace(/^0(?=6\d{8}$)/, '33');

export const rejectedPerson = people.length - 1;

/** The stored groups of the account: their members. */
export const groups: Readonly<Record<string, readonly number[]>> = { 1: [0, 1], 2: [1, 2, 3] };

export interface Item {
	/** People by index. */
	to: readonly number[];
	/** Whom it goes to where recipients are edited, or depend on the time. */
	later: readonly number[];
	text: number;
	key: number | undefined;
	bad: 'text' | 'number' | 'holes' | undefined;
	/** Where {@link Options.dryRun} is on: whether it is one. */
	dry: boolean;
	/** Where {@link Options.accounts} is on: with which account. */
	second: boolean;
}

/** A valid message to the first person. */
export const plainItem: Item = {
	to: [0],
	later: [0],
	text: 0,
	key: undefined,
	bad: undefined,
	dry: false,
	second: false,
};

/** What the model of an agent asks for. */
export interface Call {
	to: readonly number[];
	text: number;
	/** How it writes numbers, and whether it names people, and its arguments, in the reverse order. */
	format: number;
	isReversed: boolean;
	/** It adds an argument that the tool has no field for. */
	isExplained: boolean;
	key: number;
}

/** What options hold where more than on and off can be chosen. */
interface Choices {
	quota: number | undefined;
	/** Send At: the same time at every try, or one that depends on the time of the try. */
	schedule: 'fixed' | 'relative' | undefined;
	/** SMS are marketing; what Outside Allowed Hours says. All but `send` are scheduled for a night. */
	marketing: 'send' | 'schedule' | 'error' | undefined;
}
const noChoices: Choices = { quota: undefined, schedule: undefined, marketing: undefined };

/** No option is set. */
export const noOptions = {
	...noChoices,
	batching: false,
	concurrency: 1,
	keys: false,
	/** A validity period that depends on the time of the try: people don't read it, so it makes no other message. */
	validity: false,
	restricted: false,
	/** Of each item by itself; of a tool, of all its calls. */
	dryRun: false,
	/** The API key is an expression of the item. */
	accounts: false,
	/** Allowed Recipients and Allowed Groups: all but the last person, and the first group. */
	allowed: false,
	/** Excluded Recipients: one person. Groups don't have the option. */
	excluded: false,
	/** Marketing says how to unsubscribe, and the node checks it. */
	optOut: false,
	/** The account has a Default Country Code, and numbers of that country are written as in that country. */
	national: false,
	/** What comes later has {@link formerNumbers}. */
	forms: false,
	/** No country code is set, and what comes later is written as in the country. Of SMS only: the others refuse that. */
	bare: false,
	/** Of a list: the text is the same for all, and what people read is a variable of each. */
	personal: false,
	/** Of a tool: its fields are filled in, and the model says nothing. */
	fixed: false,
};
export type Options = typeof noOptions;

/** What an expression makes of the time: the same value for all items, another one at every try. */
export const noClocks = { text: false, recipients: false };

export const faultKinds = [
	'rejected',
	'accountRejected',
	'internal',
	'limitExceeded',
	'refusedConnection',
	'cutBefore',
	'cutAfter',
	'timeout',
	'garbage',
	'garbageTaken',
	'undocumented',
	'undocumentedTaken',
	'refusedRecipients',
	'slow',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * Strikes the send request of that number, counted over the history, or the next ones to that person: a node tries a
 * temporary one again.
 */
export type Fault = { kind: FaultKind } & ({ request: number } | { person: number; times: number });

/** What ends an execution from outside: at its so many-th request, before or after the service took it. */
export interface Interruption {
	kind: 'stop' | 'kill';
	request: number;
	after: boolean;
}

/** Changes of the node or its input before a retry, or a new execution. */
export const noEdit = {
	text: false,
	validity: false,
	batching: false,
	recipients: false,
	/** The items come in the reverse order: seen where the execution does not continue another one, whose input n8n stored. */
	order: false,
};
export type Edit = typeof noEdit;

/** `notBegun`: a retry that n8n could not begin. */
export const stepKinds = ['retry', 'retryOriginal', 'notBegun', 'newExecution'] as const;
export interface Step {
	kind: (typeof stepKinds)[number];
	edit: Edit;
	interruption: Interruption | undefined;
}

/** The node's On Error. */
export const errorModes = ['stop', 'continue', 'errorOutput'] as const;

export const limits = { recipients: 5, personalized: 3, restricted: 5, deduplicationKeys: 8 };
export type Limits = typeof limits;

export interface History {
	channel: Channel;
	runs: 'node' | 'engineTool' | 'directTool';
	/** Of the node in a loop; one for most. An item's place in them is its name: it keeps it when it comes back. */
	rounds: ReadonlyArray<readonly Item[]>;
	/** Turns of the agent's model. */
	turns: ReadonlyArray<readonly Call[]>;
	options: Options;
	clocks: typeof noClocks;
	onError: (typeof errorModes)[number];
	retryOnFail: boolean;
	/** The error output leads back to the node, for two more runs. */
	loopsBack: boolean;
	/** n8n throws after the node has returned, that many times into the execution. */
	throwsAfter: number | undefined;
	/** A write to n8n's list of keys that fails: before or after the database has it. */
	storageFault: { write: number; isWritten: boolean } | undefined;
	/** Two executions at once, in place of the first. */
	twin: boolean;
	faults: readonly Fault[];
	interruption: Interruption | undefined;
	steps: readonly Step[];
	/** Decides the order of what happens at the same time. */
	schedule: number;
	limits: Limits;
}

/** SMS that nothing disturbs. */
export const plainHistory: History = {
	channel: 'sms',
	runs: 'node',
	rounds: [],
	turns: [],
	options: noOptions,
	clocks: noClocks,
	onError: 'stop',
	retryOnFail: false,
	loopsBack: false,
	throwsAfter: undefined,
	storageFault: undefined,
	twin: false,
	faults: [],
	interruption: undefined,
	steps: [],
	schedule: 0,
	limits,
};

/** How the node stands at a try: the edits so far, and the time. */
export interface Setting {
	edit: Edit;
	tick: number;
}

/**
 * Whether two rounds have a message whose first request has the same content: the later one continues what was sent of the earlier
 * one in part.
 */
export function isRepeating({ rounds, limits: { recipients: most, personalized } }: History): boolean {
	const firstOf = ({ to, text }: Item): string =>
		`${to.slice(0, Math.min(most, personalized)).join()} ${text}`;
	const contents = rounds.flatMap((items) => [...new Set(items.map(firstOf))]);
	return new Set(contents).size < contents.length;
}

/** A message to a person, whatever was put behind its text: `33600000001 T0`, personalized `33600000001 T0:V1`. */
export type Wish = string;

/** Who gets nothing where the option says so. */
export const excludedPerson = 1;
export const isExcluding = ({ options, channel }: History): boolean =>
	options.excluded && channel !== 'group' && !isChange(channel);

export const isMarketing = ({ options, channel }: Pick<History, 'options' | 'channel'>): boolean =>
	options.marketing !== undefined && ['sms', 'list', 'group'].includes(channel);
/** Whether every item is invalid: marketing for a night, which is to be an error. */
export const isNightError = (history: Pick<History, 'options' | 'channel'>): boolean =>
	isMarketing(history) && history.options.marketing === 'error';

export const wishOf = (number: string, text: string): Wish => `${number} ${text.split(' ')[0] ?? ''}`;
/** The same message with the second account. */
export const withSecond = (wish: Wish): Wish => `${wish}@second`;
export const withoutAccount = (wish: Wish): Wish => wish.replace('@second', '');
export const numberOf = (wish: Wish): string => wish.split(' ')[0] ?? '';

/** Whether the limits allow to send to a person or a group: the parameters are in `parameters.ts`. */
export const isAllowed = (history: History, wishes: readonly Wish[], to: readonly number[]): boolean =>
	!history.options.allowed ||
	(history.channel === 'group'
		? groupOf(to) === '1'
		: wishes.every((wish) => /^(?:336|5511)/.test(numberOf(wish))));

const numberAt = (person: number): string => people[person] ?? `337${String(person).padStart(8, '0')}`;
export { numberAt as numberOfPerson };

/** The n-th time that somebody is in a list is a text of its own. */
export function entriesOf(to: readonly number[]): Array<{ to: string; variables: string[] }> {
	const seen = new Map<number, number>();
	return to.map((person) => {
		const times = seen.get(person) ?? 0;
		seen.set(person, times + 1);
		return { to: numberAt(person), variables: [`V${times}`] };
	});
}

export const groupOf = (to: readonly number[]): string => ((to[0] ?? 0) % 2 === 0 ? '1' : '2');

/** Whether an item's second recipients apply. */
const isLater = ({ clocks }: History, { edit, tick }: Setting): boolean =>
	clocks.recipients ? (tick + Number(edit.recipients)) % 2 === 1 : edit.recipients;

export const recipientsOf = (history: History, item: Item, setting: Setting): readonly number[] =>
	isLater(history, setting) ? item.later : item.to;

/** Those of wishes that are to be fulfilled. */
export const withoutExcluded = (history: History, wishes: readonly Wish[]): Wish[] =>
	wishes.filter((wish) => !isExcluding(history) || numberOf(wish) !== numberAt(excludedPerson));

/** What an item asks for at a try, in the order of sending, those included whom the node excludes. */
export function wishesOf(history: History, item: Item, setting: Setting): Wish[] {
	const wishes = wishesTo(history.channel, recipientsOf(history, item, setting), item.text);
	return history.options.accounts && item.second ? wishes.map(withSecond) : wishes;
}

function wishesTo(channel: Channel, to: readonly number[], text: number): Wish[] {
	if (channel === 'list') {
		return entriesOf(to).map((entry) => wishOf(entry.to, `T${text}:${entry.variables.join()}`));
	}
	if (channel === 'transfer') return [wishOf(numberAt(to[0] ?? 0), `T${text}`)];
	const who = channel === 'group' ? (groups[groupOf(to)] ?? []) : [...new Set(to)];
	return who.map((person) => wishOf(numberAt(person), `T${text}`));
}
