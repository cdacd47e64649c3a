import type { Fact, Traffic } from './traffic';

interface Order {
	traffic: Traffic;
	seen: Map<Fact, number>;
}

/** A fact that was missed, was seen too often, or belongs to no order. */
export interface Problem {
	problem: 'lost' | 'twice' | 'unexpected';
	fact: Fact;
	order: string;
	/** Name of the traffic; '' for an unknown order. */
	traffic: string;
}

/** Expected and seen facts of each order. Facts are counted as they come, because n8n prunes its executions. */
export class Ledger {
	private readonly orders = new Map<string, Order>();
	private readonly strays: Problem[] = [];
	private left = 0;

	/** Adds an order. To be called before it is submitted. */
	expect(order: string, traffic: Traffic): void {
		this.orders.set(order, { traffic, seen: new Map() });
		this.left += traffic.facts.length;
	}

	see(order: string, fact: Fact): void {
		const known = this.orders.get(order);
		if (known === undefined) {
			this.strays.push({ problem: 'unexpected', fact, order, traffic: '' });
			return;
		}
		const before = known.seen.get(fact) ?? 0;
		known.seen.set(fact, before + 1);
		if (before === 0 && known.traffic.facts.includes(fact)) this.left -= 1;
	}

	/** How many facts were not seen yet. */
	get missing(): number {
		return this.left;
	}

	/** Orders of a traffic so far. */
	count({ name }: Traffic): number {
		return [...this.orders.values()].filter(({ traffic }) => traffic.name === name).length;
	}

	problems(): Problem[] {
		const found = [...this.strays];
		for (const [order, { traffic, seen }] of this.orders) {
			const add = (problem: Problem['problem'], fact: Fact): void =>
				void found.push({ problem, fact, order, traffic: traffic.name });
			for (const fact of traffic.facts) if (!seen.has(fact)) add('lost', fact);
			for (const [fact, times] of seen) {
				if (!traffic.facts.includes(fact)) add('unexpected', fact);
				else if (times > 1) add('twice', fact);
			}
		}
		return found;
	}
}
