/**
 * Questions in an n8n that limits how long its executions take, and in workflows that do: at the end of a wait, n8n counts the time
 * waited and cancels; an answer starts the time anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { done, lines, workflowOf } from '../support/workflow';
import { receivedBy } from './person';
import { questions } from './questions';
import { WaitingStage } from './waitingStage';
import { approvalByTap, askByTap, pathOf, start } from './workflows';

interface Situation {
	/** Of the workflow, in seconds; undefined for that of n8n, a minute. */
	timeout?: number;
	/** Minutes. */
	limit: number;
	isAnswered?: boolean;
	expected: object;
}

const withoutAnswer = { status: 'success', outcomes: ['noAnswer'], error: '', isAsked: true };
const canceled = { status: 'canceled', outcomes: [], error: expect.any(String), isAsked: true };
const refused = {
	status: 'error',
	outcomes: [],
	error: "Limit Wait Time: The wait is too long for the workflow's timeout.",
	isAsked: false,
};
const situations: Array<[string, Situation]> = [
	[
		'where the workflow takes too little time, nothing is asked',
		{ timeout: 179, limit: 1, expected: refused },
	],
	['with two minutes more than the wait, it goes on', { timeout: 180, limit: 1, expected: withoutAnswer }],
	['with the timeout off, it goes on', { timeout: -1, limit: 1, expected: withoutAnswer }],
	["n8n's own timeout cancels", { limit: 1, expected: canceled }],
	[
		"an answer counts after n8n's own timeout",
		{ limit: 60, isAnswered: true, expected: { ...withoutAnswer, outcomes: ['approved'] } },
	],
];

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	let stage: WaitingStage;

	beforeAll(async () => {
		stage = await WaitingStage.open(version, { callbackTimeoutMs: 20_000 }, { EXECUTIONS_TIMEOUT: '60' });
	});
	afterAll(async () => await stage.close());

	/** Approves once n8n's timeout has passed. */
	const answerLate = async (number: string): Promise<void> => {
		const [question] = await receivedBy(stage.stage.simulator, approvalByTap, number, 1);
		await sleep(75_000);
		await question?.answer('approve');
	};

	const outcomeOf = async (
		{ timeout, limit, isAnswered = false }: Situation,
		index: number,
	): Promise<object> => {
		const [name, number] = [`review-${index}`, `3361299904${index}`] as const;
		const file = workflowOf(
			name,
			[...start(pathOf(name)), askByTap('Ask', number, limit), done],
			lines('Start', 'Tell', 'Ask', 'Done'),
		);
		const settings = { executionOrder: 'v1', ...(timeout !== undefined && { executionTimeout: timeout }) };
		await stage.publishReview({ ...file, settings }, name);
		const id = await stage.start(name, {});
		if (isAnswered) {
			await stage.waiting(id);
			await answerLate(number);
		}
		const { status, output, error } = await stage.ended(id, 300);
		const outcomes = (output['Done'] ?? []).map(({ outcome }) => outcome);
		const isAsked = (await stage.stage.simulator.messages(number)).length > 0;
		return { status, outcomes, error, isAsked };
	};

	it('an execution goes on without an answer only if its time has room for the wait', async () => {
		const outcomes = await Promise.all(situations.map(async ([, one], index) => await outcomeOf(one, index)));
		expect(situations.map(([what], index) => [what, outcomes[index]])).toEqual(
			situations.map(([what, { expected }]) => [what, expected]),
		);
	});

	// In n8n 1, the parent doesn't wait.
	if (version !== n8n2) return;
	it("the parent's timeout cancels it, although the question of its sub-workflow was answered", async () => {
		const to = '33612999049';
		await stage.publish(['child', 'parent']);
		const question = questions.indexOf(approvalByTap);
		const id = await stage.start('parent', { to, question, minutes: 60, child: stage.idOf('child') });
		await stage.waiting(id);
		await answerLate(to);
		const { status, output } = await stage.ended(id, 120);
		expect({ status, done: output['Done'] }).toEqual({ status: 'canceled', done: undefined });
	});
});
