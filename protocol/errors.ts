/**
 * What can go wrong in the protocol itself. None of these carries a key, a phone number or a message's text.
 */

/** Input that the service would refuse, or would take to mean something else. Thrown before anything is sent. */
export class InvalidInput extends Error {
	override readonly name = 'InvalidInput';

	/**
	 * @param field the outward name of the parameter (`to`, `text`, `scheduleAt` …)
	 * @param message what is wrong, as a sentence without the value itself
	 * @param remediation how to put it right, as a sentence
	 */
	constructor(
		readonly field: string,
		message: string,
		readonly remediation: string,
	) {
		super(message);
	}
}

/** What a failure of the service means and how to put it right, as sentences. */
export interface ErrorCode {
	message: string;
	remediation: string;
	/** Whether every further request would fail in the same way, until a person has put something right. */
	isAccountLevel?: true;
	/** Whether the service may take the same request a little later. It has taken nothing. */
	isTemporary?: true;
	/** Whether it gets too many requests, or may be getting them: fewer at a time may help. */
	isOverload?: true;
}

/** The service answered with a documented refusal. */
export class Rejected extends Error {
	override readonly name = 'Rejected';

	readonly remediation: string;
	readonly isAccountLevel: boolean;
	readonly isTemporary: boolean;
	readonly isOverload: boolean;

	/** @param code the service's own code (`ERROR 03`, `ERREUR`, `403` …) */
	constructor(
		readonly code: string,
		meaning: ErrorCode,
	) {
		super(meaning.message);
		this.remediation = meaning.remediation;
		this.isAccountLevel = meaning.isAccountLevel ?? false;
		this.isTemporary = meaning.isTemporary ?? false;
		this.isOverload = meaning.isOverload ?? false;
	}
}

/** The answer is neither a documented success nor a documented refusal: never read as either. */
export class UnexpectedResponse extends Error {
	override readonly name = 'UnexpectedResponse';

	/**
	 * @param status the HTTP status
	 * @param excerpt the beginning of the body, with numbers and texts redacted
	 * @param problem what is wrong with it, as the end of a sentence, where that is known
	 */
	constructor(
		readonly status: number,
		readonly excerpt: string,
		readonly problem?: string,
	) {
		super(`Unexpected response (HTTP ${status})`);
	}
}
