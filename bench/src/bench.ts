import { parseArgs } from 'node:util';
import { describeFailure } from '../../playground/dist/support/print';
import { isMet, lineOf, type Figure } from './figures';
import {
	measureHistory,
	measureLargeWebhooks,
	measureMemory,
	measurePoll,
	measureStartup,
} from './groups/children';
import { measureCpu, measureDryRun } from './groups/cpu';
import { measureGrowth } from './groups/growth';
import { measureDeduplicationKey } from './groups/deduplicationKey';
import { measureReportsDefault, measureReportsLazy } from './groups/reports';
import { measureSending } from './groups/sending';
import { withN8n, type Engine, type N8nStage } from './n8nStage';
import { writeResults } from './report';

/** What is measured together. */
interface Group {
	name: string;
	/** Of the n8n that it needs; none for what runs in processes of its own. */
	engine?: Engine;
	measure: (rounds: number, n8n: () => N8nStage) => Promise<Figure[]>;
}

const inN8n = (
	name: string,
	engine: Engine,
	measure: (stage: N8nStage, rounds: number) => Promise<Figure[]>,
): Group => ({ name, engine, measure: async (rounds, n8n) => await measure(n8n(), rounds) });

const groups: readonly Group[] = [
	inN8n('sending', 'default', measureSending),
	inN8n('deduplication-key', 'default', measureDeduplicationKey),
	inN8n('cpu', 'default', measureCpu),
	inN8n('dry-run', 'default', measureDryRun),
	inN8n('growth', 'default', measureGrowth),
	inN8n('reports', 'default', measureReportsDefault),
	inN8n('reports-lazy', 'lazy', measureReportsLazy),
	{ name: 'history', measure: measureHistory },
	{ name: 'poll', measure: measurePoll },
	{ name: 'large-webhooks', measure: measureLargeWebhooks },
	{ name: 'memory', measure: measureMemory },
	{ name: 'startup', measure: measureStartup },
];

const usage = `npm run bench -- [--rounds N] [--only GROUP,GROUP…]
Groups: ${groups.map(({ name }) => name).join(', ')}. With --only, nothing is written.`;

const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

const noStage = (): N8nStage => {
	throw new Error('This group has no n8n');
};

/** Measures the groups, those with the same n8n together. Gives the figures in the order of the groups. */
async function measureAll(chosen: readonly Group[], rounds: number): Promise<Figure[]> {
	const found = new Map<Group, Figure[]>();
	const measureWith = async (group: Group, n8n: () => N8nStage): Promise<void> => {
		const figures = await group.measure(rounds, n8n);
		for (const figure of figures) print(lineOf(figure));
		found.set(group, figures);
	};
	for (const group of chosen.filter(({ engine }) => engine === undefined)) await measureWith(group, noStage);
	for (const engine of ['default', 'lazy'] as const) {
		const together = chosen.filter((group) => group.engine === engine);
		if (together.length === 0) continue;
		await withN8n(engine, async (stage) => {
			for (const group of together) await measureWith(group, () => stage);
		});
	}
	return chosen.flatMap((group) => found.get(group) ?? []);
}

/** @returns the exit code: 0 only where every goal is met */
async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			rounds: { type: 'string', default: '5' },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	const names = values.only?.split(',') ?? groups.map(({ name }) => name);
	const rounds = Number(values.rounds);
	const isKnown = names.every((wanted) => groups.some(({ name }) => name === wanted));
	if (values.help || !isKnown || !Number.isInteger(rounds) || rounds < 1) {
		print(usage);
		return values.help ? 0 : 2;
	}
	const figures = await measureAll(
		groups.filter(({ name }) => names.includes(name)),
		rounds,
	);
	if (values.only === undefined) await writeResults(figures);
	const missed = figures.filter((figure) => !isMet(figure));
	print(missed.length === 0 ? 'Every goal is met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}`);
	return missed.length === 0 ? 0 : 1;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		print(describeFailure(error));
		process.exitCode = 2;
	},
);
