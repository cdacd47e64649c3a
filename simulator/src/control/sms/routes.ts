import { z } from 'zod/v4';

import { reportDelivery } from '../../callbacks/deliveryReport';
import { receiveSms } from '../../callbacks/incomingSms';
import { noteStatus } from '../../sms/delivery';
import { invalid } from '../input';
import { operation } from '../operation';
import type { Operations } from '../operation';
import { filled, phoneNumber } from '../primitives';
import { smsReceived } from './views';

const LONGEST_SMS = 10_000;

const incomingSms = z.strictObject({
	from: phoneNumber,
	text: z.string().max(LONGEST_SMS),
	to: z.string().optional(),
	keyword: z.string().optional(),
	charset: z.string().optional().describe('UTF-8, ISO-8859-1 or ISO-8859-15.'),
});

const report = z.strictObject({
	reference: filled,
	status: z.int().min(-1_000).max(1_000).describe('Any code.'),
});

export const smsOperations: Operations = {
	'POST /__sim/incoming': operation({
		id: 'receiveSms',
		tag: 'messages',
		summary: 'Send an SMS from a phone',
		takes: z.object({ body: incomingSms }),
		reply: smsReceived.pick({ id: true, reference: true, linkReference: true, withinReplyWindow: true }),
		status: 202,
		run: ({ body }, { world }) => {
			const message = receiveSms(body, world);
			if (message === undefined) return invalid('charset is unknown or cannot encode the text');
			const { id, reference, linkReference, withinReplyWindow } = message;
			return { id, reference, linkReference, withinReplyWindow };
		},
	}),

	'POST /__sim/report': operation({
		id: 'report',
		tag: 'messages',
		summary: 'Send another delivery report now',
		takes: z.object({ body: report }),
		reply: z.strictObject({ reference: z.string(), status: z.int() }),
		status: 202,
		missing: 'no sent message has that reference',
		run: ({ body: { reference, status } }, { world }) => {
			const message = world.messages.find(reference);
			if (message === undefined) return undefined;
			noteStatus(message, status, world);
			reportDelivery(message, reference, status, world);
			return { reference, status };
		},
	}),
};
