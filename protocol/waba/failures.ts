import type { FailureTable } from '../failures';

/** What failures mean here, where the table that is shared with RCS cannot say it as well. */
export const wabaFailures: FailureTable = {
	'404': {
		message: 'There is no such agent.',
		mend: 'Check WABA ID and Phone Number ID: both stand in the customer area.',
	},
};
