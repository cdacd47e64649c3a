import type { JsonObject } from '../core/json';
import type { TimedStep } from '../core/steps';
import type { TemplateFault } from './templates';

/** One entry of `errors`, as Meta words it. */
export interface WabaError {
	readonly code: number;
	readonly title: string;
	readonly message: string;
	readonly error_data: JsonObject;
}

const HREF = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';

const error = (code: number, title: string, details: string): WabaError => ({
	code,
	title,
	message: title,
	error_data: { details, href: HREF },
});

/** 131047 is the code of the sample; the others are Meta's (*assumed* here). */
const ERRORS = {
	windowClosed: error(
		131047,
		'Re-engagement message',
		'More than 24 hours have passed since this recipient last wrote.',
	),
	undeliverable: error(131026, 'Message undeliverable', 'The recipient cannot receive this message.'),
	noTemplate: error(
		132001,
		'Template name does not exist in the translation',
		'There is no approved template of this name in this language.',
	),
	wrongCount: error(
		132000,
		'Number of parameters does not match the expected number of params',
		'The template has another number of variables in its text or buttons.',
	),
	differentCodes: error(
		132018,
		'There is an issue with the parameters in your template',
		'A one-time code must be the same in text and button.',
	),
} as const;

export interface Step extends TimedStep {
	readonly status: string;
	readonly error?: WabaError;
}

const ACK: Step = { after: 1, status: 'ack' };
const SENT: Step = { after: 2, status: 'sent' };
const DELIVERED: Step = { after: 4, status: 'delivered' };
const READ: Step = { after: 8, status: 'read' };
const failed = (after: number, reason: WabaError): Step => ({ after, status: 'failed', error: reason });

const RECEIVED: readonly Step[] = [ACK, SENT, DELIVERED];

/**
 * A message outside the customer service window. The sample has the code in a failed status, so SMSBOX takes the
 * message on; *assumed*: it does so for every kind but templates.
 */
export const OUTSIDE_WINDOW: readonly Step[] = [ACK, failed(2, ERRORS.windowClosed)];

/** The simulator's own: what becomes of a message to 999…, by the digit after that. 9994 is refused at once. */
const MAGIC: Readonly<Record<string, readonly Step[]>> = {
	0: [...RECEIVED, READ],
	1: OUTSIDE_WINDOW,
	2: [ACK, SENT],
	3: [ACK, SENT, READ],
	5: [ACK],
	6: [ACK, SENT, failed(4, ERRORS.undeliverable)],
	7: [ACK, { after: 2, status: 'delivered' }, { after: 3, status: 'sent' }],
};

const MAGIC_NUMBER = /^999(\d)/;

/**
 * service.md#waba-statuses, status_update: `ack` → `sent` → `delivered` → `read`, or `failed`. Every ordinary number
 * receives its message.
 */
export function stepsFor(number: string): readonly Step[] {
	const [, digit = ''] = MAGIC_NUMBER.exec(number) ?? [];
	return MAGIC[digit] ?? RECEIVED;
}

/** *Assumed*: what is wrong with a template is not seen at once. The message is taken on, and fails at Meta. */
export const WRONG_TEMPLATE: Readonly<Record<TemplateFault, readonly Step[]>> = {
	unknown: [ACK, failed(2, ERRORS.noTemplate)],
	count: [ACK, failed(2, ERRORS.wrongCount)],
	codes: [ACK, failed(2, ERRORS.differentCodes)],
};

/** The ticks beside a message, as phones show them; the strongest last. */
export const TICKS = ['none', 'one', 'two', 'blue', 'failed'] as const;
type Ticks = (typeof TICKS)[number];
const TICKS_OF: Readonly<Record<string, Ticks>> = {
	sent: 'one',
	delivered: 'two',
	read: 'blue',
	failed: 'failed',
};

/** What the statuses so far come to: a late `sent` takes no tick away. */
export function ticksOf(statuses: readonly string[]): Ticks {
	const reached = statuses.map((status) => TICKS_OF[status]);
	return TICKS.filter((ticks) => reached.includes(ticks)).at(-1) ?? 'none';
}
