/**
 * `npm run test:histories -- --histories 100000 --seed 1 --processes 2`: many histories, in as many processes. Prints each
 * failing one, shrunk, and at the end the figures and the pairs of features that were drawn least. With `--mutants` it tests
 * the oracle instead, with `--only key` with those whose name contains this: see `hunt.ts`.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf } from '../support/commandLine';
import { runWorker } from './child';
import { Coverage } from './coverage';
import { huntMutants } from './hunt';
import type { Figures, Message } from './worker';

const { values } = parseArgs({
	options: {
		histories: { type: 'string' },
		seed: { type: 'string', default: '1' },
		processes: { type: 'string', default: '1' },
		mutants: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
	},
});
const histories = countOf('histories', values.histories ?? (values.mutants ? '20000' : '10000'));
const [seed, processes] = [countOf('seed', values.seed), countOf('processes', values.processes)];

const root = resolve(__dirname, '../../../../..');
const coverage = new Coverage();
const figures = new Map<number, Figures>();
const began = Date.now();
let failures = 0;

const total = (name: keyof Figures): number => [...figures.values()].reduce((sum, one) => sum + one[name], 0);
const seconds = (): number => Math.round((Date.now() - began) / 1000);
const line = (): string =>
	`${total('histories')} histories, ${total('requests')} requests, ${total('messages')} messages, ${total('failures')} failures, ${seconds()} s`;

const isMessage = (message: unknown): message is Message =>
	typeof message === 'object' && message !== null && 'kind' in message;

function hear(index: number, message: unknown): void {
	if (!isMessage(message)) return;
	if (message.kind === 'failure') {
		failures += 1;
		console.log(
			message.report === undefined
				? `seed ${message.seed}: ${message.rules.join(', ')}`
				: `\n${message.report}\n`,
		);
		return;
	}
	figures.set(index, message.figures);
	if (message.kind === 'end') coverage.merge(message.pairs);
	else if (index === 0) console.log(line());
}

/** The simulator's dependencies are its own; the compiled files are not in its folder. */
const env = { ...process.env, NODE_PATH: join(root, 'simulator/node_modules') };

/** Each pair is to be drawn at least once in as many histories. */
const leastEach = 5_000;

function showPairs(): void {
	const pairs = coverage.rarest();
	const rare = pairs.filter(([, count]) => count < histories / leastEach);
	console.log(
		`${pairs.length} pairs of features, ${rare.length} of them drawn less than ${histories / leastEach} times; the rarest:`,
	);
	for (const [pair, count] of pairs.slice(0, 15)) console.log(`  ${count} ${pair}`);
}

/** Returns whether all histories pass. */
async function runHistories(): Promise<boolean> {
	const work = async (index: number): Promise<void> =>
		await runWorker(__dirname, [seed + index, seed + histories, processes], env, (message) => {
			hear(index, message);
		});
	await Promise.all(Array.from({ length: processes }, async (_, index) => await work(index)));
	showPairs();
	console.log(line());
	return failures === 0;
}

const isDone = values.mutants
	? huntMutants({ root, histories, seed, processes, only: values.only, env })
	: runHistories();

isDone.then(
	(hasPassed) => {
		process.exitCode = hasPassed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
