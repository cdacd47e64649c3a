import { at, textAt } from './json';
import { PlaygroundError } from './playgroundError';
import type { Say } from './print';
import { executionWhere, person, sentWith, startSending, type Stage } from './stage';

const question = 'Hello! Your parcel has arrived at the café. When may we bring it?';
const reply = 'Demain à 18 h, merci';

/**
 * Sends an SMS through n8n, waits until its delivery report has started a workflow, has the person reply, and waits
 * for the answer.
 * @throws PlaygroundError naming the step that failed
 */
export async function smsRoundTrip(stage: Stage, say: Say): Promise<void> {
	const { send, report, answer } = stage.workflows;
	const reference = await startSending(stage, send, { to: person, text: question });
	const sent = await sentWith(stage, 'The SMS arriving at the simulator', reference);
	if (sent.text !== question)
		throw new PlaygroundError('The SMS arrived at the simulator with another text.');
	say(`SMS to ${person}: "${sent.text}", reference ${reference}`);

	const reported = await executionWhere(
		stage,
		'The delivery report starting its workflow',
		report,
		({ output }) => textAt(output['Delivery report'], 0, 'reference') === reference,
	);
	const [event] = reported.output['Delivery report'] ?? [];
	if (at(event, 'status', 'delivered') !== true)
		throw new PlaygroundError(`The SMS was not delivered: status ${textAt(event, 'status', 'code')}.`);
	const outcome = textAt(reported.output.Delivered, 0, 'outcome');
	say(`${outcome}, told by the delivery report (execution ${reported.id})`);

	const incoming = await stage.simulator.incoming({ from: person, text: reply });
	say(`${person} replies: "${reply}"`);
	const answering = await executionWhere(
		stage,
		'The reply starting its workflow',
		answer,
		({ output }) => textAt(output['Incoming SMS'], 0, 'reference') === incoming,
	);
	const received = textAt(answering.output['Incoming SMS'], 0, 'text');
	if (received !== reply) throw new PlaygroundError(`The reply reached the workflow as "${received}".`);

	const answerReference = textAt(answering.output.Answer, 0, 'reference');
	const answered = await sentWith(stage, 'The answer arriving at the simulator', answerReference);
	say(`answered: "${answered.text}" (execution ${answering.id})`);
}
