/** Senders and contact groups of the account. */

/** service.md#sender-ids: at most 15 digits or at most 11 alphanumeric characters. */
export const isSenderSyntax = (sender: string): boolean => /^(\d{1,15}|[A-Za-z0-9]{1,11})$/.test(sender);

export interface Group {
	readonly id: number;
	name: string;
	numbers: readonly string[];
}

/** *Assumed*: that there is a bound at all; it keeps the simulator's memory in bounds. */
const MAX_GROUPS = 10_000;

export class Directory {
	private readonly groups = new Map<number, Group>();
	private lastGroupId = 0;
	senders: readonly string[] = [];
	defaultSender: string | undefined;

	/** The first one is the default. */
	replaceSenders(senders: readonly string[]): void {
		this.senders = senders;
		this.defaultSender = senders[0];
	}

	replaceGroups(groups: readonly Group[]): void {
		this.groups.clear();
		for (const group of groups) this.groups.set(group.id, { ...group });
		this.lastGroupId = Math.max(this.lastGroupId, ...groups.map((group) => group.id));
	}

	allGroups(): readonly Group[] {
		return [...this.groups.values()];
	}

	group(id: number): Group | undefined {
		return this.groups.get(id);
	}

	/** @returns false when there are too many groups */
	addGroup(name: string, numbers: readonly string[]): boolean {
		if (this.groups.size >= MAX_GROUPS) return false;
		const id = ++this.lastGroupId;
		this.groups.set(id, { id, name, numbers });
		return true;
	}

	deleteGroup(id: number): boolean {
		return this.groups.delete(id);
	}
}
