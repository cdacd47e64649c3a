import { at, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { executionWhere, sentWith, startSending } from '../stage';
import type { Trip } from './trip';

const question = 'Hello! Your parcel has arrived at the café. When may we bring it?';
const reply = 'Demain à 18 h, merci';

/**
 * Sends an SMS through n8n, waits until its delivery report has started a workflow, has the person reply, and waits
 * for the answer.
 * @throws PlaygroundError naming the step that failed
 */
export async function smsRoundTrip(trip: Trip, say: Say): Promise<void> {
	const { person, simulator } = trip;
	const { send, report, answer } = trip.workflows;
	const reference = await startSending(trip, send, { to: person, text: question });
	const sent = await sentWith(trip, 'the SMS to reach the simulator', reference, person);
	if (sent.text !== question) throw new PlaygroundError('The SMS arrived with a different text.');
	say(`SMS to ${person}: "${sent.text}", reference ${reference}`);

	const reported = await executionWhere(
		trip,
		'the delivery report to start its workflow',
		report,
		({ output }) => textAt(output['Delivery report'], 0, 'reference') === reference,
	);
	const [event] = reported.output['Delivery report'] ?? [];
	if (at(event, 'status', 'delivered') !== true)
		throw new PlaygroundError(`The SMS was not delivered: status ${textAt(event, 'status', 'code')}.`);
	const outcome = textAt(reported.output.Delivered, 0, 'outcome');
	say(`delivery report: ${outcome}, execution ${reported.id}`);

	const incoming = await simulator.incoming({ from: person, text: reply });
	say(`${person} replies: "${reply}"`);
	const answering = await executionWhere(
		trip,
		'the reply to start its workflow',
		answer,
		({ output }) => textAt(output['Incoming SMS'], 0, 'reference') === incoming,
	);
	const received = textAt(answering.output['Incoming SMS'], 0, 'text');
	if (received !== reply) throw new PlaygroundError(`The workflow received the reply as "${received}".`);

	const answerReference = textAt(answering.output.Answer, 0, 'reference');
	const answered = await sentWith(trip, 'the answer to reach the simulator', answerReference, person);
	say(`workflow answers: "${answered.text}" (execution ${answering.id})`);
}
