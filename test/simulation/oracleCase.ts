/** A history as the oracle looks at it: for each execution, what it and those that it continues said and did. */
import { type Asked, askedOf, contentAt, everAsked, keysOf, messagesOf, nameOf } from './asked';
import { countOf, sharesOne, sum } from './counting';
import { isChange, isRepeating, numberOf, type Channel, type History, type Wish } from './history';
import { readingOf, type Outcome, type Reading, type Variants } from './outcomes';
import { type Attempt, chainOf, type Execution, leavesOpen, type SentRequest, type Trace } from './trace';

/** An item at its last try, and what was said of it. */
export interface Unsaid extends Asked {
	item: number;
	/** What it asked for at any try of the chain. */
	ever: ReadonlySet<Wish>;
}
export interface Said extends Unsaid {
	outcome: Outcome;
	attempt: Attempt;
}

interface Final {
	reading: Reading;
	items: number;
	/** Whether an error may end this run. */
	mayThrow: boolean;
	ended: number | undefined;
}

interface Try {
	run: number;
	began: number;
	ended: number | undefined;
	/** Equal at tries that say the same. */
	content: string;
	wishes: readonly (readonly Wish[])[];
	requests: readonly SentRequest[];
}

export interface Case {
	index: number;
	status: Execution['status'];
	channel: Channel;
	isTool: boolean;
	/** Whether a message may say something else in another run: there, nobody knows whether it is the same one. */
	mayChange: boolean;
	isKilled: boolean;
	isStopped: boolean;
	/** Whether somebody is excluded: then a message is for more people than it asks for. */
	hasExcluded: boolean;
	/** Messages that the service took from the chain, and from all executions. */
	taken: ReadonlyMap<Wish, number>;
	everTaken: ReadonlyMap<Wish, number>;
	/** How often it may be taken: as often as the chain's items ask for it. */
	bound: (wish: Wish) => number;
	/** Requests of the chain, and of this execution alone. */
	requests: readonly SentRequest[];
	own: readonly SentRequest[];
	/**
	 * Whether two outcomes may speak of one message: calls of a tool, of which one began what another ended, and an item that comes
	 * back, or another run's with the same text, whose recipients change with the time also between two tries of a run; and a
	 * message of the same content in another round.
	 */
	isToldTwice: boolean;
	/** The last outcomes of each item. */
	said: readonly Said[];
	/** Items of a run that an error ended, and which it does not name. */
	unnamed: readonly Unsaid[];
	/** What people have read of the chain before: claims of the last try of each of its executions. */
	claimedBefore: ReadonlySet<Wish>;
	/** How many of them errors of the chain count as done. */
	othersDone: number;
	finals: readonly Final[];
	/** Every try of this execution, and of the chain: what its items ask for, and what it sent. */
	tries: readonly Try[];
	chainTries: readonly Try[];
	/** By key: the different messages that items with it ask for. */
	keys: ReadonlyMap<string, readonly (readonly Wish[])[]>;
	keysFit: boolean;
	/** Whether a write to n8n's list of keys fails. */
	storageFails: boolean;
	/** Whether another execution, or call of a tool, runs at the same time. */
	isBeside: boolean;
	/** The last request before a time with this key, where nothing else asks for the same. */
	lastFor: (key: string, before: number) => SentRequest | undefined;
	/** Whether a request left to somebody whom a message with this key is for; a kill, or an execution beside, leaves it open. */
	everRequested: (key: string) => boolean;
	/** Whether the outcome of a message with this key may be unknown: a request was left open, sent a part, or was killed. */
	mayBeOpen: (key: string) => boolean;
	quota: number | undefined;
	/** Whether all that the refused item's run asks for is within the limit, together with what may have been sent. */
	quotaHolds: (said: Said) => boolean;
}

/** The last try of each run; of a tool that an agent calls itself, every call. */
function lastOf(history: History, attempts: readonly Attempt[]): Attempt[] {
	if (history.runs === 'directTool') return [...attempts];
	return [...new Map(attempts.map((attempt) => [attempt.run, attempt])).values()];
}

/** How many keys of their own the rests of items may have that a retry goes on with. */
function restsOf(
	{ limits }: History,
	{ executions, attempts }: Trace,
	askedAt: (attempt: Attempt) => Asked[],
): number {
	const most = Math.min(limits.recipients, limits.personalized, limits.restricted);
	const runOf = ({ execution, run }: Attempt): string => [chainOf(execution, executions).at(0), run].join();
	const isRetry = (attempt: Attempt): boolean =>
		attempts.some((one) => one.began < attempt.began && runOf(one) === runOf(attempt));
	return sum(
		attempts
			.filter(isRetry)
			.map(
				(attempt) =>
					askedAt(attempt).filter(({ key, wishes }) => key !== undefined && wishes.length > most).length,
			),
	);
}

export function casesOf(history: History, trace: Trace): Case[] {
	const { executions, attempts, requests } = trace;
	const isTool = history.runs !== 'node';
	const asked = new Map(attempts.map((attempt) => [attempt, askedOf(history, attempt)]));
	const askedAt = (attempt: Attempt): Asked[] => asked.get(attempt) ?? [];
	const requestsOf = (attempt: Attempt): SentRequest[] =>
		requests.filter((request) => attempts[request.attempt] === attempt);
	const everTaken = countOf(requests.flatMap(({ taken }) => taken));
	const wishesOf = new Map(requests.map((request) => [request, new Set(request.wishes)]));
	const keys = keysOf(attempts.map(askedAt));
	const keysFit = keys.size + restsOf(history, trace, askedAt) <= history.limits.deduplicationKeys;
	const owners = ownersIn(keys);
	const isAnyKilled = executions.some((one) => one.status === 'killed');
	const requestsFor = (key: string): SentRequest[] => {
		const numbers = new Set((keys.get(key) ?? []).flat().map(numberOf));
		return requests.filter((request) => sharesOne(request.numbers, numbers));
	};
	const triesOf = (tried: readonly Attempt[]): Try[] =>
		tried.map((attempt) => ({
			run: attempt.run,
			began: attempt.began,
			ended: attempt.ended,
			content: contentAt(history, attempt),
			wishes: askedAt(attempt).map(({ wishes }) => wishes),
			requests: requestsOf(attempt),
		}));
	return executions.map(({ status }, index) => {
		const chain = chainOf(index, executions);
		const ofChain = attempts.filter(({ execution }) => chain.includes(execution));
		const ownAttempts = attempts.filter(({ execution }) => execution === index);
		const chainRequests = requests.filter(({ execution }) => chain.includes(execution));
		const taken = countOf(chainRequests.flatMap((request) => request.taken));
		const messageOf = messagesOf(history, ofChain);
		const ever = everAsked(ofChain, askedAt, isTool ? undefined : messageOf);
		const finals = lastOf(history, ofChain).filter(({ ended }) => ended !== undefined);
		const variantsAt = (attempt: Attempt): Variants[] => {
			const tookSomething = (one: Attempt): boolean =>
				requestsOf(one).some(({ taken: own }) => own.length > 0);
			const before = isTool ? [] : ofChain.filter(({ began }) => began < attempt.began).reverse();
			// What an earlier list is about was sent, and last.
			const earlier = [...before.filter(tookSomething), ...before.filter((one) => !tookSomething(one))];
			return askedAt(attempt).map(({ wishes }, item) => [
				wishes,
				...earlier.flatMap((one) =>
					askedAt(one).flatMap((asks, place) =>
						nameOf(one, place) === nameOf(attempt, item) ? [asks.wishes] : [],
					),
				),
			]);
		};
		// What is taken later proves nothing of an earlier list.
		const takenUntil = ({ began }: Attempt): ReadonlyMap<Wish, number> =>
			countOf(
				chainRequests
					.filter(({ attempt }) => (attempts[attempt]?.began ?? Infinity) <= began)
					.flatMap((request) => request.taken),
			);
		const readingAt = (attempt: Attempt): Reading => {
			const takenThen = takenUntil(attempt);
			return readingOf(attempt, history.channel, variantsAt(attempt), (wish) => takenThen.has(wish));
		};
		const seen = lastOfEach(history, ofChain).map(readingAt);
		const readings = finals.map((attempt) => {
			return { attempt, items: askedAt(attempt), reading: readingAt(attempt) };
		});
		const lastWith = new Map(
			finals.flatMap((attempt) => attempt.input.map((_, item) => [messageOf(attempt, item), attempt])),
		);
		const unsaid = readings.flatMap(({ attempt, items, reading }) =>
			items.flatMap((one, item) =>
				// What comes back has a later outcome.
				isTool || lastWith.get(messageOf(attempt, item)) === attempt
					? {
							...one,
							item,
							ever: ever.of(attempt, item),
							attempt,
							outcomes: reading.outcomes.get(item) ?? [],
							isThrown: reading.isThrown,
						}
					: [],
			),
		);
		const said = unsaid.flatMap(({ outcomes, ...one }) => outcomes.map((outcome) => ({ ...one, outcome })));
		return {
			index,
			status,
			channel: history.channel,
			isTool,
			mayChange:
				!isChange(history.channel) &&
				(history.clocks.text ||
					// With them come variables, which are words; a group is no list of people.
					(history.clocks.recipients && ['list', 'group'].includes(history.channel))),
			isToldTwice:
				isTool ||
				isRepeating(history) ||
				(history.clocks.recipients && (history.loopsBack || history.rounds.length > 1)),
			isKilled: status === 'killed',
			isStopped: status === 'stopped',
			taken,
			everTaken,
			// A model's calls that have somebody in common are one message for him, unless they are for groups.
			bound: (wish) =>
				isTool && history.channel !== 'group' ? Math.min(1, ever.times(wish)) : ever.times(wish),
			requests: chainRequests,
			own: requests.filter(({ execution }) => execution === index),
			said,
			unnamed: unsaid.filter(({ outcomes, isThrown }) => isThrown && outcomes.length === 0),
			claimedBefore: new Set(
				seen.flatMap(({ outcomes }) =>
					[...outcomes.values()].flat().flatMap((one) => [...one.accepted, ...one.maybe]),
				),
			),
			othersDone: Math.max(0, ...seen.map(({ othersDone }) => othersDone)),
			finals: readings.map(({ attempt, items, reading }) => ({
				reading,
				items: items.length,
				mayThrow: isTool || history.onError === 'stop' || status === 'stopped',
				ended: attempt.ended,
			})),
			tries: triesOf(ownAttempts),
			chainTries: triesOf(ofChain),
			keys,
			isBeside: isTool || (history.twin && chain.some((one) => executions[one]?.kind === 'first')),
			keysFit,
			storageFails: history.storageFault !== undefined,
			lastFor: (key, before) => {
				const [wishes = [], ...others] = keys.get(key) ?? [];
				if (others.length > 0 || wishes.some((wish) => owners.get(wish) !== 1)) return undefined;
				const asksFor = (request: SentRequest): boolean =>
					request.at < before && wishes.some((wish) => wishesOf.get(request)?.has(wish) === true);
				const last = requests.filter(asksFor).at(-1);
				// Of a message of several requests, one that was taken is enough. A later try of the execution sends the rest.
				const people = (last && wishesOf.get(last)) ?? new Set();
				const isOfMessage = ({ attempt, execution, wishes: own }: SentRequest): boolean =>
					attempt === last?.attempt || (execution === last?.execution && !sharesOne(own, people));
				const ofMessage = requests.filter((one) => asksFor(one) && isOfMessage(one));
				return ofMessage.find((one) => one.taken.length > 0) ?? last;
			},
			everRequested: (key) => history.twin || isAnyKilled || requestsFor(key).length > 0,
			mayBeOpen: (key) =>
				isAnyKilled ||
				// A key that could not be released, or whose reservation was not reported, stays pending.
				history.storageFault !== undefined ||
				requestsFor(key).some(
					({ fault, attempt, taken: own }) =>
						leavesOpen.includes(fault) ||
						(own.length === 0 &&
							requestsFor(key).some((one) => one.attempt === attempt && one.taken.length > 0)),
				),
			quota: history.options.quota,
			hasExcluded: history.options.excluded,
			quotaHolds: ({ attempt, shown }) => {
				const { quota = Infinity } = history.options;
				const isOther = (one: Attempt): boolean =>
					isTool ? one !== attempt : one.run !== attempt.run || one.execution !== index;
				const countIn = (one: Attempt, of: 'wishes' | 'shown'): number =>
					sum(askedAt(one).map((item) => item[of]?.length ?? 0));
				const wanted = (one: Attempt): number => countIn(one, 'wishes');
				/** Whether an item was sent under its key: by another execution, or by another run of the chain. */
				const isSentBefore = ({ key, wishes }: Asked): boolean =>
					key !== undefined &&
					keysFit &&
					wishes.every(
						(wish) =>
							owners.get(wish) === 1 &&
							requests.some(
								(request) =>
									request.at < attempt.began &&
									request.taken.includes(wish) &&
									(!chain.includes(request.execution) || attempts[request.attempt]?.run !== attempt.run),
							),
					);
				const due = sum(askedAt(attempt).map((asks) => (isSentBefore(asks) ? 0 : asks.wishes.length)));
				// Dry runs count apart.
				const asks = shown === undefined ? due : countIn(attempt, 'shown');
				const until = attempt.ended ?? Infinity;
				const earlier = ofChain.filter((one) => one.began < until && one !== attempt);
				const used = (one: Attempt): number =>
					// What is under way beside it may all be sent.
					(one.ended ?? Infinity) > attempt.began ? wanted(one) : possible(requestsOf(one));
				return (
					sum(earlier.filter(isOther).map(used)) + asks <= quota && sum(earlier.map(used)) + asks <= quota
				);
			},
		};
	});
}

/** By what the keys ask for: how many ask for it. */
export const ownersIn = (keys: Case['keys']): ReadonlyMap<Wish, number> =>
	countOf([...keys.values()].flatMap((variants) => [...new Set(variants.flat())]));

/** The last try of each run of each execution: what people have seen. */
const lastOfEach = (history: History, attempts: readonly Attempt[]): Attempt[] =>
	[...new Set(attempts.map(({ execution }) => execution))].flatMap((own) =>
		lastOf(
			history,
			attempts.filter(({ execution }) => execution === own),
		),
	);

/** Messages that were taken, or may have been. */
const possible = (requests: readonly SentRequest[]): number =>
	sum(
		requests.map(({ taken, numbers, fault }) => (leavesOpen.includes(fault) ? numbers.length : taken.length)),
	);
