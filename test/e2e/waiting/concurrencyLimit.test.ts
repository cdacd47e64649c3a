/** Two answers to one question while n8n has reached its concurrency limit, so that the first one waits to go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { done, lines, sendEach, workflowOf } from '../support/workflow';
import { receivedBy } from './person';
import { WaitingStage } from './waitingStage';
import { approvalByTap, askByTap, pause, pathOf, start, whichOf } from './workflows';

const [manager, customer] = ['33612999021', '33612999029'];
const workflow = workflowOf(
	'review',
	[
		...start(pathOf('review')),
		whichOf(2),
		askByTap('Ask', manager),
		{ ...sendEach({ to: customer, text: '={{ $json.outcome }}' }), name: 'Send' },
		pause(50),
		done,
	],
	[
		...lines('Start', 'Tell', 'Which', 'Ask', 'Send', 'Done'),
		{ from: 'Which', output: 1, to: 'Pause' },
		...lines('Pause', 'Done'),
	],
);

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	let stage: WaitingStage;

	beforeAll(async () => {
		const limit = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
		stage = await WaitingStage.open(version, { callbackTimeoutMs: 20_000 }, limit);
		await stage.publishReview(workflow);
	});
	afterAll(async () => await stage.close());

	it('the first answer counts', async () => {
		const { simulator } = stage.stage;
		const asking = await stage.start('review', { which: 0 });
		const [question] = await receivedBy(simulator, approvalByTap, manager, 1);
		await stage.waiting(asking);
		await stage.start('review', { which: 1 });
		await question?.answer('approve');
		await sleep(15_000);
		await question?.answer('decline');
		await stage.ended(asking);
		// The second one would go on after the first.
		await sleep(10_000);
		expect((await simulator.messages(customer)).map(({ text }) => text)).toEqual(['approved']);
	});
});
