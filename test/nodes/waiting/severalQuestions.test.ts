/** Messages one after the other: the output of a question is about that question only. */
import { plain } from '../../support/runNode';
import { PACKAGE } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';
import { passed, questionsForEachTest } from './questions';

const questions = questionsForEachTest();
const { server } = questions;

const message = (name: string, operation: string, to: string, more: object = {}) => ({
	name,
	type: `${PACKAGE}.smsboxSms`,
	parameters: { resource: 'message', operation, to, message: `Ship? ${name}`, text: 'Shipping', ...more },
});
const done = { name: 'Done', type: 'n8n-nodes-base.noOp' };
const manager = '33600000001';

it.each([
	['an answered question', message('First', 'sendAndWait', manager), true, '7002'],
	['a dry run', message('First', 'sendAndWait', manager, { safetyOptions: { dryRun: true } }), false, '7001'],
	['a message', message('First', 'send', manager, { category: 'alert' }), false, '7002'],
])('after %s, an unanswered question names its own person', async (_what, first, isAsked, reference) => {
	let last = 7000;
	server.react = () => plain(`OK ${++last}`);
	const nodes = [first, message('Second', 'sendAndWait', '33600000002'), done];
	let started = await questions.start(nodes, chain('Start', 'First', 'Second', 'Done'));
	if (isAsked) {
		await questions.answer('approve');
		started = await questions.outcome(started);
	}
	const [output] = passed(await questions.expire(started));
	expect(output).toMatchObject({ outcome: 'noAnswer', to: '+33600000002', reference });
	for (const name of ['accepted', 'alreadySent', 'dryRun', 'data']) expect(output).not.toHaveProperty(name);
});
