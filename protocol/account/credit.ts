import { filled } from '../validation';
import { InvalidInput } from '../errors';
import type { Exchange } from '../exchange';
import { type Fields, formRequest, readOk, readPlainText, unexpected } from '../http/form';
import { maxNameLength } from './subAccounts';

const query: Fields = { action: 'credit' };

const balanceFailures = {
	ERREUR: {
		message: 'SMSBOX did not return the balance.',
		remediation: 'Check the API key in the credential.',
	},
};

/** The account's credits (service.md#account: check balance); there are fractions, a sandbox SMS costs 0.05. A comma before one or two digits is *assumed* to be a decimal one. */
export function getBalance(): Exchange<number> {
	const reading = { failures: balanceFailures };
	return {
		effect: 'read',
		request: formRequest({ query }),
		parse: (reply) => {
			const match = /^CREDIT\s+(-?\d{1,15}(?:\.\d{1,20}|,\d{1,2})?)$/.exec(readPlainText(reply, reading));
			if (!match) throw unexpected(reply, reading);
			return Number(match[1]?.replace(',', '.'));
		},
	};
}

export interface CreditTransfer {
	/** Username of the sub-account. */
	subAccount: string;
	/** Whole credits: positive moves them to the sub-account, negative takes them back. */
	credit: number;
}

const transferFailures = {
	ERREUR: {
		message: 'The credits were not transferred.',
		remediation:
			'Check that the sub-account exists and that there are enough credits, and check the API key in the credential.',
	},
};

/**
 * Moves credits between the account and a sub-account (service.md#account: transfer).
 *
 * @throws InvalidInput (`subAccount`, `credit`)
 */
export function transferCredit({ subAccount, credit }: CreditTransfer): Exchange<true> {
	if (!Number.isSafeInteger(credit) || credit === 0) {
		throw new InvalidInput('credit', 'The value must be a whole number other than 0.', 'Enter at least 1.');
	}
	const to = filled(subAccount, 'subAccount', maxNameLength);
	return {
		effect: 'change',
		request: formRequest({ query, form: { to, credit: String(credit) }, outward: { to: 'subAccount' } }),
		parse: (reply) => readOk(reply, { failures: transferFailures }),
	};
}
