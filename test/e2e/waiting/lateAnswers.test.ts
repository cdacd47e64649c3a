/** Taps that come late, or from elsewhere: just before the limit, while a form waits behind the question, and for another n8n. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readExecution } from '../../../playground/src/n8n/executions';
import { at, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { done, lines, sendEach, workflowOf, type NodeInChain } from '../support/workflow';
import { receivedBy, type Received } from './person';
import { WaitingStage } from './waitingStage';
import { approvalByTap, askByTap, pause, pathOf, start, whichOf } from './workflows';

const [first, second, third, fourth] = ['33612999011', '33612999012', '33612999013', '33612999014'];
const [customer, stranger] = ['33612999018', '33612999019'];

const form: NodeInChain = {
	name: 'Form',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: {
		resume: 'form',
		formTitle: 'Why?',
		formFields: { values: [{ fieldLabel: 'Why' }] },
		options: {},
	},
	webhookId: randomUUID(),
};
const workflow = workflowOf(
	'review',
	[
		...start(pathOf('review')),
		whichOf(3),
		askByTap('First', first, 2),
		askByTap('Second', second),
		askByTap('Third', third, 2),
		pause(25),
		{ ...sendEach({ to: customer, text: 'Your order has left' }), name: 'Send' },
		askByTap('Fourth', fourth),
		form,
		done,
	],
	[
		...lines('Start', 'Tell', 'Which', 'First', 'Second', 'Done'),
		{ from: 'Which', output: 1, to: 'Third' },
		...lines('Third', 'Pause', 'Send', 'Done'),
		{ from: 'Which', output: 2, to: 'Fourth' },
		...lines('Fourth', 'Form', 'Done'),
	],
);

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	let stage: WaitingStage;

	beforeAll(async () => {
		stage = await WaitingStage.open(version, { callbackTimeoutMs: 20_000 });
		await stage.publishReview(workflow);
	});
	afterAll(async () => await stage.close());

	const question = async (number: string): Promise<Received | undefined> =>
		(await receivedBy(stage.stage.simulator, approvalByTap, number, 1))[0];
	/** What the trigger says of the tap of somebody whose other taps have resumed. */
	const saidOf = async (number: string): Promise<unknown> =>
		await waitFor(
			'the event of a tap',
			async () =>
				(await stage.events())
					.filter((event) => textAt(event, 'from').endsWith(number))
					.map((event) => at(event, 'waiting'))
					.find(Boolean),
			{ seconds: 90 },
		);

	it('what follows an answer in the last seconds is done once, and its next question has a time of its own', async () => {
		const began = Date.now();
		const asking = await stage.start('review', { which: 0 });
		await stage.waiting(asking);
		await stage.waiting(await stage.start('review', { which: 1 }));
		// By then n8n has looked for waits that end within 70 seconds: it does so once a minute.
		await sleep(began + 114_000 - Date.now());
		await Promise.all(
			[first, third].map(async (number) => await (await question(number))?.answer('approve')),
		);
		await question(second);
		// Past the limit, and a pause that begins there.
		await sleep(began + 155_000 - Date.now());
		const { status } = await readExecution(stage.stage.api, asking);
		const sent = (await stage.stage.simulator.messages(customer)).map(({ text }) => text);
		expect({ status, sent }).toEqual({ status: 'waiting', sent: ['Your order has left'] });
	});

	it('the question before a form is closed', async () => {
		const id = await stage.start('review', { which: 2 });
		await stage.waiting(id);
		await (await question(fourth))?.answer('approve');
		await waitFor(
			'the form',
			async () => {
				const { status, data } = await readExecution(stage.stage.api, id);
				return (
					(status === 'waiting' && textAt(data, 'resultData', 'lastNodeExecuted') === 'Form') || undefined
				);
			},
			{ seconds: 60 },
		);
		await (await question(fourth))?.answer('decline');
		expect(await saidOf(fourth)).toEqual({
			result: 'notResumed',
			reason: 'the question is no longer open',
		});
	});

	it('a button of another n8n is told from a closed question, even where the execution exists', async () => {
		const query = `nonce=abcdefghijklmnopqrst&button=1&signature=${'a'.repeat(64)}`;
		const tap: JsonObject = {
			from: stranger,
			type: 'button_reply',
			id: `/webhook-waiting/1/5f2ab1e0-0000-4000-8000-000000000001?${query}`,
			title: 'Approve',
		};
		await stage.stage.simulator.post('/waba/incoming', tap);
		expect(await saidOf(stranger)).toEqual({ result: 'failed', reason: 'the button is not from this n8n' });
	});
});
