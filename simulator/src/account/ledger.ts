/** Credits in hundredths: a message to a sandbox number costs 0.05, and sums of such fractions must stay exact. */
export type Hundredths = number;

export const toHundredths = (credits: number): Hundredths => Math.round(credits * 100);

/** As the service writes a balance: no decimals where there are none (`1000`, `999.95`). */
export const formatCredits = (amount: Hundredths): string => String(amount / 100);

export interface SubAccount {
	readonly pseudo: string;
	readonly mdp: string;
	/** Whether it spends the main account's balance directly (service.md#account, `nolimit`). */
	readonly nolimit: boolean;
	allocated: Hundredths;
}

/** How many sub-accounts an account has at most (service.md#account). */
const MAX_SUB_ACCOUNTS = 500;

/** The main account's balance and its sub-accounts. */
export class Ledger {
	private readonly accounts = new Map<string, SubAccount>();

	constructor(public balance: Hundredths) {}

	/** @returns false, and takes nothing, if the balance does not suffice */
	spend(amount: Hundredths): boolean {
		if (amount > this.balance) return false;
		this.balance -= amount;
		return true;
	}

	refund(amount: Hundredths): void {
		this.balance += amount;
	}

	subAccounts(): readonly SubAccount[] {
		return [...this.accounts.values()];
	}

	/** @returns false for a duplicate name or when there are 500 already */
	create(account: Omit<SubAccount, 'allocated'>): boolean {
		if (this.accounts.has(account.pseudo) || this.accounts.size >= MAX_SUB_ACCOUNTS) return false;
		this.accounts.set(account.pseudo, { ...account, allocated: 0 });
		return true;
	}

	/**
	 * @param amount positive adds to the sub-account, negative takes back from it
	 * @returns false if the sub-account does not exist or whoever gives has too little
	 */
	transfer(pseudo: string, amount: Hundredths): boolean {
		const account = this.accounts.get(pseudo);
		if (account === undefined || amount > this.balance || -amount > account.allocated) return false;
		this.balance -= amount;
		account.allocated += amount;
		return true;
	}
}
