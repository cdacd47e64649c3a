import type { INodeProperties } from 'n8n-workflow';
import { tooLong, withCommas } from '../../../protocol/validation';
import { InvalidInput } from '../../../protocol/errors';
import { itemName } from '../errors';
import { hasNoCharacter } from '../operations/expressions/references';
import type { Reader } from '../operations/reader';
import { hashOf } from './messageIdentity';

export const deduplicationKeyName = 'deduplicationKey';

/** The option of every operation that sends. */
export const deduplicationKeyOption: INodeProperties = {
	displayName: 'Deduplication Key',
	name: deduplicationKeyName,
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Unique key for this message, such as an order number. If this node has already used the key, it does not send the message again. The last 20,000 keys are remembered, across executions and restarts.',
};

/** Longer ones are no keys, but texts by mistake. */
const longestKey = 500;

/**
 * What JavaScript, spreadsheets and exports make of a missing value: `order-undefined` would be the key of every such item. The
 * shorter words count only by themselves: an ID of random letters can contain them.
 */
const missingValue =
	/undefined|Invalid Date|(?<![\p{L}\p{N}])(?:null|NaN|Infinity)(?![\p{L}\p{N}])|\[object |#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)|^(?:NULL|nan|None|nil|N\/A|n\/a)$/u;

/** What to do about a key that others have. */
export const whatFor = 'Give each message its own key, such as an order number, or remove the option.';

/** Reads {@link deduplicationKeyOption}; undefined where it is not set. Who adds it relies on it, so it must not be empty. */
export function readDeduplicationKey(options: Reader): string | undefined {
	if (!options.isThere(deduplicationKeyName)) return undefined;
	if (typeof options.value(deduplicationKeyName) === 'boolean')
		throw new InvalidInput(
			deduplicationKeyName,
			'The key is true or false, the same for many messages.',
			whatFor,
		);
	const key = options.keyText(deduplicationKeyName).trim();
	const [missingWord] = missingValue.exec(key) ?? [];
	if (missingWord !== undefined)
		throw new InvalidInput(
			deduplicationKeyName,
			missingWord.startsWith('[')
				? 'The key contains an object instead of a text.'
				: `The key contains “${missingWord}”: a value is missing or invalid.`,
			'Check its expression: {{ $json.orderNumber }} must have a value in every item.',
		);
	const problem =
		(hasNoCharacter(key) && 'The key is empty.') ||
		(key.length > longestKey && tooLong('The key', key.length, longestKey));
	if (problem !== false) throw new InvalidInput(deduplicationKeyName, problem, whatFor);
	return key;
}

/**
 * Returns a check of a run's keys. Two messages with the same key are a mistake: the second one would never leave, and nobody
 * would know. More keys than the node remembers would forget each other.
 *
 * @param maximum keys that the node remembers
 * @param owners items that own a key since an earlier try, by its hash
 * @throws InvalidInput
 */
export function uniqueKeys(
	maximum: number,
	owners: ReadonlyMap<string, number>,
): (item: number, key: string | undefined) => string | undefined {
	const used = new Map(owners);
	return (item, key) => {
		if (key === undefined) return undefined;
		const hash = hashOf(key);
		const owner = used.get(hash) ?? item;
		if (owner !== item)
			throw new InvalidInput(deduplicationKeyName, `The ${itemName(owner)} has the same key.`, whatFor);
		if (used.size === maximum && !used.has(hash)) {
			throw new InvalidInput(
				deduplicationKeyName,
				`The run has more than ${withCommas(maximum)} keys; the node remembers no more.`,
				'Use Loop Over Items to send them in several runs.',
			);
		}
		used.set(hash, item);
		return key;
	};
}
