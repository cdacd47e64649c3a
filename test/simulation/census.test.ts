/** The census holds all that the nodes have, and histories draw all that it says. */
import { smsNumbers } from '../../protocol/sms/options';
import { optionsOf, sendingOperations } from '../support/registry';
import { smsboxNode } from '../support/smsbox';
import { features, operations, options, running } from './census';
import { Coverage } from './coverage';
import { channels } from './history';
import { historyOf } from './tester';

const nodes = ['smsboxSms', 'smsboxWaba', 'smsboxRcs'].map(smsboxNode);

it('has every operation that sends', () => {
	const titles = nodes.flatMap((node) => sendingOperations(node).map(({ title }) => title));
	expect(Object.keys(operations).sort()).toEqual(titles.sort());
});

it('has every option of theirs', () => {
	const all = nodes.flatMap((node) =>
		sendingOperations(node).flatMap((operation) => optionsOf(node, operation).map(({ name }) => name)),
	);
	// A number of an SMS changes what a request says, not whether it is sent (test/contract/optionsOnTheWire.test.ts).
	const numbers = Object.values(smsNumbers).flatMap(({ name }) => name ?? []);
	expect(all.filter((name) => !(name in options || numbers.includes(name)))).toEqual([]);
	expect(Object.keys(options).filter((name) => !all.includes(name))).toEqual([]);
});

it('names features that histories draw', () => {
	const known = [...features.map(([name]) => name), ...channels.map((channel) => `channel ${channel}`)];
	for (const entry of Object.values({ ...operations, ...options, ...running }))
		if ('drawn' in entry) expect(known).toContain(entry.drawn);
});

it('draws every pair of features on every channel, impossible ones aside', () => {
	const coverage = new Coverage();
	// 20 in 100,000.
	for (let seed = 0; seed < 20_000; seed++) coverage.add(historyOf(seed));
	expect(coverage.rarest().filter(([, count]) => count < 4)).toEqual([]);
}, 300_000);
