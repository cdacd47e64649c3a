import { toHundredths } from '../../account/ledger';
import type { Hundredths } from '../../account/ledger';
import { at, isJsonObject } from '../../core/json';
import type { JsonObject } from '../../core/json';
import type { Reply } from '../../http/exchange';
import { Failure } from '../../json/failures';
import type { JsonCall, JsonOperation } from '../../json/operation';
import { fits } from '../../json/shape';
import { queued } from '../../json/success';
import type { World } from '../../core/world';
import type { RcsAgent } from '../agents';
import { contentMessage, kindOf } from '../content';
import type { RcsKind } from '../content';
import { deliver } from '../delivery';
import { numbersOf, recipientsOf, resultsOf, withRecipients } from '../recipients';

const MOST_RECIPIENTS = 5_000;

/** service.md#rcs-content, size. *Assumed*: that of `contentMessage`, in bytes of UTF-8, a KB being 1024. */
const LARGEST_CONTENT = 250 * 1_024;

/** *Assumed*: one credit a message, as for SMS, to 999… as well. */
const PRICE: Hundredths = toHundredths(1);

const LONGEST_VALIDITY = 10_080;

const minutes = fits(
	(value) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_VALIDITY,
	`must be a whole number of minutes from 1 to ${LONGEST_VALIDITY}`,
);

/**
 * service.md#rcs-requests. *Assumed*: recipients that are refused cost nothing and do not refuse the others; without
 * the credits for all of them nothing is sent; without `validity` a message is valid as long as it can be.
 */
export const send: JsonOperation<RcsAgent> = {
	name: () => 'rcs.message.send',
	method: 'POST',
	body: withRecipients({ contentMessage }, { validity: minutes }),
	run: sendNow,
};

function sendNow({ agent, body }: JsonCall<RcsAgent>, world: World): Reply {
	const recipients = recipientsOf(body, MOST_RECIPIENTS, world);
	const { content, kind, size } = readContent(body);
	const numbers = numbersOf(recipients);
	if (!world.ledger.spend(numbers.length * PRICE)) {
		throw new Failure(402, undefined, 'insufficient credits');
	}
	const reference = world.numbering.nextReference();
	const validity = typeof body['validity'] === 'number' ? body['validity'] : undefined;
	const now = world.clock.now();
	const deliveries = numbers.map((number) => ({
		message: {
			channel: 'rcs' as const,
			direction: 'out' as const,
			id: world.numbering.nextId(),
			reference,
			number,
			agent,
			kind,
			content,
			weight: size / numbers.length,
			cost: PRICE,
			acceptedAt: now,
			validity,
			expiresAt: now + (validity ?? LONGEST_VALIDITY) * 60_000,
			statusChanges: [],
		},
		steps: world.rcs.phones.stateOf(number).steps,
	}));
	deliver(deliveries, world);
	world.announceState();
	return queued(reference, resultsOf(recipients));
}

function readContent(body: JsonObject): { content: JsonObject; kind: RcsKind; size: number } {
	const content = at(body, 'contentMessage');
	const kind = kindOf(content);
	if (kind === undefined || !isJsonObject(content)) {
		throw new Failure(400, undefined, 'contentMessage has an unknown type');
	}
	const size = Buffer.byteLength(JSON.stringify(content), 'utf8');
	if (size > LARGEST_CONTENT) {
		throw new Failure(413, undefined, `contentMessage has ${size} bytes, more than ${LARGEST_CONTENT}`);
	}
	return { content, kind, size };
}
