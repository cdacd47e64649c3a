import type { FailureTable } from '../failures';

/** What failures mean here, where the table that is shared with WABA cannot say it as well. */
export const rcsFailures: FailureTable = {
	'400': {
		message: 'Something in the request is wrong, or it holds no valid recipient.',
		mend: 'Check the recipients, in international format, and the fields of this operation.',
	},
	'404': {
		message: 'There is no such RCS agent.',
		mend: 'Check Agent ID: it stands in the customer area.',
	},
};
