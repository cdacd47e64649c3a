import { at, textAt } from '../../core/json';
import { previewOf } from '../../waba/content/content';
import { fileIdOf } from '../../waba/incoming';
import type { WabaIncoming, WabaMessage, WabaOutgoing } from '../../waba/message';
import { ticksOf } from '../../waba/statuses';
import { iso, isoOrNull } from '../views';
import type { View } from '../views';

function viewOutgoing(message: WabaOutgoing): View {
	const statuses = message.statusChanges.map(({ status }) => status);
	const last = message.statusChanges.at(-1);
	return {
		id: message.id,
		channel: message.channel,
		direction: message.direction,
		number: message.number,
		sender: message.agent.name,
		agent: { wabaId: message.agent.wabaId, phoneId: message.agent.phoneId },
		kind: message.kind,
		text: previewOf(message.kind, message.content),
		content: message.content,
		messageId: message.messageId,
		reference: message.reference,
		status: last?.status ?? null,
		statusName: last?.status ?? 'accepted',
		ticks: ticksOf(statuses),
		errors: message.statusChanges.flatMap(({ errors }) => errors),
		statusChanges: message.statusChanges.map((change) => ({ at: iso(change.at), status: change.status })),
		at: iso(message.acceptedAt),
		warning: message.warning ?? null,
		credits: message.cost / 100,
	};
}

/** What stands in a message of each kind that is a text. */
const TEXTS: readonly (readonly string[])[] = [
	['text', 'body'],
	['button', 'text'],
	['interactive', 'button_reply', 'title'],
	['interactive', 'list_reply', 'title'],
	['reaction', 'emoji'],
	['location', 'name'],
	['image', 'caption'],
	['video', 'caption'],
	['document', 'caption'],
	['document', 'filename'],
];

/** In one line; without a text, the kind. */
function previewOfIncoming(data: View): string {
	const texts = TEXTS.map((path) => textAt(data, ...path));
	return texts.find((text) => text !== '') ?? textAt(data, 'type');
}

const viewIncoming = (message: WabaIncoming): View => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	to: message.agent.phoneNumber,
	agent: { wabaId: message.agent.wabaId, phoneId: message.agent.phoneId },
	kind: textAt(message.data, 'type'),
	text: previewOfIncoming(message.data),
	data: message.data,
	messageId: message.messageId,
	fileId: fileIdOf(message.data) ?? null,
	replyTo: at(message.data, 'context', 'id') ?? null,
	at: iso(message.receivedAt),
	readAt: isoOrNull(message.readAt),
});

export const viewWaba = (message: WabaMessage): View =>
	message.direction === 'out' ? viewOutgoing(message) : viewIncoming(message);
