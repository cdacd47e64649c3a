import { latestExecutions, type Execution } from '../n8n/executions';
import { at, listAt, parseJson, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { answerTo, checkBytes, checkCount, followStatuses, type Receiver } from './receiving';
import type { Incoming, SimulatedMessage } from '../simulatorApi';
import { executionWhere, sentWith, startSending, type Stage } from '../stage';
import type { Trip } from './trip';

const trigger = 'RCS';

const receiverOf = ({ workflows }: Stage): Receiver => ({
	channel: 'rcs',
	title: 'RCS',
	workflow: workflows.rcs,
	trigger,
	statusNodes: ['No STOP, no late tap?', 'Which event?', 'Status'],
});

/** The replies that can be tapped on the cards, as they reached the phone. */
const repliesOf = ({ content }: SimulatedMessage) =>
	listAt(content, 'richCard', 'carouselCard', 'cardContents')
		.flatMap((card) => listAt(card, 'suggestions'))
		.filter((suggestion) => at(suggestion, 'reply') !== undefined)
		.map((suggestion) => ({
			text: textAt(suggestion, 'reply', 'text'),
			postbackData: textAt(suggestion, 'reply', 'postbackData'),
		}));

async function offer(trip: Trip, say: Say): Promise<SimulatedMessage> {
	const reference = await startSending(trip, trip.workflows.offer, { to: trip.person });
	const { id, output } = await executionWhere(
		trip,
		'the sending execution to end',
		trip.workflows.offer,
		(execution) => textAt(execution.output.Offer, 0, 'reference') === reference,
	);
	const capabilities = listAt(output.Check, 0, 'capabilities');
	say(`${trip.person} supports RCS (${capabilities.length} capabilities, execution ${id})`);
	const offered = await sentWith(trip, 'the RCS message to reach the simulator', reference, trip.person);
	const replies = repliesOf(offered).map(({ text }) => `[${text}]`);
	if (offered.kind !== 'carousel' || replies.length !== 3)
		throw new PlaygroundError(`The RCS message arrived as ${offered.kind} with ${replies.length} replies.`);
	say(`RCS carousel to ${trip.person}: "${offered.text}" ${replies.join(' ')}, reference ${reference}`);
	return offered;
}

/** Who cannot be reached by RCS gets an SMS, and nothing else. */
async function offerToUnreachable(trip: Trip, say: Say): Promise<void> {
	const unreachable = trip.phones.nextUnreachable();
	const reference = await startSending(trip, trip.workflows.offer, { to: `+${unreachable}` });
	const { text } = await sentWith(trip, 'the SMS fallback to reach the simulator', reference, unreachable);
	const channels = (await trip.simulator.messages(unreachable)).map(({ channel }) => channel);
	if (channels.join() !== 'sms')
		throw new PlaygroundError(`The number without RCS received ${channels.join(', ')} instead of sms.`);
	say(`${unreachable} doesn't support RCS, SMS fallback: "${text}"`);
}

async function followToRead(trip: Trip, offered: SimulatedMessage, say: Say): Promise<void> {
	const receiver = receiverOf(trip);
	await followStatuses(trip, receiver, offered, ['SENT', 'DELIVERED'], say);
	await trip.simulator.rcsRead(trip.person);
	say(`${trip.person} opens the conversation`);
	await followStatuses(trip, receiver, offered, ['READ'], say);
}

interface Answered {
	execution: Execution;
	answer: SimulatedMessage;
}

/**
 * The person sends something, sees it shown as read and gets an answer. Nothing that a person sends by RCS has an id
 * in its webhook, so the execution is the first one of its kind, of this person, that was not there before.
 */
async function send(
	trip: Trip,
	what: string,
	message: Incoming,
	answerNode: string,
): Promise<Answered & { fileId: string }> {
	const receiver = receiverOf(trip);
	const before = new Set((await latestExecutions(trip.api, receiver.workflow.id)).map(({ id }) => id));
	const { id, fileId } = await trip.simulator.rcsIncoming(message);
	const event = `incoming_message_${message.type}`;
	const answered = await answerTo(
		trip,
		receiver,
		what,
		({ id: started, output }) =>
			!before.has(started) &&
			textAt(output[trigger], 0, 'event') === event &&
			textAt(output[trigger], 0, 'from') === `+${trip.person}`,
		answerNode,
	);
	const own = (await trip.simulator.messages(trip.person)).find(
		(known) => known.channel === 'rcs' && known.id === id,
	);
	if (own?.isRead !== true)
		throw new PlaygroundError(`The workflow answered ${what} but didn't mark it as read.`);
	return { ...answered, fileId };
}

const sayAnswered = ({ execution, answer }: Answered): string =>
	`workflow answers: "${answer.text}" (execution ${execution.id})`;

async function tap(trip: Trip, offered: SimulatedMessage, say: Say): Promise<SimulatedMessage> {
	const reply = repliesOf(offered)[1] ?? { text: '', postbackData: '' };
	say(`${trip.person} taps [${reply.text}]`);
	const answered = await send(
		trip,
		'the tap',
		{ from: trip.person, type: 'reply', ...reply },
		'Answer the tap',
	);
	const [event] = answered.execution.output[trigger] ?? [];
	const wanted = textAt(parseJson(reply.postbackData), 'when');
	const when = textAt(event, 'answer', 'data', 'when');
	if (textAt(event, 'answer', 'id') !== reply.postbackData || when !== wanted)
		throw new PlaygroundError(`The workflow received the tap as "${textAt(event, 'answer', 'id')}".`);
	say(`marked as read, data parsed (when: ${when}), ${sayAnswered(answered)}`);
	return answered.answer;
}

async function shareLocation(trip: Trip, say: Say): Promise<SimulatedMessage> {
	const place = { latitude: 48.8584, longitude: 2.2945 };
	say(`${trip.person} shares a location`);
	const answered = await send(
		trip,
		'the location',
		{ from: trip.person, type: 'location', ...place },
		'Answer the location',
	);
	const told = at(answered.execution.output[trigger], 0, 'location');
	if (at(told, 'latitude') !== place.latitude || at(told, 'longitude') !== place.longitude)
		throw new PlaygroundError(`The workflow received the location as ${JSON.stringify(told)}.`);
	say(`marked as read, ${sayAnswered(answered)}`);
	return answered.answer;
}

async function sendFile(trip: Trip, say: Say): Promise<SimulatedMessage> {
	say(`${trip.person} sends a file`);
	const answered = await send(trip, 'the file', { from: trip.person, type: 'file' }, 'Answer the file');
	const sent = await trip.simulator.rcsFile(answered.fileId);
	const [file] = answered.execution.files['Get the file'] ?? [];
	if (file === undefined) throw new PlaygroundError('The workflow downloaded no file.');
	await checkBytes(trip, file, sent);
	say(`marked as read, downloaded ${sent.length} bytes, all bytes match, ${sayAnswered(answered)}`);
	return answered.answer;
}

/**
 * Asks through n8n whether a phone can show RCS, sends it a carousel, and one that cannot an SMS; waits until the
 * statuses have started a workflow, has the person tap a reply, share a location and send a file, and waits for the
 * answers.
 * @throws PlaygroundError naming the step that failed
 */
export async function rcsRoundTrip(trip: Trip, say: Say): Promise<void> {
	const offered = await offer(trip, say);
	await offerToUnreachable(trip, say);
	await followToRead(trip, offered, say);
	await checkCount(trip, receiverOf(trip), [
		offered,
		await tap(trip, offered, say),
		await shareLocation(trip, say),
		await sendFile(trip, say),
	]);
}
