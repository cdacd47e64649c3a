import { InvalidInput, Refused, UnexpectedReply } from '../../protocol/errors';
import type { Effect } from '../../protocol/exchange';

/**
 * The four ways in which an item can fail:
 * - `input`: wrong before anything was sent;
 * - `notSent`: nothing reached the service, it may be tried again;
 * - `refused`: the service said no, with a documented code;
 * - `unknown`: the request may have been carried out. It is never repeated by us.
 */
export type FailureKind = 'input' | 'notSent' | 'refused' | 'unknown';

interface FailureDetails {
	kind: FailureKind;
	/** What happened, one sentence. */
	message: string;
	/** How to mend it and what else is known. */
	description?: string | undefined;
	/** The service's own code, as it came. */
	code?: string | undefined;
	/** Outward name of the parameter that is wrong. */
	field?: string | undefined;
	/** Whether every further request would fail in the same way. */
	lasting?: boolean;
}

/** An item's failure. Holds no key, no phone number, no message text and no foreign error object. */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly kind: FailureKind;
	readonly description: string | undefined;
	readonly code: string | undefined;
	readonly field: string | undefined;
	readonly lasting: boolean;

	constructor(details: FailureDetails) {
		super(details.message);
		this.kind = details.kind;
		this.description = details.description;
		this.code = details.code;
		this.field = details.field;
		this.lasting = details.lasting ?? false;
	}

	/** The same failure with one more thing said at its end. */
	withNote(note: string): Failure {
		const description = [this.description, note].filter((part) => part !== undefined).join(' ');
		return new Failure({
			kind: this.kind,
			message: this.message,
			description,
			code: this.code,
			field: this.field,
			lasting: this.lasting,
		});
	}
}

/** What a request without a known outcome may have done, by its effect. */
const unknownOutcome: Record<Effect, { headline: string; advice: string }> = {
	read: { headline: 'No usable answer', advice: 'Nothing was changed: you can run this again.' },
	repeatable: {
		headline: 'No usable answer',
		advice: 'It may have been carried out; to run it again does no harm.',
	},
	change: {
		headline: 'May have been carried out',
		advice: 'Check in your SMSBOX account before you run this again. It is not repeated by a retry.',
	},
	send: {
		headline: 'May have been sent',
		advice:
			'Check in your SMSBOX account (for an SMS: in its history) whether it left before you send it again. It is not sent again by a retry.',
	},
};

/** A failure whose outcome is not known; `reason` is the end of a sentence ("no answer came within 60 s"). */
export function unknownFailure(effect: Effect, reason: string, more?: string): Failure {
	const { headline, advice } = unknownOutcome[effect];
	return new Failure({
		kind: 'unknown',
		message: `${headline}: ${reason}`,
		description: [more, advice].filter((part) => part !== undefined).join(' '),
	});
}

function unexpectedReply(error: UnexpectedReply, effect: Effect): Failure {
	if (error.problem !== undefined) return unknownFailure(effect, error.problem);
	const seen =
		error.excerpt === ''
			? 'The answer was empty.'
			: `The answer began with (numbers and texts struck out): ${error.excerpt}`;
	return unknownFailure(effect, `unexpected reply from the service (HTTP ${error.status})`, seen);
}

/**
 * Translates what the protocol layer throws. Anything else is a fault in this package; it is not shown as it is, because
 * a foreign error may hold the key or the text.
 */
export function failureOf(error: unknown, effect: Effect): Failure {
	if (error instanceof Failure) return error;
	if (error instanceof InvalidInput) {
		return new Failure({
			kind: 'input',
			message: error.message,
			description: error.mend,
			field: error.field,
		});
	}
	if (error instanceof Refused) {
		return new Failure({
			kind: 'refused',
			message: `Refused by SMSBOX (${error.code}): ${error.message}`,
			description: error.mend,
			code: error.code,
			lasting: error.lasting,
		});
	}
	if (error instanceof UnexpectedReply) return unexpectedReply(error, effect);
	return unknownFailure(effect, 'an internal error in the SMSBOX node', `(${errorName(error)})`);
}

function errorName(error: unknown): string {
	return error instanceof Error ? error.name : typeof error;
}
