/**
 * The protocol layer is a set of exchanges: pure values that say what is sent and how the answer is read.
 * Nothing in this folder knows n8n or does I/O.
 */

/** Which of the three base addresses of the credential a request goes to. `sms` serves Account and SMS. */
export type Api = 'sms' | 'waba' | 'rcs';

/**
 * What carrying out a request does at the service, and so whether it may be repeated:
 * - `read` changes nothing and may be repeated freely;
 * - `repeatable` changes something, and changes nothing more when it is repeated;
 * - `change` changes the account: repeated, it could change it twice;
 * - `send` reaches a person and costs money: it is never repeated once it may have been carried out.
 */
export type Effect = 'read' | 'repeatable' | 'change' | 'send';

/** A request without its base address and without its `Authorization` header. */
export interface WireRequest {
	api: Api;
	method: 'GET' | 'POST';
	/** Path and query, percent-encoded, beginning with `/`. */
	path: string;
	headers: Readonly<Record<string, string>>;
	/** ASCII only: a percent-encoded form or JSON with escapes, so that no layer re-encodes it. */
	body?: string;
}

/** An answer as it came over the wire, undecoded. Header names are in lower case. */
export interface WireResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	bytes: Uint8Array;
}

/** What people read. */
export interface MessageWords {
	/** What all of them read. */
	text: unknown;
	/** The ID of the group that it goes to; absent for numbers. */
	group?: string;
	/** What else makes another message of it: the sender, a time, and what only comes back from people. */
	options: unknown;
}

/**
 * One request and the reading of its answer.
 * `parse` returns the result of a documented success and throws otherwise: {@link Rejected} for a documented
 * refusal, {@link UnexpectedResponse} for everything else.
 */
export interface Exchange<Result> {
	effect: Effect;
	request: WireRequest;
	/**
	 * Returns the request as it leaves, where that depends on the time; `request` is then what identifies it. Called before each
	 * attempt, and for what an earlier one has sent, with the time of then. Throws where it may no longer leave.
	 */
	requestAt?: (now: Date) => WireRequest;
	/** Of a message: what its people read, however they are named. Absent where all of the request is what it does. */
	message?: () => MessageWords;
	/** Of a message: the numbers it goes to, in their order. Absent where they are not known (a group). */
	recipients?: readonly string[];
	/** Where one input takes several requests: what this one covers, in words ("recipients 5,001 to 10,000"). */
	covers?: string;
	/** What all requests of that input cover, in their order. */
	parts?: readonly string[];
	/** The recipients of all requests of that input, in their order. */
	list?: readonly string[];
	parse: (reply: WireResponse) => Result;
	/** Returns the references of an accepted message, under which the service finds it again. */
	referencesIn?: (reply: WireResponse) => readonly string[];
	/** Returns how many people a success took; null where it leaves open whether it took anybody. Absent: it took everybody. */
	takenIn?: (reply: WireResponse) => number | null;
}
