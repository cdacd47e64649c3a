/** One way in which messages come to be sent again. */
export interface Way {
	name: string;
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

/** Those without a deduplication key that are safe, and those that aren't. */
const safe = (name: string, tries: number, goesOn = false): Way => ({ name, tries, isSafe: true, goesOn });
const unsafe = (name: string, tries: number, goesOn = true): Way => ({ name, tries, isSafe: false, goesOn });

export const ways = {
	retryOnFail: safe('Retry On Fail', retryOnFail.maxTries),
	retryOnFailGoingOn: safe('Retry On Fail, On Error: Continue', retryOnFail.maxTries, true),
	firstRetry: safe('first retry of a failed execution', 2),
	retryOfRetry: safe('retry of the failed retry', 3),
	secondRetry: unsafe('second retry of the same execution', 3, false),
	afterStop: unsafe('retry after Stop', 2),
	anewAfterStop: unsafe('the same in a new execution after Stop', 3),
	afterKill: unsafe('retry after SIGKILL', 2),
	anewAfterKill: unsafe('the same in a new execution after SIGKILL', 3),
};

export type WayName = keyof typeof ways;
