/** Every name and every sentence of the nodes that the simulation knows: what changes when they are renamed. */

/** Parameters and options. */
export const names = {
	category: 'category',
	batching: 'batchItems',
	concurrency: 'maxConcurrentRequests',
	key: 'deduplicationKey',
	quota: 'maxMessages',
	dryRun: 'dryRun',
	excludedRecipients: 'excludedRecipients',
	allowedRecipients: 'allowedRecipients',
	allowedGroups: 'allowedGroups',
	schedule: 'scheduleAt',
	validity: 'validityPeriod',
	outsideHours: 'outsideAllowedHours',
	optOut: 'optOutMention',
	rcsContent: { specifyContent: 'fields', messageType: 'text' },
} as const;

/** Values of {@link names.category}. */
export const categories = { open: 'nonMarketingGroup', restricted: 'alert', marketing: 'marketing' } as const;

/** Members of an output item. */
export const outputs = {
	accepted: 'accepted',
	to: 'to',
	group: 'groupId',
	results: 'recipients',
	rejected: ['rejected'],
	alreadySent: 'alreadySent',
	dryRun: 'dryRun',
	outcome: 'outcome',
	problem: 'problem',
	subAccount: 'subAccount',
	numbers: 'numbers',
} as const;

/** How an error is recognized by its message, the first that fits; anything else is invalid input. */
export const messages = [
	['partly', /^Partly sent\b|^Not sent: text, recipients, options or account have changed/],
	['sentBefore', /^(?:Not sent again|Already sent)\b/],
	['notSent', /^Not sent\b/],
	['rejected', /^Rejected by SMSBOX \(/],
	['unknown', /^May have been (?:sent|carried out)\b/],
] as const;

/** Of a message that was partly sent in another run: what was sent is not said again. */
export const changedSince = /^Not sent: text, recipients, options or account have changed/;
export const sameKey =
	/^Deduplication Key: (?:The .+ has the same|Another message of this execution has this) key\./;
export const keyInProgress =
	/^Not sent: another execution is sending the message with this deduplication key/;
/** Of two equal calls of a tool at the same time, the second one doesn't know what becomes of the first. */
export const callInProgress = /^Not sent: another call of this tool is sending the same message/;
export const keyNotRecorded = /^Not sent: n8n could not record the deduplication key/;
export const quotaMessage = /^Max Messages:/;
export const internalError = /an internal error in the SMSBOX node/i;

const numeral = String.raw`\d+(?:,\d{3})*`;
const range = `recipients? ${numeral}(?: to ${numeral})?`;
const rangesAfter = (words: string): RegExp => new RegExp(`(?:${words}):? (${range}(?:, ${range})*)`, 'g');

/** Which recipients of an item a description speaks of; `concerned` are those of the message's own kind. */
export const ranges = [
	['accepted', rangesAfter('Accepted|Accepted before it')],
	['concerned', rangesAfter('This concerns')],
	['none', rangesAfter('Not sent|Rejected')],
	['unknown', rangesAfter('May have been sent')],
] as const;

/** Says that the recipients are counted as an earlier try had them. */
export const inEarlierList = /counted as in the earlier list/;

/** What the error that ends a run says of other items. */
export const othersDone = /(?:(One) other item was|([\d,]+) other items were) (?:carried out|accepted)/;
export const othersOpen = /no known outcome: items? ([\d, ]+?)(?: and [\d,]+ more)?\. /;
export const ownItem = /Affected: (?:([a-z]+) item|item ([\d,]+))\./;
/** In {@link ownItem}, the names of the first items. */
export const ordinals = [
	'first',
	'second',
	'third',
	'fourth',
	'fifth',
	'sixth',
	'seventh',
	'eighth',
	'ninth',
	'tenth',
] as const;
