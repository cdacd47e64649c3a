import type { JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { N8nVersion } from '../support/n8nProcess';
import { Milestone, runSome } from './milestone';
import type { Reaction } from './person';
import { questions, type Question } from './questions';
import { Conversation, reasonsOf, situations, type Outcome, type Situation } from './situations';
import { unanswered, WaitingStage } from './waitingStage';

/** A question in a situation. */
export interface Cell {
	question: Question;
	situation: Situation;
	/** The phone: of the simulated service's, an SMS to it is never reported as received by itself. */
	number: string;
}

const numberOf = ({ channel }: Question, index: number): string =>
	`${channel === 'sms' ? '9991' : '3361'}${String(7_000_000 + index)}`;

/** Every cell that a major version of n8n can have. */
export function cellsOf(major: string): Cell[] {
	return situations
		.filter(({ onlyN8n2 }) => onlyN8n2 !== true || major === '2')
		.flatMap((situation) => questions.map((question) => ({ situation, question })))
		.map((cell, index) => ({ ...cell, number: numberOf(cell.question, index) }));
}

/** What came of all cells. */
export interface Outcomes {
	of: (cell: Cell) => Outcome;
	/** What the triggers say of events of one person that started their workflows; '' where they say nothing. */
	reasons: (cell: Cell) => string[];
	/** All that they put out. */
	events: readonly JsonObject[];
	log: string;
}

/** Conversations at the same time, besides those that wait. */
const atOnce = 3;

/** Runs all cells in one n8n, which is restarted once and killed once. */
export async function runCells(version: N8nVersion, cells: readonly Cell[]): Promise<Outcomes> {
	const stage = await WaitingStage.open(version, { callbackTimeoutMs: 20_000 });
	try {
		await stage.publish([
			'plain',
			'loop',
			'queued',
			'retry',
			...(version.name.startsWith('2') ? (['child', 'parent', 'callingLoop'] as const) : []),
		]);
		const { simulator } = stage.stage;
		// Statuses are told by hand. The service's own would resume, too, whenever time passes.
		for (const accuse of ['9', '1'])
			await simulator.post('/faults', { on: 'callback', kind: 'off', times: 0, match: { accuse } });
		const ended = new Map<Cell, Outcome | { failed: unknown }>();
		const run = async (cell: Cell, reached: () => Promise<void>): Promise<void> => {
			const { situation, question, number } = cell;
			try {
				ended.set(cell, await situation.run(new Conversation(stage, question, number), stage, reached));
			} catch (failed) {
				ended.set(cell, { failed });
			}
		};
		const never = async (): Promise<void> => await Promise.reject(new Error('Nothing happens here'));
		const slow = cells.filter(({ situation }) => situation.isSlow);
		const quick = cells.filter(({ situation }) => !situation.isSlow && situation.needs === undefined);
		const waiting = Promise.all(slow.map(async (cell) => await run(cell, never)));
		await runSome(quick, atOnce, async (cell) => await run(cell, never));
		await waiting;
		for (const [needed, how] of [
			['restart', 'stop'],
			['kill', 'kill'],
		] as const) {
			const concerned = cells.filter(({ situation }) => situation.needs === needed);
			const milestone = new Milestone(concerned.length, atOnce, async () => await stage.restart(how));
			await Promise.all(
				concerned.map(async (cell) => await milestone.run(async (reached) => await run(cell, reached))),
			);
		}
		let events: JsonObject[] = [];
		await waitFor(
			'all events being stored',
			async () => {
				events = await stage.events();
				const isMissing = (cell: Cell): boolean => {
					const outcome = ended.get(cell);
					if (outcome === undefined || 'failed' in outcome) return false;
					const expected = expectedReasons(cell, outcome.reactions);
					return compareReasons(reasonsOf(events, cell.number), expected).missing.length > 0;
				};
				return cells.some(isMissing) ? undefined : true;
			},
			{ seconds: 60, everyMs: 500 },
		).catch(() => undefined);
		return {
			of(cell) {
				const outcome = ended.get(cell);
				if (outcome === undefined) throw new Error('It was not tried out');
				if ('failed' in outcome) throw outcome.failed;
				return outcome;
			},
			reasons: ({ number }) => reasonsOf(events, number),
			events,
			log: stage.stage.n8n.log(),
		};
	} finally {
		await stage.close();
	}
}

/**
 * What each event that starts a trigger's workflow says: a tap that resumed starts none, a report always does, unless it is
 * repeated. One that time has passed for in between is another report: it says another second.
 */
export function expectedReasons({ question, situation }: Cell, reactions: readonly Reaction[]): string[] {
	if (question.way === 'page') return [];
	const resuming = situation.answers(question).filter((answer) => answer !== undefined);
	const reports = new Set(reactions.map(({ url }) => url));
	const isReport = question.way === 'report';
	const count = isReport ? reports.size - resuming.length : situation.refused;
	const refused = Array.from({ length: count }, () => 'the question is no longer open');
	return isReport ? [...resuming.map(() => ''), ...refused] : refused;
}

/**
 * What events say against what they are expected to. One that n8n did not answer in time stands for an expected one, or
 * for a tap that resumed all the same.
 */
export function compareReasons(
	reasons: readonly string[],
	expected: readonly string[],
): { missing: string[]; unexpected: string[] } {
	const missing = [...expected];
	const unexpected = reasons.filter((reason) => {
		const index = missing.indexOf(reason);
		if (index >= 0) missing.splice(index, 1);
		return index < 0;
	});
	const late = unexpected.filter((reason) => reason === unanswered).length;
	return { missing: missing.slice(late), unexpected: unexpected.filter((reason) => reason !== unanswered) };
}
