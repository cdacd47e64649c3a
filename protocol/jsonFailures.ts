import { type Failure, type FailureTable, mends } from './failures';

/**
 * The failures that the WABA and the RCS API share, by HTTP status. `402` and `413` are answers to sends; `509` is
 * one of older versions, its meaning *assumed*. An interface has words of its own for those that mean more there, and
 * for `404`.
 */
const jsonFailures: FailureTable = {
	'400': {
		message: 'Something in the request is wrong, or missing.',
		mend: 'Check the fields of this operation.',
	},
	'402': {
		message: 'There is no credit, or not enough for this message.',
		mend: mends.credit,
		lasting: true,
	},
	'403': {
		message: 'The API key is not accepted, or the account is discontinued.',
		mend: mends.key,
		lasting: true,
	},
	'405': {
		message: 'The request is not taken at this address.',
		mend: 'Check the base URLs in the credential.',
	},
	'413': {
		message: 'The message, or its list of recipients, is too large.',
		mend: 'Send to fewer recipients at once, or make the message shorter.',
	},
	'503': {
		message: 'The request was not taken: SMSBOX is not available at the moment.',
		mend: 'It may be tried again later.',
	},
	'509': {
		message: 'The request was not taken: a limit is exceeded.',
		mend: 'Send to fewer recipients at once, or try again later.',
	},
};

/** Also for codes that are not documented. */
export function jsonFailureOf(code: string, wording: FailureTable): Failure {
	const other = {
		message: 'The reason is not documented.',
		mend: 'Check the fields of this operation, and the API key in the credential.',
	};
	return wording[code] ?? jsonFailures[code] ?? other;
}
