import { at, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { executionWhere, person, sentWith, startSending, type Stage } from '../stage';

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
	const sent = await sentWith(stage, 'the SMS to reach the simulator', reference);
	if (sent.text !== question) throw new PlaygroundError('The SMS arrived with a different text.');
	say(`SMS to ${person}: "${sent.text}", reference ${reference}`);

	const reported = await executionWhere(
		stage,
		'the delivery report to start its workflow',
		report,
		({ output }) => textAt(output['Delivery report'], 0, 'reference') === reference,
	);
	const [event] = reported.output['Delivery report'] ?? [];
	if (at(event, 'status', 'delivered') !== true)
		throw new PlaygroundError(`The SMS was not delivered: status ${textAt(event, 'status', 'code')}.`);
	const outcome = textAt(reported.output.Delivered, 0, 'outcome');
	say(`delivery report: ${outcome}, execution ${reported.id}`);

	const incoming = await stage.simulator.incoming({ from: person, text: reply });
	say(`${person} replies: "${reply}"`);
	const answering = await executionWhere(
		stage,
		'the reply to start its workflow',
		answer,
		({ output }) => textAt(output['Incoming SMS'], 0, 'reference') === incoming,
	);
	const received = textAt(answering.output['Incoming SMS'], 0, 'text');
	if (received !== reply) throw new PlaygroundError(`The workflow received the reply as "${received}".`);

	const answerReference = textAt(answering.output.Answer, 0, 'reference');
	const answered = await sentWith(stage, 'the answer to reach the simulator', answerReference);
	say(`workflow answers: "${answered.text}" (execution ${answering.id})`);
}
