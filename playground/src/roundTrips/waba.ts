import type { Execution } from '../n8n/executions';
import { at, listAt, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { answerTo, checkBytes, checkCount, followStatuses, type Receiver } from './receiving';
import type { SimulatedMessage } from '../simulatorApi';
import { person, sentWith, startSending, type Stage } from '../stage';

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

async function ask(stage: Stage, say: Say): Promise<SimulatedMessage> {
	const reference = await startSending(stage, stage.workflows.ask, { to: person });
	const asked = await sentWith(stage, 'the WhatsApp message to reach the simulator', reference);
	const titles = buttonsOf(asked).map(({ title }) => `[${title}]`);
	if (titles.length !== 2)
		throw new PlaygroundError(`The WhatsApp message arrived with ${titles.length} buttons instead of 2.`);
	say(`WhatsApp to ${person}: "${asked.text}" ${titles.join(' ')}, reference ${reference}`);
	return asked;
}

export const startedBy =
	(messageId: string) =>
	({ output }: Execution): boolean =>
		textAt(output[trigger], 0, 'messageId') === messageId;

/** What the phone shows of its own message. The mark may come too late, but then the event must not claim it. */
async function readMark(stage: Stage, messageId: string, { output }: Execution): Promise<string> {
	const own = (await stage.simulator.messages(person)).find((message) => message.messageId === messageId);
	if (at(output[trigger], 0, 'markedAsRead') !== true) return 'not marked as read within 2 s';
	if (own?.isRead !== true)
		throw new PlaygroundError('The event reports a read receipt that the simulator never received.');
	return 'marked as read';
}

async function tap(stage: Stage, asked: SimulatedMessage, say: Say): Promise<SimulatedMessage> {
	const button = buttonsOf(asked).at(-1) ?? { id: '', title: '' };
	const { messageId } = await stage.simulator.wabaIncoming({
		from: person,
		type: 'button_reply',
		...button,
		replyTo: asked.messageId,
	});
	say(`${person} taps [${button.title}]`);
	const receiver = wabaReceiverOf(stage);
	const { execution, answer } = await answerTo(
		stage,
		receiver,
		'the tap',
		startedBy(messageId),
		'Answer the tap',
	);
	const tapped = textAt(execution.output[trigger], 0, 'answer', 'id');
	if (tapped !== button.id) throw new PlaygroundError(`The workflow received the tap as "${tapped}".`);
	const mark = await readMark(stage, messageId, execution);
	say(`${mark}, workflow answers: "${answer.text}" (execution ${execution.id})`);
	return answer;
}

async function sendPhoto(stage: Stage, say: Say): Promise<SimulatedMessage> {
	const { messageId, fileId } = await stage.simulator.wabaIncoming({ from: person, type: 'image' });
	const photo = await stage.simulator.file(fileId);
	say(`${person} sends a photo of ${photo.length} bytes`);
	const receiver = wabaReceiverOf(stage);
	const { execution, answer } = await answerTo(
		stage,
		receiver,
		'the photo',
		startedBy(messageId),
		'Answer the photo',
	);
	const [atOnce, later] = [trigger, 'Download'].map((node) => execution.files[node]?.[0]);
	const file = atOnce ?? later;
	if (file === undefined) throw new PlaygroundError('The workflow received no photo.');
	await checkBytes(stage, file, photo);
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
export async function wabaRoundTrip(stage: Stage, say: Say): Promise<void> {
	const receiver = wabaReceiverOf(stage);
	const asked = await ask(stage, say);
	await followStatuses(stage, receiver, asked, statuses, say);
	await checkCount(stage, receiver, [asked, await tap(stage, asked, say), await sendPhoto(stage, say)]);
}
