import type { AnyMessage } from '../core/anyMessage';
import { timeOf as rcsTimeOf } from '../rcs/message';
import type { Trace } from '../http/trace';
import { timeOf as wabaTimeOf } from '../waba/message';
import type { World } from '../core/world';
import { viewRcs } from './rcs/views';
import { viewSms } from './views';
import type { View } from './views';
import { viewWaba } from './waba/views';

function viewMessage(message: AnyMessage): View {
	if (message.channel === 'sms') return viewSms(message);
	return message.channel === 'waba' ? viewWaba(message) : viewRcs(message);
}

/** With the requests that made or changed it: `requestIds`. */
export const viewTraced = (message: AnyMessage, trace: Trace): View => ({
	...viewMessage(message),
	requestIds: trace.requestsOf(message),
});

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
