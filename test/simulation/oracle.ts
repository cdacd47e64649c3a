/**
 * Judges a history: compares what the nodes said with what the service took. Every rule is one function over a {@link Case};
 * all of them are listed at the end.
 *
 * What an execution knows of earlier ones is its CHAIN: itself, and the executions that it retries. The only things that
 * break a chain, so that what was sent may be sent again, are these, all of them without a deduplication key:
 * - a second retry of the same execution: n8n retries the stored one, what the first retry learnt is lost;
 * - Stop: n8n stores no context of the node;
 * - a kill of n8n: nothing is stored at all;
 * - a new execution with the same items, and two executions at once: each is a wish of its own.
 */
import { casesOf, type Case, ownersIn, type Said } from './oracleCase';
import { type History, numberOf, people, rejectedPerson, withoutAccount, type Wish } from './history';
import { callInProgress, internalError, keyInProgress, keyNotRecorded, sameKey } from './names';
import { countOf, groupedBy, sharesOne, sum } from './counting';
import { leavesOpen, type SentRequest, type Trace } from './trace';

export interface Violation {
	rule: string;
	says: string;
}

type Rule = (one: Case) => string[];

type Tried = Case['tries'][number];

const takenIn = ({ requests }: Tried): Wish[] => requests.flatMap(({ taken }) => taken);
const openIn = ({ requests }: Tried): SentRequest[] =>
	requests.filter(({ fault }) => leavesOpen.includes(fault));

/** Nobody gets a message twice: within a chain, each item's message reaches each of its recipients at most once. */
const twice: Rule = ({ taken, bound }) =>
	[...taken].flatMap(([wish, times]) =>
		times > bound(wish) ? [`${wish} was taken ${times} times, asked for ${bound(wish)} times`] : [],
	);

/** A deduplication key is accepted at most once, over all executions, as long as its list has room for all keys. */
const keyTwice: Rule = ({ everTaken, keys, keysFit }) => {
	if (keys.size === 0 || !keysFit) return [];
	const owners = ownersIn(keys);
	const repeated = [...everTaken].flatMap(([wish, times]) =>
		times > (owners.get(wish) ?? 0)
			? [`${wish} was taken ${times} times for ${owners.get(wish) ?? 0} keys`]
			: [],
	);
	const reused = [...keys].flatMap(([key, variants]) => {
		// Only what this key alone asks for, and only in one way, tells which of them was sent.
		const sent = variants.filter((wishes, index) =>
			wishes.some(
				(wish) =>
					owners.get(wish) === 1 &&
					(everTaken.get(wish) ?? 0) > 0 &&
					!variants.some((others, other) => other !== index && others.includes(wish)),
			),
		);
		return sent.length > 1 ? [`${key} was sent for ${sent.length} different messages`] : [];
	});
	return [...repeated, ...reused];
};

/** "Accepted" means taken: exactly these recipients, and this content. */
const falselyAccepted: Rule = ({ said, taken, isToldTwice }) => {
	const claimed = countOf(said.flatMap(({ outcome }) => outcome.accepted));
	return [...claimed].flatMap(([wish, times]) => {
		const really = taken.get(wish) ?? 0;
		return really < (isToldTwice ? 1 : times)
			? [`${wish} is accepted ${times} times, was taken ${really} times`]
			: [];
	});
};

/**
 * "Already sent" means that a message with this key was taken: the last one, where the key was used again once forgotten. Within an
 * execution, it was for the same person.
 */
const falselyAlreadySent: Rule = ({ said, keys, everTaken, lastFor, hasExcluded }) => {
	const acceptedByKey = groupedBy(
		said.filter(({ outcome }) => outcome.kind === 'accepted'),
		({ key = '' }) => key,
	);
	return said.flatMap(
		({ outcome, item, key = '', wishes: own, ever, attempt: { began, ended = Infinity } }) => {
			if (outcome.kind !== 'alreadySent') return [];
			const toOne = (wishes: readonly Wish[]): boolean => wishes.length === 1 && !hasExcluded;
			const before = (acceptedByKey.get(key) ?? []).filter(({ attempt }) => attempt.began < began);
			const numbers = new Set([...ever].map(numberOf));
			const isOfOthers = before.every((other) => !sharesOne([...other.ever].map(numberOf), numbers));
			if (before.length > 0 && [own, ...before.map(({ wishes }) => wishes)].every(toOne) && isOfOthers)
				return [`item ${item}: ${key} was for others in this execution`];
			const wishes = keys.get(key)?.flat() ?? [];
			const isTaken = wishes.some((wish) => everTaken.has(wish)) && lastFor(key, ended)?.taken.length !== 0;
			return isTaken ? [] : [`item ${item}: nobody got anything for ${key}`];
		},
	);
};

/**
 * What was taken is claimed: accepted, possibly sent, or counted among the "other items" of the error that ended the run.
 * So "rejected", "not sent" and "invalid input" mean that none of it was taken.
 */
const denied: Rule = ({ said, unnamed, claimedBefore, othersDone, taken, bound, isKilled }) => {
	if (isKilled) return [];
	const claims = countOf(
		said.flatMap(({ outcome, wishes }) =>
			outcome.kind === 'alreadySent' ? wishes : [...outcome.accepted, ...outcome.maybe],
		),
	);
	// What is beyond what was asked for is said by the first rule.
	const uncovered = [...taken]
		.filter(([wish, times]) => Math.min(times, bound(wish)) > (claims.get(wish) ?? 0))
		.map(([wish]) => wish);
	// Recipients that have changed meanwhile: their earlier message is the item's, whatever it says of the new ones.
	const changed = said.filter(({ outcome }) =>
		['accepted', 'alreadySent', 'unknown', 'partly'].includes(outcome.kind),
	);
	// What a later try returns can be the output of an earlier one, whose recipients it had.
	const before = new Set(
		changed.flatMap(({ ever, wishes, outcome: { kind, accepted } }) =>
			[...ever].filter((wish) => !(kind === 'accepted' ? accepted : wishes).includes(wish)),
		),
	);
	const left = uncovered.filter((wish) => !before.has(wish));
	const ofUnnamed = new Set(unnamed.flatMap(({ ever }) => [...ever]));
	const open = left.filter((wish) => !ofUnnamed.has(wish));
	const untold = new Set(left.filter((wish) => !claimedBefore.has(wish)));
	const others = unnamed.filter(({ ever }) => sharesOne(ever, untold));
	return [
		...open.map((wish) => `${wish} was taken, and no output says so`),
		...(open.length === 0 && untold.size > 0 && othersDone === 0
			? [
					`${[...untold].join(', ')} taken, and the error does not count item ${others.map(({ item }) => item).join()}`,
				]
			: []),
	];
};

const rejecting: ReadonlyArray<SentRequest['fault']> = [
	'rejected',
	'accountRejected',
	'internal',
	'limitExceeded',
	'refusedRecipients',
];
const endsRun: ReadonlyArray<SentRequest['fault']> = ['accountRejected', 'refusedConnection', 'stop'];

/** Why an item may have failed in this way. */
function hasReason(
	{
		said: all,
		requests,
		everRequested,
		mayBeOpen,
		isStopped,
		isTool,
		isBeside,
		channel,
		mayChange,
		...one
	}: Case,
	said: Said,
): boolean {
	const { outcome, isInvalid, ever, wishes, key, shown } = said;
	const numbers = new Set([...ever].map(numberOf));
	const toItem = (): SentRequest[] => requests.filter((request) => sharesOne(request.numbers, numbers));
	/** Whose account sends a message is no part of it: the person would get it twice. */
	const isLikeRequested = (): boolean => {
		const messages = new Set([...ever].map(withoutAccount));
		return requests.some((request) => sharesOne(request.wishes.map(withoutAccount), messages));
	};
	/** A dry run shows nothing of a message that may have been sent. */
	const isShownAfter = (): boolean =>
		requests.some((request) => sharesOne(request.numbers, new Set(shown?.map(numberOf))));
	/** Calls of a tool at the same time. */
	const callsBeside = (): Said[] =>
		all.filter(
			({ attempt: { began, ended = Infinity } }) =>
				isTool &&
				began < (said.attempt.ended ?? Infinity) &&
				said.attempt.began < ended &&
				said.attempt.began !== began,
		);
	/**
	 * An item that an earlier try has sent keeps its key, though it would be invalid now, or another item had left the key to it. A
	 * call has it until it ends.
	 */
	const isOwned = (): boolean =>
		sameKey.test(outcome.message) &&
		key !== undefined &&
		(everRequested(key) || mayBeOpen(key) || callsBeside().some((other) => other.key === key));
	const isBesideEqual = (): boolean =>
		callsBeside().some(
			(other) =>
				// Whether a group is allowed, it learns only from the service.
				sharesOne(other.wishes, new Set(wishes)) || (isInvalid && other.isInvalid),
		);
	/** Recipients of a call without a known outcome get nothing more; whom a group reaches, nobody knows. */
	const isAfterUnknown = (): boolean =>
		isTool &&
		all.some(
			(other) =>
				other.outcome.kind === 'unknown' &&
				other.attempt.began < said.attempt.began &&
				(channel === 'group' || sharesOne([...other.ever].map(numberOf), numbers)),
		);
	switch (outcome.kind) {
		case 'accepted':
			return true;
		case 'alreadySent':
			return key !== undefined && shown === undefined;
		case 'dry':
			return shown !== undefined;
		case 'excluded':
			return wishes.length === 0;
		case 'sentBefore':
			return isTool && wishes.some((wish) => requests.some(({ taken }) => taken.includes(wish)));
		case 'invalid':
			return isInvalid || isOwned() || (outcome.isQuota && !one.quotaHolds(said));
		case 'rejected':
			return (
				toItem().some(({ fault }) => rejecting.includes(fault)) ||
				(['waba', 'rcs'].includes(channel) &&
					// A retry returns the output of an earlier try, also after an edit of the recipients.
					[...ever].some((wish) => numberOf(wish) === people[rejectedPerson]))
			);
		case 'notSent':
			return (
				isStopped ||
				(callInProgress.test(outcome.message) && isBesideEqual()) ||
				// Its last try may be of an execution that this one continues.
				requests.some(
					({ fault, execution }) => execution === said.attempt.execution && endsRun.includes(fault),
				) ||
				(isBeside && key !== undefined && keyInProgress.test(outcome.message)) ||
				(one.storageFails && key !== undefined && keyNotRecorded.test(outcome.message))
			);
		case 'unknown':
		case 'partly':
			return (
				(isTool || mayChange ? toItem().length > 0 : isLikeRequested()) ||
				(key !== undefined && mayBeOpen(key)) ||
				isBesideEqual() ||
				isAfterUnknown() ||
				isShownAfter()
			);
	}
}

/** A valid item fails for a reason only: a fault that struck it, a stop, its limit. */
const noReason: Rule = (one) =>
	one.said.flatMap((said) =>
		hasReason(one, said)
			? []
			: [`item ${said.item} is “${said.outcome.kind}” for no reason: ${said.outcome.message}`],
	);

/** No more people than the limit of an execution allows. */
const overQuota: Rule = ({ quota, taken }) => {
	const total = sum(taken.values());
	return quota !== undefined && total > quota ? [`${total} messages were taken, ${quota} are allowed`] : [];
};

/** Within a try, each recipient's messages arrive in the order of the items. */
const disorder: Rule = ({ tries }) =>
	tries.flatMap((one) => {
		const { wishes } = one;
		const taken = takenIn(one);
		const wanted = groupedBy(wishes.flat(), numberOf);
		return [...groupedBy(taken, numberOf)].flatMap(([number, arrived]) => {
			const left = [...(wanted.get(number) ?? [])];
			const isInOrder = arrived.every((wish) => {
				const index = left.indexOf(wish);
				return index !== -1 && left.splice(0, index + 1).length > 0;
			});
			const isRepeated = new Set(arrived).size < arrived.length;
			return isInOrder || isRepeated ? [] : [`${arrived.join(', ')}: not in the order of the items`];
		});
	});

/** Every item has exactly one outcome, paired with it; where the node goes on after errors, none is thrown. */
const unpaired: Rule = ({ finals }) =>
	finals.flatMap(({ reading, items, mayThrow }) => {
		const { outcomes, isThrown, strays } = reading;
		if (isThrown) return mayThrow ? [] : ['an error ended the run, though the node goes on after errors'];
		const wrong = Array.from({ length: items }, (_, item) => item).filter(
			(item) => outcomes.get(item)?.length !== 1,
		);
		return [
			...wrong.map((item) => `item ${item} has ${outcomes.get(item)?.length ?? 0} outcomes`),
			...(strays > 0 ? [`${strays} outputs belong to no item`] : []),
		];
	});

/**
 * Whether a wish is left of a message that this try has sent in part, beside an equal message of another item: it goes on, whatever
 * becomes of the other one.
 */
const isRestOf = (wish: Wish, tried: Tried): boolean => {
	const taken = takenIn(tried);
	const countOfTaken = (counted: Wish): number => taken.filter((other) => other === counted).length;
	const asking = tried.wishes.filter((wishes) => wishes.includes(wish));
	const open = openIn(tried).filter(({ wishes }) => wishes.includes(wish)).length;
	return (
		countOfTaken(wish) === 0 &&
		asking.length > Math.max(1, open) &&
		// More of the equal messages have begun than have no known outcome.
		asking.some((wishes) => wishes.some((other) => countOfTaken(other) > open))
	);
};

/**
 * Recipients of a message without a known outcome don't get the same content again. Of a tool, and in other runs where texts may
 * change, they get nothing more. Another key makes another message, and so does another group, whomever both reach.
 */
const afterUnknown: Rule = ({ isTool, mayChange, channel, tries, chainTries, keys }) =>
	chainTries.flatMap((tried) => {
		const { began: since, ended = Infinity, content, run } = tried;
		const open = openIn(tried);
		const later = tries.filter(({ began }) => began > ended);
		const isToOpen = (wish: Wish): boolean => open.some(({ numbers }) => numbers.includes(numberOf(wish)));
		const isAnything = (one: Tried): boolean => mayChange && channel !== 'group' && one.run !== run;
		const again = isTool
			? later.flatMap(takenIn).filter(isToOpen)
			: later
					.filter((one) => (one.content === content || isAnything(one)) && keys.size === 0)
					.flatMap((one) =>
						one.requests.flatMap(({ taken, numbers: reached }) =>
							taken.filter((wish) =>
								isAnything(one)
									? isToOpen(wish)
									: open.some(
											({ wishes, numbers }) =>
												wishes.includes(wish) && (channel !== 'group' || numbers.join() === reached.join()),
										),
							),
						),
					)
					.filter((wish) => !chainTries.some((one) => one.began <= since && isRestOf(wish, one)));
		return again.length > 0 ? [`${again.join(', ')} was taken after an unknown outcome`] : [];
	});

/** Requests hold as many recipients as the service allows, no execution hangs, and no error is the node's own. */
const broken: Rule = ({ own, status, said }) => [
	...own.flatMap(({ excess }) => (excess > 0 ? [`a request has ${excess} recipients too many`] : [])),
	...(status === 'stuck' ? ['the execution never ends'] : []),
	...said.flatMap(({ outcome }) => (internalError.test(outcome.message) ? [outcome.message] : [])),
];

const rules: Readonly<Record<string, Rule>> = {
	twice,
	keyTwice,
	falselyAccepted,
	falselyAlreadySent,
	denied,
	noReason,
	overQuota,
	disorder,
	unpaired,
	afterUnknown,
	broken,
};

/** All that is wrong, execution by execution. */
export function judge(history: History, trace: Trace): Violation[] {
	return casesOf(history, trace).flatMap((one) =>
		Object.entries(rules).flatMap(([rule, find]) =>
			find(one).map((says) => ({ rule, says: `execution ${one.index}: ${says}` })),
		),
	);
}
