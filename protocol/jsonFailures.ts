import type { Failure, FailureTable } from './failures';

/**
 * The failures that the WABA and the RCS API share, by HTTP status. `402` and `413` are answers to sends; `509` is
 * one of older versions, its meaning *assumed*. An interface words those differently that mean something else there.
 */
const jsonFailures: FailureTable = {
	'400': {
		message: 'The service says that the request is wrong, or that something is missing in it.',
		mend: 'Check the values of this operation.',
	},
	'402': {
		message: 'There is no credit, or not enough for this message.',
		mend: 'Add credits to the account, then send it again.',
		lasting: true,
	},
	'403': {
		message: 'The service refuses the API key, or the account is discontinued.',
		mend: 'Check the API key in the credential, that neither key nor account is suspended, and that the address of this machine is allowed to use the key.',
		lasting: true,
	},
	'404': {
		message: 'The service does not know this agent.',
		mend: 'Check the identifier of the agent.',
	},
	'405': {
		message: 'The service does not take this request at this address.',
		mend: 'Check the base addresses in the credential.',
	},
	'413': {
		message: 'The service says that the message, or its list of recipients, is too large.',
		mend: 'Send to fewer recipients at once, or make the message shorter.',
	},
	'503': {
		message: 'The service is not available at the moment, and did not take the request.',
		mend: 'It may be tried again later.',
	},
	'509': {
		message: 'The service says that a limit is exceeded, and did not take the request.',
		mend: 'Send to fewer recipients at once, or try again later.',
	},
};

/** Also for codes that are not documented. */
export function jsonFailureOf(code: string, wording: FailureTable = {}): Failure {
	const other = {
		message: 'The service refused the request.',
		mend: 'Check the values of this operation, and the API key in the credential.',
	};
	return wording[code] ?? jsonFailures[code] ?? other;
}
