import { type ErrorCodes, jsonErrorCodes } from '../http/errorCodes';

/** The failures of the WABA API. */
export const wabaErrorCodes: ErrorCodes = {
	...jsonErrorCodes,
	'404': {
		message: "The agent doesn't exist.",
		remediation: 'Check WABA ID and Phone Number ID in the customer area.',
	},
};
