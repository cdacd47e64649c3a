import type { FailureTable } from '../sms/errorCodes';

/** What failures mean here, where the table that is shared with WABA cannot say it as well. */
export const rcsFailures: FailureTable = {
	'400': {
		message: 'The request is invalid or has no valid recipient.',
		mend: 'Check the recipients, in international format, and the fields of this operation.',
	},
	'404': {
		message: "The RCS agent doesn't exist.",
		mend: 'Check Agent ID in the customer area.',
	},
};
