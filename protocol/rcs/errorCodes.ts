import type { ErrorCodes } from '../sms/errorCodes';

/** What failures mean here, where the table that is shared with WABA cannot say it as well. */
export const rcsErrorCodes: ErrorCodes = {
	'400': {
		message: 'The request is invalid or has no valid recipient.',
		remediation: 'Check the recipients, in international format, and the fields of this operation.',
	},
	'404': {
		message: "The RCS agent doesn't exist.",
		remediation: 'Check Agent ID in the customer area.',
	},
};
