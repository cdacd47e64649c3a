/** What the error of an item says that was sent in part. */
import { NodeFailure } from '../../../../nodes/engine/errors';
import { firstOf, partlySent } from '../../../../nodes/engine/execution/outcomes';
import type { SendLog } from '../../../../nodes/engine/sending/sendLog';
import { exchange } from './exchanges';
import { logFor } from './logs';

const cause = new NodeFailure({ kind: 'rejected', message: 'No credit.', code: '03', isAccountLevel: true });

type Outcome = 'accepted' | 'unknown' | 'not sent';

/** A log with an item of several requests, numbered from 1. */
function logOf(outcomes: readonly Outcome[], parts?: readonly string[]): SendLog {
	const log = logFor({});
	for (const [number, outcome] of outcomes.entries()) {
		if (outcome === 'not sent') continue;
		log.reserve(0, number, exchange('send', { to: [`to ${number}`], part: number, ...(parts && { parts }) }));
		log.settle(0, number, outcome, outcome === 'accepted' ? { references: [`r${number + 1}`] } : {});
	}
	return log;
}

const names = (outcomes: readonly Outcome[]): string[] => outcomes.map((_, number) => `part ${number + 1}`);
const failureOf = (outcomes: readonly Outcome[], label?: string): NodeFailure =>
	partlySent(logOf(outcomes, names(outcomes)), 0, cause, label);

const counted = 'Recipients are counted without repeated and excluded ones.';
const rest =
	'Retry On Fail and the first retry of this execution send only the rest. A new execution would send everything.';
const nothingMore =
	'Retries send nothing more. Check your SMSBOX account, then send the rest in a new execution.';

it.each<[Outcome[], string, string]>([
	[
		['accepted', 'not sent', 'not sent'],
		'1 of 3',
		`Accepted: part 1. References: r1. Not sent: part 2, part 3. Reason: No credit. ${counted} ${rest}`,
	],
	[
		['accepted', 'accepted', 'unknown', 'not sent'],
		'2 of 4',
		`Accepted: part 1, part 2. References: r1, r2. May have been sent: part 3. Not sent: part 4. Reason: No credit. ${counted} ${nothingMore}`,
	],
	[
		['accepted', 'unknown'],
		'1 of 2',
		`Accepted: part 1. References: r1. May have been sent: part 2. Reason: No credit. ${counted} ${nothingMore}`,
	],
])('%j', (outcomes, share, description) => {
	const failure = failureOf(outcomes);
	expect(failure).toMatchObject({
		kind: 'partlySent',
		message: `Partly sent: ${share} requests were accepted`,
		description,
		code: '03',
		isAccountLevel: true,
	});
	const [facts = ''] = description.split(/ (?=Recipients are counted|Retr)/);
	expect(failure.forModel().message).toContain(
		`requests were accepted. Do not send it again, not even to the rest. Tell the user what was sent. ${facts}`,
	);
});

it.each<[string, Outcome[]]>([
	['nothing was sent', ['not sent', 'not sent']],
	['all was accepted', ['accepted', 'accepted']],
])('is the error itself where %s', (_what, outcomes) => expect(failureOf(outcomes)).toBe(cause));

it('is the error itself where it says that everything may have been sent', () => {
	const unknown = new NodeFailure({ kind: 'unknown', message: 'May have been sent: no response.' });
	expect(partlySent(logOf(['unknown', 'not sent'], ['a', 'b']), 0, unknown)).toBe(unknown);
});

it('of a part of which the service says neither, another error does not say that it was not sent', () => {
	const { message, description } = failureOf(['unknown', 'not sent']);
	expect(message).toBe('Partly sent: 0 of 2 requests were accepted');
	expect(description).toContain('May have been sent: part 1. Not sent: part 2.');
});

it.each<[string, (log: SendLog) => void, string]>([
	[
		'names a part all of whose recipients were rejected',
		(log) => log.settle(0, 1, 'accepted', { messages: 0 }),
		'Accepted: a. References: r1, r2. Rejected: b. Not sent: c.',
	],
	[
		'counts the rejected recipients of accepted parts',
		(log) => log.settle(0, 1, 'accepted', { messages: 3_000, rejected: 2_000 }),
		'Accepted: a, b, except for rejected recipients (2,000), who got no message. References: r1, r2. Not sent: c.',
	],
	[
		'with a deduplication key leaves the rest to Retry On Fail',
		(log) => log.ownKey(0, 'order 7', '1', 'ana'),
		'Retry On Fail sends only the rest. In another execution, send the rest with another deduplication key.',
	],
])('%s', (_what, change, words) => {
	const log = logOf(['accepted', 'accepted', 'not sent'], ['a', 'b', 'c']);
	change(log);
	const { message, description } = partlySent(log, 0, cause);
	expect(message).toContain(words.includes('Rejected') ? '1 of 3' : '2 of 3');
	expect(description).toContain(words);
});

it('names the parameter that it is about, and only the full stop at the end goes', () => {
	expect(failureOf(['accepted', 'not sent'], 'Text').description).toContain('Reason: Text: No credit. ');
	const { description } = partlySent(
		logOf(['accepted', 'not sent'], ['a', 'b']),
		0,
		new NodeFailure({ kind: 'notSent', message: 'smsbox.net is down' }),
	);
	expect(description).toContain('Not sent: b. Reason: smsbox.net is down. ');
});

it('numbers requests whose recipients have no name', () => {
	expect(partlySent(logOf(['accepted', 'unknown']), 0, cause).description).toMatch(
		/^Accepted: request 1\. References: r1\. May have been sent: request 2\./,
	);
});

it.each([
	['the recipients have changed', ['9'], 'Retries send nothing more. Send the rest in a new execution.'],
	['this try has not got so far', undefined, rest],
])('says that it counts by the earlier list where %s', (_what, to, advice) => {
	const context = {};
	const parts = ['a', 'b'];
	const first = logFor(context);
	first.reserve(0, 0, exchange('send', { to: ['1'], parts }));
	first.settle(0, 0, 'accepted');
	const retry = logFor(context);
	if (to !== undefined) retry.lookUp(0, 0, exchange('send', { to, parts }));
	expect(partlySent(retry, 0, cause).description).toBe(
		`Accepted: a. Not sent: b. Reason: No credit. Recipients are counted as in the earlier list, without repeated and excluded ones. ${advice}`,
	);
});

it.each([
	[['a'], 'a'],
	[['a', 'b'], 'a, b'],
	[['a', 'b', 'c'], 'a, b and 1 more'],
	[Array.from({ length: 2_002 }, () => 'a'), 'a, a and 2,000 more'],
])('the first of a list', (entries, expected) => expect(firstOf(entries, 2)).toBe(expected));
