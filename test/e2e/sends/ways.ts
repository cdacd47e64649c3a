/** One way in which messages come to be sent again. */
export interface Way {
	name: string;
	/** What a column of the printed table says. */
	column: string;
	/** How often the node has run when it is looked at what came of it. */
	tries: number;
	/** Whether no recipient gets a message twice even without the option Deduplication Key. */
	isSafe: boolean;
	/** Whether the node goes on after an item that failed. */
	goesOn: boolean;
}

/** Most that n8n allows. */
export const retryOnFail = { retryOnFail: true, maxTries: 5, waitBetweenTries: 50 };
export const goingOn = { onError: 'continueRegularOutput' } as const;

export const ways = {
	retryOnFail: {
		name: 'Retry On Fail',
		column: 'Retry On Fail',
		tries: retryOnFail.maxTries,
		isSafe: true,
		goesOn: false,
	},
	retryOnFailGoingOn: {
		name: 'Retry On Fail, On Error: Continue',
		column: '… and Continue',
		tries: retryOnFail.maxTries,
		isSafe: true,
		goesOn: true,
	},
	firstRetry: {
		name: 'first retry of a failed execution',
		column: 'first retry',
		tries: 2,
		isSafe: true,
		goesOn: false,
	},
	retryOfRetry: {
		name: 'retry of the failed retry',
		column: 'retry of the retry',
		tries: 3,
		isSafe: true,
		goesOn: false,
	},
	secondRetry: {
		name: 'second retry of the same execution',
		column: 'second retry',
		tries: 3,
		isSafe: false,
		goesOn: false,
	},
	afterStop: { name: 'retry after Stop', column: 'after Stop', tries: 2, isSafe: false, goesOn: true },
	anewAfterStop: {
		name: 'the same in a new execution after Stop',
		column: 'then anew',
		tries: 3,
		isSafe: false,
		goesOn: true,
	},
	afterKill: { name: 'retry after SIGKILL', column: 'after SIGKILL', tries: 2, isSafe: false, goesOn: true },
	anewAfterKill: {
		name: 'the same in a new execution after SIGKILL',
		column: 'then anew',
		tries: 3,
		isSafe: false,
		goesOn: true,
	},
} as const satisfies Record<string, Way>;

export type WayName = keyof typeof ways;

export const wayNames: readonly WayName[] = [
	'retryOnFail',
	'retryOnFailGoingOn',
	'firstRetry',
	'retryOfRetry',
	'secondRetry',
	'afterStop',
	'anewAfterStop',
	'afterKill',
	'anewAfterKill',
];
