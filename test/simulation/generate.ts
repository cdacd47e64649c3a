/** Draws histories. What is listed first is what a failing history shrinks to. */
import * as fc from 'fast-check';
import {
	channels,
	errorModes,
	isChange,
	isMarketing,
	faultKinds,
	limits,
	noEdit,
	noOptions,
	people,
	stepKinds,
	wishesOf,
	type Call,
	type Edit,
	type Fault,
	type History,
	type Interruption,
	type Item,
	type Step,
} from './history';
import { nextTo, scenes, withScene } from './scenes';

const person = fc.oneof(
	{ weight: 8, arbitrary: fc.nat({ max: 3 }) },
	{ weight: 2, arbitrary: fc.nat({ max: people.length - 1 }) },
);
const recipients = fc.oneof(
	{ weight: 4, arbitrary: fc.array(person, { minLength: 1, maxLength: 1 }) },
	{ weight: 3, arbitrary: fc.array(person, { minLength: 1, maxLength: 3 }) },
	// More than a request holds.
	{ weight: 2, arbitrary: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 6 }) },
);
/** Two texts for one number among them. */
const personalized = fc.oneof(
	recipients,
	person.map((one) => [one, one]),
	fc.array(person, { minLength: 2, maxLength: 5 }),
);

const chance = (one: number, of: number): fc.Arbitrary<boolean> =>
	fc.nat({ max: of - 1 }).map((drawn) => drawn >= of - one);

const item = (to: fc.Arbitrary<number[]>, keys: boolean): fc.Arbitrary<Item> =>
	fc
		.record({
			to,
			later: to,
			isNext: chance(1, 2),
			text: fc.nat({ max: 2 }),
			key: keys
				? fc.oneof(
						{ weight: 12, arbitrary: fc.nat({ max: 9 }) },
						{ weight: 1, arbitrary: fc.constant(undefined) },
					)
				: fc.constant(undefined),
			bad: fc.oneof(
				{ weight: 15, arbitrary: fc.constant(undefined) },
				{ weight: 1, arbitrary: fc.constantFrom('text' as const, 'number' as const, 'holes' as const) },
			),
			dry: chance(1, 2),
			second: chance(1, 2),
		})
		.map(({ isNext, ...drawn }) => ({ ...drawn, later: isNext ? nextTo(drawn.to) : drawn.later }));

const fault: fc.Arbitrary<Fault> = fc
	.tuple(
		fc.constantFrom(...faultKinds, 'accountRejected' as const, 'rejected' as const, 'rejected' as const),
		fc.oneof(
			fc.record({ request: fc.nat({ max: 5 }) }),
			fc.record({ person: fc.nat({ max: 3 }), times: fc.integer({ min: 1, max: 4 }) }),
		),
	)
	.map(([kind, where]) => ({ kind, ...where }));

const interruption: fc.Arbitrary<Interruption | undefined> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant(undefined) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom('stop' as const, 'kill' as const),
			request: fc.nat({ max: 3 }),
			after: fc.boolean(),
		}),
	},
);

const edit: fc.Arbitrary<Edit> = fc.record({
	text: chance(1, 5),
	validity: chance(1, 5),
	batching: chance(1, 6),
	recipients: chance(1, 3),
	order: chance(1, 3),
});

const step: fc.Arbitrary<Step> = fc.record({
	kind: fc.constantFrom(...stepKinds),
	edit,
	interruption: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: interruption },
	),
});

/** How a model writes numbers: the last one is the former form. */
const anyFormat = fc.constantFrom(0, 1, 2, 4);

const call = (to: fc.Arbitrary<number[]>): fc.Arbitrary<Call> =>
	fc.record({
		to,
		text: fc.nat({ max: 1 }),
		format: anyFormat,
		isReversed: fc.constant(false),
		isExplained: fc.constant(false),
		key: fc.nat({ max: 2 }),
	});

const keyOfEqual = (calls: readonly Call[], { to, text, key }: Call): number =>
	calls.find((one) => one.text === text && one.to.join() === to.join())?.key ?? key;

/** A model that repeats itself is more of interest than one that does not. */
const turns = (to: fc.Arbitrary<number[]>): fc.Arbitrary<Call[][]> =>
	fc
		.tuple(
			fc.array(call(to), { minLength: 1, maxLength: 2 }),
			fc.array(fc.tuple(fc.nat({ max: 3 }), anyFormat, chance(1, 4), fc.boolean(), fc.boolean()), {
				minLength: 1,
				maxLength: 4,
			}),
		)
		.map(([drawn, said]) => {
			// The same message with another key is another message, if its text changes with time.
			const calls = drawn.map((one) => ({ ...one, key: keyOfEqual(drawn, one) }));
			const all: Call[][] = [];
			for (const [which, format, isBeside, isReversed, isExplained] of said) {
				const [first] = calls;
				const chosen = calls[which % calls.length] ?? first;
				if (chosen === undefined) continue;
				const last = all.at(-1);
				const written = { ...chosen, format, isReversed, isExplained };
				if (isBeside && last !== undefined) last.push(written);
				else all.push([written]);
			}
			return all;
		});

const ascending = (to: fc.Arbitrary<number[]>): fc.Arbitrary<number[]> =>
	to.map((all) => [...new Set(all)].sort((a, b) => a - b));

/** Some items of later rounds say the same to the same people as one of the first: with the same key, another, or none. */
const repeating = (drawn: ReadonlyArray<ReadonlyArray<readonly [Item, boolean, boolean]>>): Item[][] =>
	drawn.map((round, index) =>
		round.map(([own, isRepeated, hasSameKey], place) => {
			const [earlier] = (index > 0 && isRepeated ? drawn[0]?.[place] : undefined) ?? [];
			if (earlier === undefined) return own;
			return { ...earlier, key: hasSameKey ? earlier.key : own.key, dry: own.dry, second: own.second };
		}),
	);

/** A group is named once: two calls for one are equal. */
const oneOfGroup = fc.nat({ max: 1 }).map((member) => [member]);

const justEnough = 0;

function withQuota(drawn: History): History {
	if (drawn.options.quota !== justEnough) return drawn;
	const setting = { edit: noEdit, tick: 0 };
	const sizes = drawn.rounds.map((items) => items.flatMap((one) => wishesOf(drawn, one, setting)).length);
	return { ...drawn, options: { ...drawn.options, quota: Math.max(1, ...sizes) } };
}

/** Marketing is a category of its own, and of SMS. The hours of what is not scheduled would depend on the time of the test. */
function withMarketing(drawn: History): History {
	const { options } = drawn;
	if (!isMarketing(drawn)) return { ...drawn, options: { ...options, marketing: undefined, optOut: false } };
	const schedule = options.schedule ?? (options.marketing === 'send' ? undefined : 'fixed');
	return { ...drawn, options: { ...options, restricted: false, schedule } };
}

/** Without a country code, limits and exclusions know a national number as it is listed, and nothing else. */
function withBare(drawn: History): History {
	const { options, channel } = drawn;
	const bare = options.bare && !options.national && ['sms', 'list'].includes(channel);
	const limited = bare ? { allowed: false, excluded: false } : {};
	return { ...drawn, options: { ...options, bare, ...limited } };
}

/** Nothing but its content tells two calls of a tool with fixed fields apart. */
function withFixed(drawn: History): History {
	const { options, clocks } = drawn;
	if (!options.fixed) return drawn;
	const schedule = options.schedule ?? (drawn.schedule % 2 === 0 ? 'relative' : undefined);
	return { ...drawn, options: { ...options, schedule }, clocks: { ...clocks, text: false } };
}

/** What changes the account has no options of sends. */
const ofChange = (drawn: History): History => ({
	...drawn,
	options: { ...noOptions, accounts: drawn.options.accounts },
});

/** What there is to an ordinary node, and to an agent's tool. */
const head = fc.record({
	channel: fc.constantFrom(...channels),
	runs: fc.oneof(
		{ weight: 5, arbitrary: fc.constant('node' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('engineTool' as const, 'directTool' as const) },
	),
	keys: chance(1, 3),
	isLoop: chance(1, 4),
});

export const history: fc.Arbitrary<History> = head
	.chain(({ channel, runs: asked, keys, isLoop }) => {
		// A model may mean a change a second time: then nobody can tell a fault.
		const runs = isChange(channel) ? 'node' : asked;
		const to = channel === 'list' ? personalized : recipients;
		const isTool = runs !== 'node';
		const items = fc.array(fc.tuple(item(to, keys), chance(1, 3), fc.boolean()), {
			minLength: 1,
			maxLength: 5,
		});
		return fc.record({
			channel: fc.constant(channel),
			runs: fc.constant(runs),
			rounds: isTool
				? fc.constant([])
				: fc.array(items, { minLength: isLoop ? 2 : 1, maxLength: isLoop ? 3 : 1 }).map(repeating),
			turns: isTool ? turns(channel === 'group' ? oneOfGroup : ascending(to)) : fc.constant([]),
			options: fc.record({
				batching: fc.boolean(),
				concurrency: fc.constantFrom(1, 3, 5, 20),
				keys: fc.constant(keys),
				quota: fc.oneof(
					{ weight: isLoop ? 1 : 2, arbitrary: fc.constant(undefined) },
					{ weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
					// Just enough for each round by itself: a message too many shows, and one that is counted and was not sent.
					{ weight: 2, arbitrary: fc.constant(justEnough) },
				),
				schedule: fc.oneof(
					{ weight: 5, arbitrary: fc.constant(undefined) },
					{ weight: 1, arbitrary: fc.constantFrom('fixed' as const, 'relative' as const) },
				),
				validity: chance(1, 6),
				restricted: chance(1, 4),
				dryRun: chance(1, 8),
				accounts: isTool ? fc.constant(false) : chance(1, 6),
				allowed: chance(1, 8),
				excluded: chance(1, 8),
				marketing: fc.oneof(
					{ weight: 3, arbitrary: fc.constant(undefined) },
					{ weight: 1, arbitrary: fc.constantFrom('send' as const, 'schedule' as const, 'error' as const) },
				),
				optOut: fc.boolean(),
				national: chance(1, 4),
				forms: chance(1, 5),
				bare: chance(1, 6),
				personal: channel === 'list' && !isTool ? fc.boolean() : fc.constant(false),
				fixed: isTool && !keys ? fc.boolean() : fc.constant(false),
			}),
			clocks: fc.record({ text: chance(1, 5), recipients: isTool ? fc.constant(false) : chance(1, 4) }),
			// The second round is reached where the first does not end the run.
			onError: fc.oneof(
				{ weight: isLoop ? 1 : 3, arbitrary: fc.constant('stop' as const) },
				{ weight: isLoop ? 4 : 3, arbitrary: fc.constantFrom(...errorModes) },
			),
			retryOnFail: chance(1, 4),
			loopsBack: isTool ? fc.constant(false) : chance(1, 2),
			throwsAfter: fc.oneof(
				{ weight: 2, arbitrary: fc.constant(undefined) },
				{ weight: 1, arbitrary: fc.nat({ max: 2 }) },
			),
			storageFault: keys
				? fc.oneof(
						{ weight: 2, arbitrary: fc.constant(undefined) },
						{ weight: 1, arbitrary: fc.record({ write: fc.nat({ max: 9 }), isWritten: fc.boolean() }) },
					)
				: fc.constant(undefined),
			twin: isTool ? fc.constant(false) : chance(1, 10),
			faults: fc.array(fault, { maxLength: 3 }),
			interruption: isTool ? fc.constant(undefined) : interruption,
			steps: isTool ? fc.constant([]) : fc.array(step, { maxLength: 3 }),
			schedule: fc.nat({ max: 999 }),
			// As many keys as a run may have: others are forgotten.
			scene: fc.oneof(
				{ weight: 6, arbitrary: fc.constant(undefined) },
				{ weight: 1, arbitrary: fc.constantFrom(undefined, ...scenes) },
			),
			limits: chance(1, 3).map((few) => (few ? { ...limits, deduplicationKeys: 5 } : limits)),
		});
	})
	.map(withScene)
	.map((drawn) =>
		isChange(drawn.channel) ? ofChange(drawn) : withMarketing(withQuota(withFixed(withBare(drawn)))),
	);
