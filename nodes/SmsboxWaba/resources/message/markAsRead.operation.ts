import type { Exchange } from '../../../../protocol/exchange';
import { markAsRead as markAsReadExchange, type MarkedAsRead } from '../../../../protocol/waba/markAsRead';
import { defineOperation } from '../../../engine/operations/operation';
import { readWabaAgent } from '../../agent';
import { messageIdField } from './fields';

export const markAsRead = defineOperation<{ messageId: string; request: Exchange<MarkedAsRead> }>({
	name: 'Send Read Receipt',
	value: 'markAsRead',
	action: 'Send a read receipt via WhatsApp',
	description: 'Mark a received message as read (two blue ticks)',
	fields: [messageIdField],
	readParams(reader) {
		const messageId = reader.text('messageId').trim();
		return { messageId, request: markAsReadExchange(readWabaAgent(reader), messageId) };
	},
	partitionKeysOf: ({ messageId }) => [messageId],
	async run({ messageId, request }, call) {
		const { markedAsRead, ...answer } = await call(request);
		return { markedAsRead, messageId, ...answer };
	},
});
