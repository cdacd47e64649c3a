import type { FailureTable } from '../failures';

/** What failures mean here, where the table that is shared with WABA cannot say it as well. */
export const rcsFailures: FailureTable = {
	'400': {
		message: 'The service says that the request is wrong, or that it holds no valid recipient.',
		mend: 'Check the recipients, in international format, and the values of this operation.',
	},
	'404': {
		message: 'The service does not know this RCS agent.',
		mend: 'Check the agent ID.',
	},
};
