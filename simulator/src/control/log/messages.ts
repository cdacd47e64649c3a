import { z } from 'zod/v4';

import type { AnyMessage } from '../../core/anyMessage';
import type { World } from '../../core/world';
import type { Trace } from '../../http/trace';
import { timeOf as rcsTimeOf } from '../../rcs/message';
import { timeOf as wabaTimeOf } from '../../waba/message';
import { named } from '../primitives';
import type { View } from '../primitives';
import { rcsReceived, rcsSent, rcsSignal, viewRcs } from '../rcs/views';
import { smsReceived, smsSent, viewSms } from '../sms/views';
import { viewWaba, wabaReceived, wabaSent } from '../waba/views';

export const anyMessage = z
	.union([smsSent, smsReceived, wabaSent, wabaReceived, rcsSent, rcsSignal, rcsReceived])
	.register(named, { id: 'Message' });

/** A message with the requests that made or changed it. */
export function viewTraced(message: AnyMessage, trace: Trace): View<typeof anyMessage> {
	const requestIds = trace.requestsOf(message);
	if (message.channel === 'sms') return viewSms(message, requestIds);
	return message.channel === 'waba' ? viewWaba(message, requestIds) : viewRcs(message, requestIds);
}

function timeOf(message: AnyMessage): number {
	if (message.channel === 'waba') return wabaTimeOf(message);
	if (message.channel === 'rcs') return rcsTimeOf(message);
	return message.direction === 'in' ? message.receivedAt : (message.sentAt ?? message.acceptedAt);
}

/** One list of two that are each in order of time; of two at the same time the one that came first comes first. */
function merged(a: readonly AnyMessage[], b: readonly AnyMessage[]): AnyMessage[] {
	const isEarlier = (x: AnyMessage, y: AnyMessage): boolean =>
		timeOf(x) < timeOf(y) || (timeOf(x) === timeOf(y) && x.id < y.id);
	const result: AnyMessage[] = [];
	let next = 0;
	for (const each of a) {
		for (let other = b[next]; other !== undefined && isEarlier(other, each); other = b[next]) {
			result.push(other);
			next++;
		}
		result.push(each);
	}
	return [...result, ...b.slice(next)];
}

/** All that were sent and received, oldest first, then those that are processed, and those that wait. */
export function allMessages({ messages, processing, scheduled, waba, rcs }: World): readonly AnyMessage[] {
	const waiting = [...processing, ...scheduled.inOrder().map(({ message }) => message)];
	const channels = [messages, waba.messages, rcs.messages].map((store): AnyMessage[] => [
		...store.oldestFirst(),
	]);
	return [...channels.reduce(merged, []), ...waiting];
}
