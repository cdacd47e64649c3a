import type { INodePropertyOptions } from 'n8n-workflow';

import { readRawBody, readRcsWebhook, type RcsWebhookEvent } from '../../protocol/callbacks/rcs';
import { rcsStatuses } from '../../protocol/rcs/statuses';
import type { CallbackFilter, CallbackKind } from '../engine/webhook/callback';
import { isChosen, statusOptions } from '../engine/webhook/filters';
import { tapAnswers } from '../engine/webhook/resume';

type Filter = CallbackFilter<RcsWebhookEvent>;

/** What the service calls for (service.md#rcs-webhooks: requestType). */
export const rcsRequestTypeOptions: INodePropertyOptions[] = [
	{
		name: 'Action Tapped',
		value: 'incoming_message_action',
		description: 'Someone tapped an action button, such as Dial or Open URL',
	},
	{
		name: 'File Received',
		value: 'incoming_message_file',
		description: 'Someone sent a photo, a video or another file',
	},
	{
		name: 'Location Received',
		value: 'incoming_message_location',
		description: 'Someone shared their position',
	},
	{
		name: 'Reply Tapped',
		value: 'incoming_message_reply',
		description: 'Someone tapped a reply button',
	},
	{
		name: 'Status Update',
		value: 'status_update',
		description: 'Delivery status of a sent message: up to three events per recipient',
	},
	{ name: 'Text Received', value: 'incoming_message_text', description: 'Someone sent a text message' },
	{
		name: 'Typing',
		value: 'incoming_event',
		description: 'Someone is typing',
	},
];

/** What a person sends. */
export const messages: string[] = rcsRequestTypeOptions
	.map(({ value }) => String(value))
	.filter((requestType) => requestType.startsWith('incoming_message_'));

export const rcsStatusOptions = statusOptions(rcsStatuses);

/** The service documents one event (service.md#rcs-webhooks: eventType). Any other is an unknown one, which no option names. */
const isUnknownEvent = ({ event, eventType }: RcsWebhookEvent): boolean =>
	event === 'incoming_event' && eventType !== 'IS_TYPING';

const byRequestType: Filter = (webhook, setting) =>
	isUnknownEvent(webhook) || isChosen(webhook.event, rcsRequestTypeOptions, setting);

const byStatus: Filter = ({ event, status }, setting) =>
	event !== 'status_update' || isChosen(status?.code ?? '', rcsStatusOptions, setting);

/** Webhooks of RCS (service.md#rcs-webhooks). */
export const rcsWebhooks: CallbackKind<RcsWebhookEvent> = {
	name: 'RCS webhook',
	format: 'json',
	read: ({ body }) => readRcsWebhook(body),
	readRaw: ({ body }) => readRawBody(body),
	filters: { requestTypes: byRequestType, statuses: byStatus },
	answers: tapAnswers,
};
