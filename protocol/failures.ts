/** What a failure of the service means and how to put it right, as sentences. */
export interface Failure {
	message: string;
	mend: string;
	/** Whether every further request would fail in the same way, until a person has put something right. */
	lasting?: true;
}

/** Failures by the service's own code. */
export type FailureTable = Readonly<Record<string, Failure>>;

/** "Anything else", in the words of the service. */
const unspecified: Failure = {
	message: 'The service refused the request without a specific reason.',
	mend: 'Possible reasons: the recipient is on a blacklist, the same message was sent to the recipient before, or the country is not supported.',
};

/**
 * The failures of the Account and SMS API ("Errors"). The codes with a number are the ones of sends; the other
 * operations answer `ERREUR`, which gives no reason, and perhaps `ERROR 02` to a wrong key (*assumed*).
 */
export const failures: FailureTable = {
	'ERROR 01': {
		message: 'The service says that a parameter is missing or invalid.',
		mend: 'Check the recipients, the sender (is it registered in the account?) and the options.',
	},
	'ERROR 02': {
		message: 'The service refuses the API key.',
		mend: 'Check the API key in the credential, that neither key nor account is suspended, and that the address of this machine is allowed to use the key.',
		lasting: true,
	},
	'ERROR 03': {
		message: 'The balance of the account is empty or too low for this message.',
		mend: 'Add credits to the account, then send it again.',
		lasting: true,
	},
	'ERROR 04': {
		message: 'The service says that a recipient number is invalid.',
		mend: 'Check the numbers: international format, with the country prefix.',
	},
	'ERROR 05': {
		message: 'The service had an internal failure and did not take the message.',
		mend: 'Try again later.',
	},
	ERROR: unspecified,
	ERREUR: {
		message: 'The service refused the request without giving a reason.',
		mend: 'Check the values of this operation, and the API key in the credential.',
	},
};

/** Also for codes that are not documented: an unknown number is a refusal for some other reason. */
export function failureOf(code: string, wording: FailureTable = {}): Failure {
	const other = { ...unspecified, message: `The service refused the request (${code}).` };
	return wording[code] ?? failures[code] ?? other;
}
