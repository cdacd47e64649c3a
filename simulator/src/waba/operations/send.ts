import { toHundredths } from '../../account/ledger';
import type { Hundredths } from '../../account/ledger';
import { at, isJsonObject } from '../../core/json';
import type { JsonObject } from '../../core/json';
import type { Reply } from '../../http/exchange';
import { Failure } from '../../json/failures';
import type { JsonCall, JsonOperation } from '../../json/operation';
import { readRecipients } from '../../json/recipients';
import { anyText, list, object } from '../../json/shape';
import { queued } from '../../json/success';
import type { World } from '../../core/world';
import type { WabaAgent } from '../agents';
import { contentMessage, kindOf, operationOf } from '../content/content';
import type { WabaKind } from '../content/content';
import { deliver } from '../delivery';
import { OUTSIDE_WINDOW, WRONG_TEMPLATE, stepsFor } from '../statuses';
import type { Step } from '../statuses';
import { templateFault } from '../templates';

/** service.md#waba-requests: recipients of a request. */
const MOST_RECIPIENTS = 5_000;

/** *Assumed*: one credit a message, as for SMS, to 999… as well. */
const PRICE: Hundredths = toHundredths(1);

/**
 * Every send (service.md#waba-requests): of all kinds, to one address. *Assumed*: recipients that are refused cost
 * nothing and do not refuse the others; without the credits for all of them nothing is sent.
 */
export const send: JsonOperation<WabaAgent> = {
	name: (body) => `waba.message.${operationOf(body)}`,
	method: 'POST',
	body: object({ recipients: list(anyText, 1), contentMessage }),
	run: sendNow,
};

function sendNow({ agent, body }: JsonCall<WabaAgent>, world: World): Reply {
	const recipients = readRecipients(body, MOST_RECIPIENTS);
	const { content, kind } = readContent(body);
	const numbers = recipients.flatMap(({ number }) => number ?? []);
	if (!world.ledger.spend(numbers.length * PRICE)) {
		throw new Failure(402, undefined, 'insufficient credits');
	}
	const reference = world.numbering.nextReference();
	const weight = JSON.stringify(content).length / Math.max(1, numbers.length);
	const fault = kind === 'template' ? templateFault(content, world.waba.templates) : undefined;
	const stepsOf = (number: string): readonly Step[] =>
		fault === undefined ? stepsFor(number) : WRONG_TEMPLATE[fault];
	const now = world.clock.now();
	const isEnforced = world.settings.enforceServiceWindow;
	const isOutside = (number: string): boolean => !world.waba.serviceWindows.allows(kind, agent, number, now);
	const deliveries = numbers.map((number) => ({
		message: {
			channel: 'waba' as const,
			direction: 'out' as const,
			id: world.numbering.nextId(),
			messageId: world.numbering.nextMessageId(),
			reference,
			number,
			agent,
			kind,
			content,
			weight,
			cost: PRICE,
			acceptedAt: now,
			warning: !isEnforced && isOutside(number) ? ('serviceWindow' as const) : undefined,
			statusChanges: [],
		},
		steps: isEnforced && isOutside(number) ? OUTSIDE_WINDOW : stepsOf(number),
	}));
	deliver(deliveries, world);
	world.announceState();
	return queued(
		reference,
		recipients.map(({ result }) => result),
	);
}

function readContent(body: JsonObject): { content: JsonObject; kind: WabaKind } {
	const content = at(body, 'contentMessage');
	const kind = kindOf(content);
	if (kind === undefined || !isJsonObject(content)) {
		throw new Failure(400, undefined, 'contentMessage has an unknown type');
	}
	return { content, kind };
}
