/** Coincidences that chance alone brings about too rarely: what a drawn history becomes, so that they happen in it. */
import {
	isChange,
	noClocks,
	noEdit,
	noOptions,
	rejectedPerson,
	wishesOf,
	type Edit,
	type History,
	type Item,
} from './history';

/** The same number of others. */
export const nextTo = (to: readonly number[]): number[] => to.map((one) => (one + 1) % rejectedPerson);

/** An item that is sent for certain, unless something goes wrong. */
const plain = { bad: undefined, dry: false };

const step = (kind: History['steps'][number]['kind'], edit: Partial<Edit>): History['steps'][number] => ({
	kind,
	edit: { ...noEdit, ...edit },
	interruption: undefined,
});

/**
 * Two rounds with more keys than the node remembers. Then the last key of the first round is used again, and its message cut: what is
 * left of its first use must not speak for the second.
 */
function forgottenKeys(drawn: History): History {
	const [items = []] = drawn.rounds;
	const again = step('newExecution', { order: true, batching: true });
	return {
		...drawn,
		rounds: [0, 1].map((round) =>
			items.map((own, place): Item => {
				const to = [place];
				return { ...own, ...plain, to, later: to, text: round, key: round * items.length + place };
			}),
		),
		options: { ...drawn.options, keys: true, batching: true, concurrency: 1, quota: undefined },
		onError: 'stop',
		twin: false,
		// In the first execution, each round takes one request.
		faults: [{ kind: 'cutBefore', request: 2 }],
		interruption: undefined,
		steps: [again, again],
		limits: { ...drawn.limits, deduplicationKeys: items.length },
	};
}

/** Each round begins with the message of the first, under its key. All others fit the limit. */
function usedKeys(drawn: History, first: Item): History {
	const begin: Item = { ...first, ...plain, to: [0], later: [0], text: 0, key: 0 };
	const rounds = [...drawn.rounds, ...drawn.rounds].slice(0, 2).map((items, round) => [
		begin,
		...items.slice(1).map((own, place): Item => {
			return { ...own, ...plain, text: 1 + round, key: 1 + round * 4 + place };
		}),
	]);
	const others = rounds.flatMap((items) => items.slice(1));
	const sizes = others.map((own) => wishesOf(drawn, own, { edit: noEdit, tick: 0 }).length);
	return {
		...drawn,
		rounds,
		options: {
			...drawn.options,
			keys: true,
			quota: wishesOf(drawn, begin, { edit: noEdit, tick: 0 }).length + sizes.reduce((a, b) => a + b, 0),
		},
	};
}

/** A message to more people than a request holds is sent in part, and a retry has as many others. */
function otherRecipients(drawn: History, first: Item): History {
	const [[, ...others] = [], ...later] = drawn.rounds;
	const to = [0, 1, 2, 3, 4, 5];
	return {
		...drawn,
		rounds: [[{ ...first, ...plain, to, later: nextTo(to) }, ...others], ...later],
		options: { ...drawn.options, concurrency: 1, quota: undefined, restricted: false },
		faults: [{ kind: 'rejected', request: 1 }],
		interruption: undefined,
		steps: [step('retry', { recipients: !drawn.clocks.recipients }), ...drawn.steps.slice(1)],
	};
}

/** A message is sent in part. When it is tried again, it has fewer recipients, and another message has more than the limit leaves. */
function shorterList(drawn: History, first: Item): History {
	const own: Item = { ...first, ...plain, second: false };
	const [all, others] = [
		[0, 1, 2, 3, 4, 5],
		[1, 2, 3, 4, 5],
	];
	return {
		...drawn,
		rounds: [
			[
				{ ...own, to: all, later: [0], text: 0, key: 0 },
				{ ...own, to: [1], later: others, text: 1, key: 1 },
			],
		],
		options: { ...noOptions, quota: all.length + 1 },
		clocks: { text: false, recipients: true },
		onError: 'continue',
		retryOnFail: true,
		faults: [1, 2].map((request) => ({ kind: 'rejected', request })),
		interruption: undefined,
		steps: [],
		twin: false,
	};
}

/** A message is sent in part, and its rest has no known outcome. Then somebody of the rest is to get it in another round. */
function laterRest(drawn: History, first: Item): History {
	const own: Item = { ...first, ...plain, second: false, text: 0, key: 0 };
	const [all, last] = [[0, 1, 2, 3, 4, 5], [5]];
	return {
		...drawn,
		rounds: [[{ ...own, to: all, later: all }], [{ ...own, to: last, later: last }]],
		options: noOptions,
		clocks: noClocks,
		onError: 'continue',
		retryOnFail: true,
		faults: [
			{ kind: 'rejected', request: 1 },
			{ kind: 'cutAfter', request: 2 },
		],
		interruption: undefined,
		steps: [],
		twin: false,
	};
}

/** A message is sent in part, and comes back from the error output for another time. */
function anotherTime(drawn: History, first: Item): History {
	const others = otherRecipients(drawn, first);
	return {
		...others,
		options: { ...others.options, schedule: 'relative', dryRun: false },
		clocks: noClocks,
		onError: 'errorOutput',
		loopsBack: true,
		twin: false,
	};
}

/** A dry run has the key of a message whose outcome is unknown; then the message comes in again. */
function dryRunWithKey(drawn: History, first: Item): History {
	const [[, ...others] = [], ...later] = drawn.rounds;
	const own: Item = { ...first, ...plain, key: 0 };
	return {
		...drawn,
		rounds: [[own, { ...own, dry: true }, ...others.slice(1)], ...later],
		options: { ...drawn.options, keys: true, dryRun: true, concurrency: 1, quota: undefined },
		faults: [{ kind: 'cutAfter', request: 0 }],
		interruption: undefined,
		steps: [step('newExecution', {}), ...drawn.steps.slice(1)],
	};
}

/** A message has no known outcome. Its person is to get it again, and is written in another form. */
function otherForm(drawn: History, first: Item): History {
	const own: Item = { ...first, ...plain, to: [0], later: [0], text: 0 };
	return {
		...drawn,
		rounds: [[own], [own]],
		options: {
			...noOptions,
			batching: drawn.options.batching,
			validity: drawn.options.validity,
			bare: !drawn.options.national,
		},
		clocks: noClocks,
		onError: 'continue',
		faults: [{ kind: 'cutAfter', request: 0 }],
		interruption: undefined,
		twin: false,
	};
}

/** Two executions with a key for each message, whose requests take some time. */
function twins(drawn: History): History {
	return {
		...drawn,
		rounds: drawn.rounds.map((items, round) =>
			items.map((own, place): Item => ({ ...own, ...plain, key: round * items.length + place })),
		),
		options: { ...drawn.options, keys: true, quota: undefined },
		twin: true,
		faults: [0, 1, 2, 3].map((request) => ({ kind: 'slow', request })),
		interruption: undefined,
	};
}

export const scenes: ReadonlyArray<(drawn: History, first: Item) => History> = [
	forgottenKeys,
	usedKeys,
	otherRecipients,
	shorterList,
	laterRest,
	anotherTime,
	dryRunWithKey,
	otherForm,
	twins,
];

/** Tools have no items, and changes of the account no options of sends. */
export function withScene({
	scene,
	...drawn
}: History & { scene: (typeof scenes)[number] | undefined }): History {
	const [[first] = []] = drawn.rounds;
	if (scene === undefined || first === undefined || isChange(drawn.channel)) return drawn;
	return scene(drawn, first);
}
