/** Somebody answers while n8n's database takes no writes for some seconds, as in a backup, and again afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readExecution } from '../../../playground/src/n8n/executions';
import { n8n2 } from '../support/n8nProcess';
import { withLockedDatabase } from '../support/sqlite';
import { done, lines, workflowOf } from '../support/workflow';
import { type Reaction, receivedBy } from './person';
import type { Question } from './questions';
import { WaitingStage } from './waitingStage';
import { approvalByPage, approvalByTap, askAs, askByTap, pathOf, start, whichOf } from './workflows';

const [manager, customer] = ['33612999021', '33612999022'];
const workflow = workflowOf(
	'review',
	[
		...start(pathOf('review')),
		whichOf(2),
		askByTap('Tap', manager),
		askAs(approvalByPage, 'Page', customer),
		done,
	],
	[
		...lines('Start', 'Tell', 'Which', 'Tap', 'Done'),
		{ from: 'Which', output: 1, to: 'Page' },
		...lines('Page', 'Done'),
	],
);

let stage: WaitingStage;
beforeAll(async () => {
	stage = await WaitingStage.open(n8n2, { callbackTimeoutMs: 20_000 });
	await stage.publishReview(workflow);
});
afterAll(async () => await stage.close());

/** Asks, and answers while nothing can be stored. */
async function answeredInVain(which: number, question: Question, number: string): Promise<string> {
	const id = await stage.start('review', { which });
	const [received] = await receivedBy(stage.stage.simulator, question, number, 1);
	await stage.waiting(id);
	let first: Promise<Reaction | undefined> | undefined;
	await withLockedDatabase(stage.stage.folders, async () => {
		first = received?.answer('approve').catch(() => undefined);
		await sleep(20_000);
	});
	await first;
	return id;
}

it('an answer on the page that n8n could not store can be given again', async () => {
	const id = await answeredInVain(1, approvalByPage, customer);
	expect((await readExecution(stage.stage.api, id)).status).toBe('waiting');
	const [received] = await receivedBy(stage.stage.simulator, approvalByPage, customer, 1);
	expect(await received?.answer('approve')).toMatchObject({ status: 200 });
	expect((await stage.ended(id)).status).toBe('success');
});

it('a tap that n8n could not store answers within the minute', async () => {
	const id = await answeredInVain(0, approvalByTap, manager);
	expect((await stage.ended(id, 60)).status).toBe('success');
});
