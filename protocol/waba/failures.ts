import type { FailureTable } from '../failures';

/** What failures mean here, where the table that is shared with RCS cannot say it as well. */
export const wabaFailures: FailureTable = {
	'404': {
		message: 'The service does not know this agent.',
		mend: 'Check the WABA ID and the phone number ID: both stand in the customer area.',
	},
};
