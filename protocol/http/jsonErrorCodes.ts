import { type ErrorCode, type ErrorCodes, remediations } from '../sms/errorCodes';

/**
 * The failures that the WABA and the RCS API share, by HTTP status. `402` and `413` are answers to sends; `509` is
 * one of older versions, its meaning *assumed*. An interface has words of its own for those that mean more there, and
 * for `404`.
 */
const jsonErrorCodes: ErrorCodes = {
	'400': {
		message: 'The request is invalid or incomplete.',
		remediation: 'Check the fields of this operation.',
	},
	'402': {
		message: 'The account balance is too low for this message.',
		remediation: remediations.credit,
		isAccountLevel: true,
	},
	'403': {
		message: 'The API key is not accepted, or the account is discontinued.',
		remediation: remediations.key,
		isAccountLevel: true,
	},
	'405': {
		message: "This URL doesn't accept the request.",
		remediation: 'Check the base URLs in the credential.',
	},
	'413': {
		message: 'The message or its recipient list is too large.',
		remediation: 'Send to fewer recipients per request, or shorten the message.',
	},
	'503': {
		message: 'SMSBOX is temporarily unavailable.',
		remediation: 'Try again later.',
	},
	'509': {
		message: 'A limit of SMSBOX is exceeded.',
		remediation: 'Send to fewer recipients per request, or try again later.',
	},
};

/** Also for codes that are not documented. */
export function jsonErrorCodeOf(code: string, wording: ErrorCodes): ErrorCode {
	const other = {
		message: 'The reason is not documented.',
		remediation: 'Check the fields of this operation, and the API key in the credential.',
	};
	return wording[code] ?? jsonErrorCodes[code] ?? other;
}
