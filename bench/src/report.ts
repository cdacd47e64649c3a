import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { format, resolveConfig } from 'prettier';
import { playgroundRoot } from '../../playground/dist/support/folders';
import { pinnedN8n } from '../../playground/dist/n8n/n8nVersion';
import { parseJson, textAt } from '../../playground/dist/support/json';
import { tell, type Figure } from './figures';
import { repositoryRoot, resultsFile } from './folders';

const versionIn = (...path: string[]): string =>
	textAt(parseJson(readFileSync(join(...path, 'package.json'), 'utf8')), 'version');

const table = (header: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const withGoals = (figures: readonly Figure[]): string =>
	table(
		['Figure', 'Measured', 'Goal', 'Met', 'Spread'],
		figures
			.filter(({ goal }) => goal !== undefined)
			.map(tell)
			.map(({ name, value, goal, met, spread }) => [name, value, goal, met, spread]),
	);

const shownOnly = (figures: readonly Figure[]): string =>
	table(
		['Figure', 'Measured', 'Spread'],
		figures
			.filter(({ goal }) => goal === undefined)
			.map(tell)
			.map(({ name, value, spread }) => [name, value, spread]),
	);

/** What it was measured with. */
function surroundings(): string {
	const processors = cpus();
	const rows = [
		['n8n', versionIn(playgroundRoot, 'node_modules', 'n8n')],
		[
			'Node.js that runs n8n',
			execFileSync(pinnedN8n.node, ['--version'], { encoding: 'utf8' }).trim().slice(1),
		],
		['n8n-nodes-smsbox', versionIn(repositoryRoot)],
		[
			'Machine',
			`${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
		],
	];
	return table(['With', ''], rows);
}

async function writeFormatted(file: string, text: string): Promise<void> {
	writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

/** Writes the results of a whole run. */
export async function writeResults(figures: readonly Figure[]): Promise<void> {
	const text = [
		'# Results of the benchmark',
		'Written by `npm run bench`: medians of interleaved rounds of one run on one machine.',
		surroundings(),
		'## Goals',
		withGoals(figures),
		'## For information',
		'Absolute figures depend on the machine as much as on the nodes.',
		shownOnly(figures),
	].join('\n\n');
	await writeFormatted(resultsFile, text);
}
