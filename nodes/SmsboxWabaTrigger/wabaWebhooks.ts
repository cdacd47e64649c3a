import type { INodePropertyOptions } from 'n8n-workflow';

import { readRawBody, readWabaWebhook, type WabaWebhookEvent } from '../../protocol/callbacks/waba';
import { wabaStatuses } from '../../protocol/waba/statuses';
import type { CallbackFilter, CallbackKind } from '../engine/webhook/callback';
import { isChosen, statusOptions } from '../engine/webhook/filters';
import { tapAnswers } from '../engine/webhook/resume';

type Filter = CallbackFilter<WabaWebhookEvent>;

/** What the service calls for (service.md#waba-webhooks: requestType). */
export const wabaRequestTypeOptions: INodePropertyOptions[] = [
	{
		name: 'Incoming Message',
		value: 'incoming_message',
		description: 'Someone sent a message or a reaction, or tapped a button or a list row',
	},
	{
		name: 'Status Update',
		value: 'status_update',
		description: 'Delivery status of a sent message: up to four events per recipient',
	},
	{
		name: 'Incoming Error',
		value: 'incoming_error',
		description: 'Someone sent a message that could not be received',
	},
];

/** What can be written (service.md#waba-webhooks: type), as far as it is known. */
export const messageTypeOptions: INodePropertyOptions[] = [
	{ name: 'Audio', value: 'audio', description: 'A voice message or an audio file' },
	{
		name: 'Button (of a Template)',
		value: 'button',
		description: 'A tap on a button of an approved template',
	},
	{ name: 'Document', value: 'document', description: 'A PDF or another file' },
	{ name: 'Image', value: 'image', description: 'A photo, with or without a caption' },
	{
		name: 'Interactive (Buttons or List)',
		value: 'interactive',
		description: 'A tap on a button or list row that you sent',
	},
	{ name: 'Location', value: 'location', description: 'A place on the map' },
	{ name: 'Reaction', value: 'reaction', description: 'An emoji on a message, or its removal' },
	{ name: 'Sticker', value: 'sticker', description: 'A small drawing instead of a text' },
	{ name: 'Text', value: 'text', description: 'A written message' },
	{ name: 'Video', value: 'video', description: 'A clip, with or without a caption' },
];

export const wabaStatusOptions = statusOptions(wabaStatuses);

export const isMessage = ({ event }: WabaWebhookEvent): boolean => event === 'incoming_message';

const byRequestType: Filter = ({ event }, setting) => isChosen(event, wabaRequestTypeOptions, setting);

const byMessageType: Filter = (event, setting) =>
	!isMessage(event) || isChosen(event.messageType ?? '', messageTypeOptions, setting);

const byStatus: Filter = ({ event, status }, setting) =>
	event !== 'status_update' || isChosen(status?.code ?? '', wabaStatusOptions, setting);

/** Webhooks of WABA (service.md#waba-webhooks). */
export const wabaWebhooks: CallbackKind<WabaWebhookEvent> = {
	name: 'WABA webhook',
	format: 'json',
	read: ({ body }) => readWabaWebhook(body),
	readRaw: ({ body }) => readRawBody(body),
	filters: { requestTypes: byRequestType, messageTypes: byMessageType, statuses: byStatus },
	answers: tapAnswers,
};
