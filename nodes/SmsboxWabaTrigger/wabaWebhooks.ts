import type { INodePropertyOptions } from 'n8n-workflow';

import { readRawBody, readWabaWebhook, type WabaEvent } from '../../protocol/callbacks/waba';
import { wabaStatuses } from '../../protocol/waba/statuses';
import type { CallbackFilter, CallbackKind } from '../engine/webhook/callback';
import { isChosen, valuesOf } from '../engine/webhook/choices';

type Filter = CallbackFilter<WabaEvent>;

/** What the service calls for ("Business messaging webhooks": requestType). */
export const requestTypeOptions: INodePropertyOptions[] = [
	{
		name: 'Incoming Message',
		value: 'incoming_message',
		description: 'Somebody writes, reacts, or taps a button or a row of a list',
	},
	{
		name: 'Status Update',
		value: 'status_update',
		description: 'What became of a message of yours: up to four events for each message and recipient',
	},
	{
		name: 'Incoming Error',
		value: 'incoming_error',
		description: 'Somebody sent something that could not be received',
	},
];

/** What can be written ("Business messaging webhooks": type), as far as it is known. */
export const messageTypeOptions: INodePropertyOptions[] = [
	{ name: 'Audio', value: 'audio', description: 'A voice message or a sound file' },
	{
		name: 'Button (of a Template)',
		value: 'button',
		description: 'Somebody taps a button of an approved template',
	},
	{ name: 'Document', value: 'document', description: 'A PDF or another file' },
	{ name: 'Image', value: 'image', description: 'A photo, with or without a caption' },
	{
		name: 'Interactive (Buttons or List)',
		value: 'interactive',
		description: 'Somebody taps a button or a row that you sent',
	},
	{ name: 'Location', value: 'location', description: 'A place on the map' },
	{ name: 'Reaction', value: 'reaction', description: 'An emoji on a message, also one that is taken back' },
	{ name: 'Sticker', value: 'sticker', description: 'A small drawing in the place of words' },
	{ name: 'Text', value: 'text', description: 'A message in words' },
	{ name: 'Video', value: 'video', description: 'A clip, with or without a caption' },
];

/** Every documented status, in the order in which they come. */
export function statusOptions(): INodePropertyOptions[] {
	return wabaStatuses.map(({ code, name, description }) => ({ name, value: code, description }));
}

const knownTypes = valuesOf(requestTypeOptions);
const knownMessageTypes = valuesOf(messageTypeOptions);
const knownStatuses = valuesOf(statusOptions());

export const isMessage = ({ event }: WabaEvent): boolean => event === 'incoming_message';

const byRequestType: Filter = ({ event }, setting) => isChosen(event, knownTypes, setting);

const byMessageType: Filter = (event, setting) =>
	!isMessage(event) || isChosen(event.messageType ?? '', knownMessageTypes, setting);

const byStatus: Filter = ({ event, status }, setting) =>
	event !== 'status_update' || isChosen(status?.code ?? '', knownStatuses, setting);

/** Webhooks of WABA ("Business messaging webhooks"). */
export const wabaWebhooks: CallbackKind<WabaEvent> = {
	name: 'WABA webhook',
	method: 'POST',
	read: ({ body }) => readWabaWebhook(body),
	readRaw: ({ body }) => readRawBody(body),
	filters: { requestTypes: byRequestType, messageTypes: byMessageType, statuses: byStatus },
};
