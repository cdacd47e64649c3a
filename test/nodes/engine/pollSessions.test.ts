import { pollDeadline, PollSessions } from '../../../nodes/engine/polling/pollSessions';

/** A node of one workflow, by its name, polled in a context of n8n's. */
const contextOf = (name = 'Trigger') => {
	const position: [number, number] = [0, 0];
	const node = { id: 'poll', name, type: '', typeVersion: 2, position, parameters: {} };
	return { getWorkflow: () => ({ id: 'workflow', active: true }), getNode: () => node };
};

let now: number;
let sessions: PollSessions<string, string>;
beforeEach(() => {
	now = 1_000_000;
	sessions = new PollSessions<string, string>(() => now);
});

/** A poll on schedule. */
const scheduled = (context = contextOf()) => sessions.begin(context, false);

/** What a poll goes on from, after one that stored "five" and whose state is "next" then. */
function recalled(name: string, stored: { text: string; revision: number } | undefined) {
	const first = scheduled();
	first?.keep({ text: 'five', revision: 5, state: 'next' });
	first?.end();
	return scheduled(contextOf(name))?.recall(stored && { ...stored, state: 'stored' }).state;
}

it.each([
	['what the last poll stored', 'Trigger', { text: 'five', revision: 5 }, 'next'],
	['nothing', 'Trigger', undefined, 'next'],
	['nothing under a new name', 'Renamed', undefined, 'next'],
	['an older state under a former name', 'Renamed', { text: 'four', revision: 4 }, 'next'],
	['an older state', 'Trigger', { text: 'four', revision: 4 }, 'next'],
	['the state of another process', 'Trigger', { text: 'other', revision: 5 }, 'stored'],
	['the state of another process under a new name', 'Renamed', { text: 'six', revision: 6 }, 'stored'],
])('with %s stored, goes on from the right state', (_what, name, stored, state) => {
	expect(recalled(name, stored)).toBe(state);
});

it('goes on from what is stored in the first poll of a process', () => {
	const stored = { text: 'one', revision: 1, state: 'stored' };
	expect(scheduled()?.recall(stored)).toBe(stored);
});

it('takes events that n8n has not stored once, and the state from before the first of their polls', () => {
	const session = scheduled();
	expect(session?.takeUnstored()).toEqual({ events: [] });
	session?.putBack({ events: ['third'], state: 'after the second', revision: 3 });
	session?.putBack({ events: ['first', 'second'], state: 'before', revision: 2 });
	session?.end();
	const next = scheduled(contextOf('Renamed'));
	expect(next?.takeUnstored()).toEqual({ events: ['first', 'second', 'third'], state: 'before' });
	expect(next?.takeUnstored()).toEqual({ events: [] });
});

it('leaves events that n8n has not stored to another process that has polled since', () => {
	const session = scheduled();
	session?.keep({ text: 'five', revision: 5, state: 'next' });
	session?.putBack({ events: ['first'], state: 'before', revision: 5 });
	session?.recall({ text: 'four', revision: 4, state: 'before' });
	session?.recall({ text: 'other', revision: 5, state: 'stored' });
	expect(session?.takeUnstored()).toEqual({ events: [] });
});

it.each([
	['not on schedule', true, [true, false, true]],
	['on schedule', false, [false, false, false]],
])('knows the first poll of a context, if it is %s', (_what, isUnscheduled, expected) => {
	const [one, other] = [contextOf(), contextOf()];
	const first = [one, one, other].map((context) => {
		const session = sessions.begin(context, isUnscheduled);
		session?.end();
		return session?.isPublishing;
	});
	expect(first).toEqual(expected);
});

it('lets another poll begin at the deadline, and the first change nothing any more', () => {
	const context = contextOf();
	const first = scheduled(context);
	now += pollDeadline - 1;
	expect([scheduled(context), first?.isCurrent()]).toEqual([undefined, true]);
	now += 1;
	const second = scheduled(context);
	first?.end();
	expect([second?.isCurrent(), first?.isCurrent()]).toEqual([true, false]);
});

it('discards a poll whose workflow is published again meanwhile, but not for another poll on schedule', () => {
	const first = scheduled();
	expect([scheduled(), first?.isCurrent()]).toEqual([undefined, true]);
	const second = sessions.begin(contextOf(), true);
	expect([second?.isCurrent(), first?.isCurrent()]).toEqual([true, false]);
});

it('a poll that hangs holds up no others for hours when the clock goes back', () => {
	const context = contextOf();
	scheduled(context);
	now -= pollDeadline - 1;
	expect(scheduled(context)).toBeUndefined();
	now -= 1;
	expect(scheduled(context)).toBeDefined();
});
