import { pollDeadline, PollSessions } from '../../../nodes/engine/polling/pollSessions';

/** A node of one workflow, by its name, polled in a context of n8n's. */
const contextOf = (name = 'Trigger') => {
	const position: [number, number] = [0, 0];
	const node = { id: 'poll', name, type: '', typeVersion: 2, position, parameters: {} };
	return { getWorkflow: () => ({ id: 'workflow' }), getNode: () => node };
};

let now: number;
let sessions: PollSessions<string>;
beforeEach(() => {
	now = 1_000_000;
	sessions = new PollSessions<string>(() => now);
});

/** What a poll goes on from, after one that stored "five" and whose state is "next" then. */
function recalled(name: string, stored: { text: string; revision: number } | undefined) {
	const first = sessions.begin(contextOf());
	first?.keep({ text: 'five', revision: 5, before: 'before', next: 'next' });
	first?.end();
	return sessions.begin(contextOf(name))?.recall(stored && { ...stored, state: 'stored' })?.state;
}

it.each([
	['what the last poll stored', 'Trigger', { text: 'five', revision: 5 }, 'next'],
	['nothing', 'Trigger', undefined, 'next'],
	['nothing under a new name', 'Renamed', undefined, 'next'],
	['an older state under a former name', 'Renamed', { text: 'four', revision: 4 }, 'next'],
	['an older state', 'Trigger', { text: 'four', revision: 4 }, 'before'],
	['the state of another process', 'Trigger', { text: 'other', revision: 5 }, 'stored'],
	['the state of another process under a new name', 'Renamed', { text: 'six', revision: 6 }, 'stored'],
])('with %s stored, goes on from the right state', (_what, name, stored, state) => {
	expect(recalled(name, stored)).toBe(state);
});

it('goes on from what is stored in the first poll of a process', () => {
	const stored = { text: 'one', revision: 1, state: 'stored' };
	expect(sessions.begin(contextOf())?.recall(stored)).toBe(stored);
});

it('knows the first poll of a context', () => {
	const [one, other] = [contextOf(), contextOf()];
	const first = [one, one, other].map((context) => {
		const session = sessions.begin(context);
		session?.end();
		return session?.isActivation;
	});
	expect(first).toEqual([true, false, true]);
});

it('lets another poll begin at the deadline, and the first change nothing any more', () => {
	const context = contextOf();
	const first = sessions.begin(context);
	now += pollDeadline - 1;
	expect([sessions.begin(context), first?.isCurrent()]).toEqual([undefined, true]);
	now += 1;
	expect([sessions.begin(context)?.isCurrent(), first?.isCurrent()]).toEqual([true, false]);
});

it('discards a poll whose workflow is published again meanwhile', () => {
	const first = sessions.begin(contextOf());
	expect([sessions.begin(contextOf()), first?.isCurrent()]).toEqual([undefined, false]);
});
