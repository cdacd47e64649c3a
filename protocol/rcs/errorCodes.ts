import { type ErrorCodes, jsonErrorCodes } from '../http/errorCodes';

/** The failures of the RCS API. */
export const rcsErrorCodes: ErrorCodes = {
	...jsonErrorCodes,
	'400': {
		message: 'The request is invalid or has no valid recipient.',
		remediation: 'Check the recipients, in international format, and the fields of this operation.',
	},
	'404': {
		message: "The RCS agent doesn't exist.",
		remediation: 'Check Agent ID in the customer area.',
	},
};
