import { type IExecuteFunctions, jsonParse, jsonStringify } from 'n8n-workflow';
import { textInCountry, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { askedOf, isReview, isTool } from '../policy/agentTool';
import { notAgain } from '../sending/calls';
import { hashOf, type MessageIdentity, shortHashOf } from '../sending/sendLog';
import type { Ready } from './readItems';
import type { Run } from './run';

/**
 * Values as a model means them, however it writes them: phone numbers of one person the same, a list of them in order and each
 * once, texts without the blanks around them.
 */
const asMeant =
	(countryCode: string) =>
	(_name: string, value: unknown): unknown => {
		const text: unknown = Array.isArray(value) ? value.join() : value;
		if (typeof text !== 'string') return value;
		const entries = text
			.trim()
			.split(/[,;\n]/)
			.map((entry) => textInCountry(entry, countryCode));
		const numbers = entries.map((entry) => textInCountry(entry.replace(/["[\]\s]/g, ''), countryCode));
		const areNumbers = numbers.every((number) => /^\+?\d{8,}$/.test(number));
		return areNumbers ? [...new Set(numbers.map(withoutOptionalDigit))].sort().join() : entries.join();
	};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the hash of the model's input; undefined where it has none, so that content alone identifies a message. */
function inputOf(context: IExecuteFunctions, item: number, countryCode: string): string | undefined {
	// n8n hands over items that refer to themselves.
	const toolInput: unknown = jsonParse(
		jsonStringify(askedOf(context.getInputData()[item]) ?? {}, { replaceCircularRefs: true }),
	);
	const values = typeof toolInput === 'object' && toolInput !== null ? Object.values(toolInput) : [];
	return values.every(isEmpty) ? undefined : hashOf(JSON.stringify(toolInput, asMeant(countryCode)));
}

/** What of an item identifies it. */
type IdentifiedItem = Pick<Ready, 'item' | 'unfiltered' | 'work' | 'account' | 'deduplicationKey'>;

/** Of so many recipients, each is remembered: as many as a request takes. A message to more may have reached anybody. */
const mostRecipients = 5_000;

/**
 * Identifies a message or a change by what its first request says as it would go out alone, and by its deduplication key;
 * undefined for what may be repeated. A question has a token of its own each time, so its words identify it. A model may
 * make up another key for the same message, so the key doesn't count in tools.
 *
 * @param requestCount how many requests have left, where only their recipients matter
 */
export async function identityOf(
	{ item, unfiltered, work, account, deduplicationKey }: IdentifiedItem,
	context: IExecuteFunctions,
	requestCount = Infinity,
): Promise<MessageIdentity | undefined> {
	const first = await unfiltered.firstExchange();
	if (first === undefined || (first.effect !== 'send' && first.effect !== 'change')) return undefined;
	const { effect, request, content: readContent = request, withoutOptions = () => readContent } = first;
	const { question, partitionKeys: to = first.recipients ?? [] } = unfiltered;
	const questionWords = question && [question.responseType, question.choices, question.page];
	const hashAs = (described: unknown, ...more: unknown[]): string =>
		hashOf(JSON.stringify([effect, questionWords ?? described, ...more]));
	// Who is excluded gets nothing, whatever becomes of the message. Without them, its requests can be larger.
	const { recipients } = (work === unfiltered ? undefined : await work.firstExchange()) ?? first;
	const reachable = (work.partitionKeys ?? to).slice(0, requestCount * (recipients?.length ?? 1));
	const reached = new Set(reachable.map(withoutOptionalDigit));
	const reachedHashes = reached.size > mostRecipients ? [] : [...reached].map(shortHashOf).sort();
	if (!isTool(context) || isReview(context)) {
		const content = hashAs(readContent, deduplicationKey);
		const exact = hashAs(request, to, deduplicationKey, account.keyHash);
		return { effect, content, recipients: reachedHashes, exact };
	}
	const input = inputOf(context, item, account.defaults.countryCode);
	// Options that the model doesn't choose, such as a time, can be others at each call.
	const content = hashAs(input === undefined ? withoutOptions() : request, to);
	return { effect, content, recipients: effect === 'send' ? reachedHashes : undefined, input };
}

/**
 * Identifies items by content where the execution has unfinished messages, or a model calls. Returns those that may go out: the
 * others have their outcome.
 */
export async function identifyItems(
	items: readonly Ready[],
	{ context, log, outcomes }: Run,
): Promise<readonly Ready[]> {
	if (!log.needsContent) return items;
	const failed = new Set<Ready>();
	const isSent = ({ isDryRun, isExcluded }: Ready): boolean => !isDryRun && !isExcluded;
	// What is sent goes first: of two equal items, it continues what was sent in part.
	for (const readyItem of [...items].sort((a, b) => Number(isSent(b)) - Number(isSent(a)))) {
		const message = await identityOf(readyItem, context);
		const state = message === undefined ? 'new' : log.identify(readyItem.item, message, isSent(readyItem));
		if (state === 'new') continue;
		failed.add(readyItem);
		outcomes.fail([readyItem], notAgain[state](message?.effect ?? 'send', log.isTool));
	}
	return items.filter((readyItem) => !failed.has(readyItem));
}
