import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { smsboxIps } from '../../nodes/engine/webhook/options';
import { choiceValuesOf } from '../support/registry';
import { filesIn, read, readJson, root } from '../support/repository';
import { packageNodes, smsboxNode } from '../support/smsbox';
import { anchorsIn, withoutCode } from './anchors';

const repository = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox';
/** Of pictures that npm shows: it completes the address of an `img`, but not of its alternatives. */
const pictureHost = 'https://raw.githubusercontent.com/n8n-nodes-smsbox/n8n-nodes-smsbox/main/';

/** Folders of other people's files, and of what is made from ours. */
const notOurs = new Set(['.git', '.data', 'node_modules', 'dist', 'coverage']);

const markdownIn = (folder: string): string[] =>
	readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : markdownIn(file);
		return entry.name.endsWith('.md') ? [file] : [];
	});
const documents = markdownIn('.').sort();

/** Where a document leads: links, pictures, and links that are named at its end. */
function targetsIn(file: string): string[] {
	const text = withoutCode(read(file)).replace(/`[^`\n]+`/g, '``');
	const patterns = [/\]\(([^)\s]+)\)/g, /^\[[^\]]+\]: (\S+)/gm, /(?:href|src|srcset)="([^"]+)"/g];
	return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = '']) => target));
}

/** Why a link leads nowhere, if it does. */
function problemWith(target: string, from: string): string | undefined {
	const [file = '', anchor] = target.split('#');
	const resolved = file === '' ? from : path.join(path.dirname(from), file);
	if (!existsSync(path.join(root, resolved))) return `${from}: ${target} does not exist`;
	if (anchor !== undefined && !anchorsIn(resolved).includes(anchor))
		return `${from}: ${target} has no such heading`;
	return undefined;
}

/** A URL into this repository as a path in it. */
const pathOf = (url: string) =>
	url
		.replace(`${repository}/blob/main/`, '')
		.replace(pictureHost, '')
		.replace(`${repository}#`, 'README.md#');

const isOurs = (url: string) =>
	[`${repository}/blob/main/`, `${repository}#`, pictureHost].some((start) => url.startsWith(start));

const codexSchema = z.object({ resources: z.record(z.array(z.object({ url: z.string() }))) });

/** The links of a node's codex file, by the name of its class. */
function linksOf(className: string): string[] {
	const { resources } = readJson(`nodes/${className}/${className}.node.json`, codexSchema);
	return Object.values(resources).flatMap((links) => links.map(({ url }) => url));
}

describe('the documents', () => {
	it.each(documents)('%s links only to what is there', (file) => {
		const targets = targetsIn(file);
		const inside = targets.filter((target) => !/^(https?|mailto):/.test(target));
		const byUrl = targets.filter(isOurs).map(pathOf);
		expect(inside.flatMap((target) => problemWith(target, file) ?? [])).toEqual([]);
		expect(byUrl.flatMap((target) => problemWith(target, 'README.md') ?? [])).toEqual([]);
	});

	it.each(documents)('%s names only commands and files that exist', (file) => {
		const text = read(file);
		const { scripts } = readJson('package.json', z.object({ scripts: z.record(z.string()) }));
		const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
		expect(commands.filter((name) => !(name in scripts))).toEqual([]);
		const files = [
			...text.matchAll(/`((?:nodes|protocol|credentials|tools|test|examples|docs)\/[\w./-]+\.\w+)`/g),
		].map(([, name = '']) => name);
		expect(files.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
	});

	it('name the version of pnpm that the setup installs with, as the playground does', () => {
		const versionsIn = (file: string) =>
			[...read(file).matchAll(/pnpm@([\d.]+\d)/g)].map(([, version = '']) => version);
		const [wanted] = versionsIn('tools/setup.mjs');
		const files = ['tools/setup.mjs', 'playground/src/roundTrips/checks.ts', ...documents];
		const named = files.flatMap((file) => versionsIn(file).map((version) => ({ file, version })));
		expect(named.map(({ file }) => file)).toContain('playground/src/roundTrips/checks.ts');
		expect(named.filter(({ version }) => version !== wanted)).toEqual([]);
	});

	it('show every picture that there is', () => {
		const shown = documents.flatMap((file) =>
			targetsIn(file).map((target) =>
				isOurs(target) ? pathOf(target) : path.join(path.dirname(file), target),
			),
		);
		const pictures = filesIn('docs/images');
		expect(pictures.length).toBeGreaterThan(5);
		expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	});

	it('say of every picture what it shows', () => {
		const unnamed = documents.flatMap((file) =>
			[...withoutCode(read(file)).matchAll(/!\[\s*\]\([^)]+\)/g)].map(([picture]) => `${file}: ${picture}`),
		);
		expect(unnamed).toEqual([]);
	});

	it('can all be reached from README', () => {
		const reached = new Set(['README.md']);
		for (const file of reached) {
			const files = targetsIn(file).map((target) =>
				path.join(path.dirname(file), target.split('#')[0] ?? ''),
			);
			for (const other of files) if (documents.includes(other)) reached.add(other);
		}
		const pages = documents.filter((file) => /^(docs|simulator|playground)\//.test(file));
		expect(pages.filter((file) => !reached.has(file))).toEqual([]);
	});

	it('are where the nodes and the credential say', () => {
		const urls = packageNodes.flatMap(({ className }) => linksOf(className));
		const targets = [...urls, new SmsboxApi().documentationUrl];
		expect(targets.filter((url) => !url.startsWith(repository))).toEqual([]);
		expect(targets.flatMap((url) => problemWith(pathOf(url), 'package.json') ?? [])).toEqual([]);
	});
});

describe('what the documents say of the nodes', () => {
	it.each(['README.md', 'CHANGELOG.md'])('%s names every node', (page) => {
		const text = read(page);
		const names = packageNodes.map(({ description }) => description.displayName);
		expect(names.filter((name) => !text.includes(name))).toEqual([]);
	});

	it('have the scheduled messages checked, too, where they have the history checked', () => {
		const checks = [...documents, ...filesIn('examples')].flatMap(
			(file) => read(file).match(/check (?:the |_)[^.[]*history[^.]*/gi) ?? [],
		);
		expect(checks.length).toBeGreaterThanOrEqual(6);
		expect(checks.filter((check) => !/scheduled/i.test(check))).toEqual([]);
	});

	it('the page of the triggers names every event, as their outputs do', () => {
		const types = ['smsboxWabaTrigger', 'smsboxRcsTrigger'].flatMap((name) =>
			choiceValuesOf(smsboxNode(name), 'requestTypes').map(String),
		);
		const page = read('docs/nodes/triggers.md');
		const events = ['delivery_report', 'incoming_sms', ...types];
		expect(events.filter((event) => !page.includes(`\`${event}\``))).toEqual([]);
	});

	it('the page of the triggers lists the IP addresses of SMSBOX', () => {
		const [list = ''] = /^_SMSBOX IPs_ are .*$/m.exec(read('docs/nodes/triggers.md')) ?? [];
		expect(list.match(/\d+(?:\.\d+){3}/g)).toEqual(smsboxIps);
	});
});
