import { Ledger } from './ledger';
import { executionsASecond, smsASecond, traffic, type Fact, type Traffic } from './traffic';

const kind: Traffic = {
	name: 'Sends',
	everySeconds: 1,
	orders: 1,
	by: 'send',
	mark: 'plain',
	facts: ['message', 'reported'],
};

/** A ledger of two orders, with the facts that are seen of the second. */
function ledgerWith(...seen: Fact[]): Ledger {
	const ledger = new Ledger();
	for (const order of ['1', '2']) ledger.expect(order, kind);
	for (const fact of kind.facts) ledger.see('1', fact);
	for (const fact of seen) ledger.see('2', fact);
	return ledger;
}

describe('the ledger', () => {
	it('finds no problem where each fact is seen once', () => {
		const ledger = ledgerWith('reported', 'message');
		expect(ledger.problems()).toEqual([]);
		expect(ledger.missing).toBe(0);
		expect(ledger.count(kind)).toBe(2);
	});

	it.each<[string, Fact[], number]>([
		['lost', ['message'], 1],
		['twice', ['message', 'reported', 'reported'], 0],
		['unexpected', ['message', 'reported', 'polled'], 0],
	])('finds a fact that is %s', (problem, seen, missing) => {
		const ledger = ledgerWith(...seen);
		const fact = problem === 'unexpected' ? 'polled' : 'reported';
		expect(ledger.problems()).toEqual([{ problem, fact, order: '2', traffic: 'Sends' }]);
		expect(ledger.missing).toBe(missing);
	});

	it('counts a fact that is missing where another one is seen twice', () => {
		const ledger = ledgerWith('message', 'message');
		expect(ledger.missing).toBe(1);
		expect(ledger.problems().map(({ problem }) => problem)).toEqual(['lost', 'twice']);
	});

	it('finds a message without an order', () => {
		const ledger = ledgerWith('message', 'reported');
		ledger.see('3', 'message');
		expect(ledger.problems()).toEqual([{ problem: 'unexpected', fact: 'message', order: '3', traffic: '' }]);
	});
});

describe('the traffic', () => {
	it('leaves lost reports to the polls, and expects no repeated one', () => {
		const facts = (mark: Traffic['mark']): string[][] =>
			traffic.filter((one) => one.mark === mark && one.by === 'send').map((one) => [...one.facts]);
		expect(facts('lost')).toEqual([['message', 'polled']]);
		expect(facts('repeated')).toEqual([['message', 'reported', 'polled']]);
	});

	it('counts SMS and executions', () => {
		expect(smsASecond).toBeCloseTo(2 + 10 + 0.4 + 0.2, 5);
		// Sends and the reports of most; batches and their reports; incoming SMS; questions; polls.
		expect(executionsASecond).toBeCloseTo(2 + 1.8 + 0.05 + 10 + 0.4 + 0.2 + 0.1, 5);
	});
});
