import type { ErrorCodes } from '../sms/errorCodes';

/** What failures mean here, where the table that is shared with RCS cannot say it as well. */
export const wabaErrorCodes: ErrorCodes = {
	'404': {
		message: "The agent doesn't exist.",
		remediation: 'Check WABA ID and Phone Number ID in the customer area.',
	},
};
