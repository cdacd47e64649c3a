/** The census holds all that the nodes have, and histories draw all that it says. */
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
	expect(Object.keys(options).sort()).toEqual([...new Set(all)].sort());
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
