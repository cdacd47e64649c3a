import type { JsonObject } from '../../../playground/src/support/json';
import { allEnded } from '../support/runs';
import { postJson } from '../support/workflow';
import { messageTo, sendingChain, sms } from './channels';
import type { Stage } from './stage';

/** Executions of one workflow that run at the same time. */
const executionsAtOnce = 8;
/** Messages of each. */
const messagesEach = 3;

/** Numbers of their own, apart from those of the plan. */
const numberOf = (index: number): string => `9990${String(90_000_000 + index)}`;

/** What people received when several executions of one workflow, with Deduplication Key, ran at the same time. */
export interface AtOnce {
	/** Of each person, written to by one of those executions, and by another one after all had ended. */
	again: number[];
	/** Of each person, written to under the same name by all of those executions. */
	together: number[];
}

/** Runs executions at the same time, and what they sent once more. */
export async function sendAtOnce(stage: Stage): Promise<AtOnce> {
	const workflow = await stage.publishChain('At once', ...sendingChain(sms, 'sends/at-once', true, {}));
	const messages = Array.from({ length: executionsAtOnce * messagesEach }, (_, index) =>
		messageTo(numberOf(index)),
	);
	const groups = Array.from({ length: executionsAtOnce }, (_, group) =>
		messages.filter((_message, index) => index % executionsAtOnce === group),
	);
	const shared = Array.from({ length: messagesEach }, (_, index) => messageTo(numberOf(1_000 + index)));
	let count = 0;
	const post = async (rows: readonly (readonly JsonObject[])[]): Promise<void> => {
		await Promise.all(rows.map(async (row) => await postJson(workflow.url, { messages: [...row] })));
		count += rows.length;
		await allEnded(stage, workflow.id, count);
	};
	// The first name makes n8n's list; from then on it is only added to.
	await post([[messageTo(numberOf(2_000))]]);
	await post(groups);
	for (const group of groups) await post([group]);
	await post(groups.map(() => shared));

	const received = async (rows: readonly JsonObject[]): Promise<number[]> =>
		await Promise.all(
			rows.map(async ({ to }) => (await stage.simulator.messages(String(to).slice(1))).length),
		);
	return { again: await received(messages), together: await received(shared) };
}
