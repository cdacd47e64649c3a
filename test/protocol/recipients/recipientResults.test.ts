/** What the service's results come to: who was accepted, and who has no result. */
import {
	acceptedOf,
	agreedOf,
	readRecipientResult,
	takenOf,
	unconfirmedOf,
} from '../../../protocol/recipients/recipientResults';

const [ana, ben, cyd] = ['33600123401', '33600123402', '33600123403'];

/** Results as the service gives them: a number, and its state. */
const results = (...entries: Array<[number: string, state: string]>) =>
	entries.map(([submitted, state]) => readRecipientResult({ submitted: `+${submitted}`, state }));

it.each<[what: string, ReturnType<typeof results>, accepted: boolean | null, taken: number | null]>([
	['all taken', results([ana, 'ACCEPTED'], [ben, 'ACCEPTED']), true, 2],
	['one rejected', results([ana, 'ACCEPTED'], [ben, 'REJECTED']), true, 1],
	['one without an answer may be taken', results([ana, 'ACCEPTED']), true, 2],
	['one in an unknown state may be taken', results([ana, 'ACCEPTED'], [ben, 'PENDING']), true, 2],
	['all rejected', results([ana, 'REJECTED'], [ben, 'INVALID']), false, 0],
	['one rejected, one without an answer', results([ana, 'REJECTED']), null, null],
	['one rejected, one in an unknown state', results([ana, 'FAILED'], [ben, 'PENDING']), null, null],
	['a contradiction', results([ana, 'REJECTED'], [ana, 'PENDING'], [ben, 'REJECTED']), null, null],
	['answers about others', results([cyd, 'ACCEPTED']), null, null],
	['no answer', [], null, null],
])('of two recipients, %s', (_what, given, accepted, taken) => {
	expect([acceptedOf([ana, ben], given), takenOf([ana, ben], given)]).toEqual([accepted, taken]);
});

it('a number that is understood as another one is found by either', () => {
	const given = [readRecipientResult({ submitted: '0600123401', rewrited: ana, state: 'ACCEPTED' })];
	expect([unconfirmedOf(['0600123401'], given), unconfirmedOf([ana], given)]).toEqual([[], []]);
	expect(unconfirmedOf([ana, ben], given)).toEqual([`+${ben}`]);
});

it.each([
	[[], null],
	[[true], true],
	[[false, false], false],
	[[false, null], null],
	[[true, false], null],
])('answers %j agree on %j', (answers, agreed) => expect(agreedOf(answers)).toBe(agreed));
