import type { ErrorCode } from '../errors';

/** Failures by the service's own code; `other` for codes that are not documented. */
export type ErrorCodes = Readonly<Record<string, ErrorCode>> & { readonly other: ErrorCode };

/** How to put right what every interface may refuse. */
export const remediations = {
	key: 'Check the API key in the credential. The key and the account must be active, and allow the IP address of your n8n.',
	credit: 'Add credits to the account, then send it again.',
};

/**
 * The failures that the WABA and the RCS API share, by HTTP status. `402` and `413` are answers to sends; `509` is
 * one of older versions, its meaning *assumed*. The catalogue of each interface begins with them, and
 * says more where a code means more there.
 */
export const jsonErrorCodes: ErrorCodes = {
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
		isTemporary: true,
		isOverload: true,
	},
	'509': {
		message: 'A limit of SMSBOX is exceeded.',
		remediation: 'Send to fewer recipients per request, or try again later.',
		isOverload: true,
	},
	other: {
		message: 'The reason is not documented.',
		remediation: 'Check the fields of this operation, and the API key in the credential.',
	},
};

/** What a code of an interface means. */
export const errorCodeOf = (code: string, codes: ErrorCodes): ErrorCode => codes[code] ?? codes.other;
