import { toHundredths } from '../account/ledger';
import type { Hundredths } from '../account/ledger';
import { Refusal } from '../form/refusal';
import type { World } from '../core/world';
import { deliver } from './delivery';
import type { OutgoingMessage } from './message';
import { isFrenchLandline, isSandbox } from './recipients/numbers';
import type { Recipient } from './recipients/recipients';
import { firstAllowed } from './schedule';
import type { SendParameters } from './sendParameters';
import { isWithinMarketingHours } from './marketingHours';
import { shapeText } from './text/parts';
import type { ShapedText } from './text/parts';

/** service.md#sms-parameters: recipients for strategies 1 and 2. */
const MOST_RECIPIENTS_PRIVATE = 50;
const PRIVATE_STRATEGIES: readonly (number | undefined)[] = [1, 2];
const HOUR_MS = 3_600_000;

/** service.md#sms-parameters: immediate sends to more are processed asynchronously. */
const MOST_AT_ONCE = 500;
const MOST_AT_ONCE_PERSONALIZED = 100;
/** How long that takes is *assumed*. */
const PROCESSING_MS = 3_000;

/** One credit an SMS; a sandbox number costs 0.05 (service.md#sandbox-numbers). */
const PRICE: Hundredths = toHundredths(1);
const SANDBOX_PRICE: Hundredths = toHundredths(0.05);

/** To whom a send goes. */
export interface Audience {
	readonly recipients: readonly Recipient[];
	readonly isPersonalized: boolean;
}

/** When a message leaves. */
type Leaving = Pick<OutgoingMessage, 'scheduledFor' | 'warning'>;

interface Shaped {
	readonly number: string;
	readonly shape: ShapedText;
	readonly cost: Hundredths;
}

/**
 * Takes on a send that has been read: charges it, then sends it or lets it wait for its time or to be processed.
 * *Assumed*: it is taken on whole or refused whole, also where it is processed later. What waits is paid for at once.
 * With `id=1`, the references stand in the order of the recipients and, for each, of the parts.
 * @returns the reply's body (service.md#sms-responses)
 * @throws Refusal
 */
export function submit(
	parameters: SendParameters,
	{ recipients, isPersonalized }: Audience,
	world: World,
): string {
	const { strategy } = parameters;
	if (PRIVATE_STRATEGIES.includes(strategy) && recipients.length > MOST_RECIPIENTS_PRIVATE) {
		throw new Refusal(
			'parameters',
			`strategy ${strategy} allows at most ${MOST_RECIPIENTS_PRIVATE} recipients`,
		);
	}
	refuseUnsubscribed(strategy, recipients, world);
	const now = world.clock.now();
	const due = parameters.scheduledFor ?? firstAllowed(now, parameters.allowedTimes);
	const warning = checkMarketingHours(strategy, due, world);
	const shaped = shapeAll(parameters, recipients);
	refuseDuplicates(parameters.uniquePeriod, shaped, due, world);
	if (due > now && !world.scheduled.hasRoomFor(shaped.length)) {
		throw new Refusal('internal', 'too many scheduled messages');
	}
	charge(shaped, world);
	const leaving = { scheduledFor: due > now ? due : undefined, warning };
	const messages = shaped.map((each) => makeMessage(parameters, each, leaving, world));
	if (due > now) for (const message of messages) schedule(message, due, world);
	else if (messages.length > (isPersonalized ? MOST_AT_ONCE_PERSONALIZED : MOST_AT_ONCE)) {
		process(messages, now + PROCESSING_MS, world);
	} else deliver(messages, world);
	world.announceState();
	const references = messages.flatMap((message) => message.references);
	return parameters.wantsReferences ? `OK ${references.join(',')}` : 'OK';
}

/**
 * Numbers that sent STOP get a bare ERROR, except for strategies 1 and 2 (service.md#sms-parameters). *Assumed*: one
 * of them refuses the whole send.
 */
function refuseUnsubscribed(
	strategy: number | undefined,
	recipients: readonly Recipient[],
	{ unsubscribed }: World,
): void {
	if (PRIVATE_STRATEGIES.includes(strategy)) return;
	const found = recipients.find(({ number }) => unsubscribed.has(number));
	if (found !== undefined) throw new Refusal('other', `${found.number} has unsubscribed by STOP`);
}

/**
 * Checks the legal hours of marketing. *Assumed*: the service rejects what would leave outside them with a bare ERROR.
 * @returns the message's warning, where the hours are not enforced
 * @throws Refusal
 */
function checkMarketingHours(
	strategy: number | undefined,
	due: number,
	{ settings }: World,
): Leaving['warning'] {
	if (isWithinMarketingHours(strategy, due)) return undefined;
	if (!settings.enforceMarketingHours) return 'marketingHours';
	throw new Refusal('other', 'marketing SMS are not allowed at night, on Sundays and on holidays');
}

/** Most sends have one text for all: it is shaped once. */
function shapeAll({ coding, header, maxParts }: SendParameters, recipients: readonly Recipient[]): Shaped[] {
	const shapes = new Map<string, ShapedText>();
	return recipients.map(({ number, text }) => {
		const shape = shapes.get(text) ?? shapeText(text, coding, header, maxParts);
		shapes.set(text, shape);
		return { number, shape, cost: shape.parts * (isSandbox(number) ? SANDBOX_PRICE : PRICE) };
	});
}

/**
 * `uniq_period`: the same content to the same recipient within so many hours gets a bare ERROR. *Assumed*: the time
 * between two is that between their departures; one duplicate refuses the whole send, and so do two alike in one send.
 */
function refuseDuplicates(
	hours: number | undefined,
	shaped: readonly Shaped[],
	due: number,
	world: World,
): void {
	if (hours === undefined) return;
	const isNear = ({ sentAt, scheduledFor, acceptedAt }: OutgoingMessage): boolean =>
		Math.abs(due - (sentAt ?? scheduledFor ?? acceptedAt)) < hours * HOUR_MS;
	const key = (number: string, text: string): string => `${number} ${text}`;
	const waiting = [...world.scheduled.inOrder().map(({ message }) => message), ...world.processing];
	const known = new Set(waiting.filter(isNear).map(({ number, text }) => key(number, text)));
	for (const { number, shape } of shaped) {
		const isRepeat = (earlier: OutgoingMessage): boolean => isNear(earlier) && earlier.text === shape.text;
		if (known.has(key(number, shape.text)) || world.messages.sentTo(number).some(isRepeat)) {
			throw new Refusal('other', 'the recipient got the same message within uniq_period');
		}
		known.add(key(number, shape.text));
	}
}

function charge(shaped: readonly Shaped[], { ledger }: World): void {
	const cost = shaped.reduce((sum, each) => sum + each.cost, 0);
	if (!ledger.spend(cost)) throw new Refusal('balance', 'insufficient credits');
}

function makeMessage(
	{ mode, strategy, sender, callback, cvar, vocal }: SendParameters,
	{ number, shape, cost }: Shaped,
	leaving: Leaving,
	{ numbering, clock }: World,
): OutgoingMessage {
	return {
		channel: 'sms',
		direction: 'out',
		id: numbering.nextId(),
		number,
		sender,
		text: shape.text,
		isCut: shape.isCut,
		encoding: shape.encoding,
		references: Array.from({ length: shape.parts }, () => numbering.nextReference()),
		mode,
		strategy,
		callback,
		cvar,
		vocal: vocal && isFrenchLandline(number),
		cost,
		acceptedAt: clock.now(),
		...leaving,
		sentAt: undefined,
		status: undefined,
		statusChanges: [],
	};
}

function process(messages: readonly OutgoingMessage[], due: number, world: World): void {
	for (const message of messages) {
		world.processing.add(message);
		world.announceMessage(message);
	}
	world.clock.schedule(due, () => {
		for (const message of messages) world.processing.delete(message);
		deliver(messages, world);
	});
}

function schedule(message: OutgoingMessage, due: number, world: World): void {
	const cancel = world.clock.schedule(due, () => {
		world.scheduled.release(message);
		deliver([message], world);
	});
	world.scheduled.add(message, due, cancel);
	world.announceMessage(message);
}
