import type { Execution } from '../n8n/executions';
import { at, listAt, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { answerTo, checkBytes, checkCount, followStatuses, type Receiver } from './receiving';
import type { SimulatedMessage } from '../simulatorApi';
import { sentWith, startSending, type Stage } from '../stage';
import type { Trip } from './trip';

/** The statuses of a message that arrives, in their order. */
export const statuses = ['ack', 'sent', 'delivered'];

const trigger = 'WhatsApp';

export const wabaReceiverOf = ({ workflows }: Stage): Receiver => ({
	channel: 'waba',
	title: 'WhatsApp',
	workflow: workflows.whatsapp,
	trigger,
	statusNodes: ['No STOP?', 'Which event?', 'Status'],
});

/** The buttons as they reached the phone. */
export const buttonsOf = ({ content }: SimulatedMessage): { id: string; title: string }[] =>
	listAt(content, 'interactive', 'action', 'buttons').map((button) => ({
		id: textAt(button, 'reply', 'id'),
		title: textAt(button, 'reply', 'title'),
	}));

async function ask(trip: Trip, say: Say): Promise<SimulatedMessage> {
	const reference = await startSending(trip, trip.workflows.ask, { to: trip.person });
	const asked = await sentWith(trip, 'the WhatsApp message to reach the simulator', reference, trip.person);
	const titles = buttonsOf(asked).map(({ title }) => `[${title}]`);
	if (titles.length !== 2)
		throw new PlaygroundError(`The WhatsApp message arrived with ${titles.length} buttons instead of 2.`);
	say(`WhatsApp to ${trip.person}: "${asked.text}" ${titles.join(' ')}, reference ${reference}`);
	return asked;
}

export const startedBy =
	(messageId: string) =>
	({ output }: Execution): boolean =>
		textAt(output[trigger], 0, 'messageId') === messageId;

/** What the phone shows of its own message. The mark may come too late, but then the event must not claim it. */
async function readMark(trip: Trip, messageId: string, { output }: Execution): Promise<string> {
	const own = (await trip.simulator.messages(trip.person)).find((message) => message.messageId === messageId);
	if (at(output[trigger], 0, 'markedAsRead') !== true) return 'not marked as read within 2 s';
	if (own?.isRead !== true)
		throw new PlaygroundError('The event reports a read receipt that the simulator never received.');
	return 'marked as read';
}

async function tap(trip: Trip, asked: SimulatedMessage, say: Say): Promise<SimulatedMessage> {
	const button = buttonsOf(asked).at(-1) ?? { id: '', title: '' };
	const { messageId } = await trip.simulator.wabaIncoming({
		from: trip.person,
		type: 'button_reply',
		...button,
		replyTo: asked.messageId,
	});
	say(`${trip.person} taps [${button.title}]`);
	const receiver = wabaReceiverOf(trip);
	const { execution, answer } = await answerTo(
		trip,
		receiver,
		'the tap',
		startedBy(messageId),
		'Answer the tap',
	);
	const tapped = textAt(execution.output[trigger], 0, 'answer', 'id');
	if (tapped !== button.id) throw new PlaygroundError(`The workflow received the tap as "${tapped}".`);
	const mark = await readMark(trip, messageId, execution);
	say(`${mark}, workflow answers: "${answer.text}" (execution ${execution.id})`);
	return answer;
}

async function sendPhoto(trip: Trip, say: Say): Promise<SimulatedMessage> {
	const { messageId, fileId } = await trip.simulator.wabaIncoming({ from: trip.person, type: 'image' });
	const photo = await trip.simulator.file(fileId);
	say(`${trip.person} sends a photo of ${photo.length} bytes`);
	const receiver = wabaReceiverOf(trip);
	const { execution, answer } = await answerTo(
		trip,
		receiver,
		'the photo',
		startedBy(messageId),
		'Answer the photo',
	);
	const [atOnce, later] = [trigger, 'Download'].map((node) => execution.files[node]?.[0]);
	const file = atOnce ?? later;
	if (file === undefined) throw new PlaygroundError('The workflow received no photo.');
	await checkBytes(trip, file, photo);
	say(
		`downloaded ${atOnce === undefined ? 'later' : 'on receipt'} as ${file.fileName}, all bytes match, ` +
			`workflow answers: "${answer.text}" (execution ${execution.id})`,
	);
	return answer;
}

/**
 * Sends a message with buttons through n8n, waits until its statuses have started a workflow, has the person tap a
 * button and send a photo, and waits for the answers.
 * @throws PlaygroundError naming the step that failed
 */
export async function wabaRoundTrip(trip: Trip, say: Say): Promise<void> {
	const receiver = wabaReceiverOf(trip);
	const asked = await ask(trip, say);
	await followStatuses(trip, receiver, asked, statuses, say);
	await checkCount(trip, receiver, [asked, await tap(trip, asked, say), await sendPhoto(trip, say)]);
}
