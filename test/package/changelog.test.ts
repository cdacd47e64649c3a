import { z } from 'zod';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { read, readJson } from '../support/repository';
import { packageNodes } from '../support/smsbox';

const repository = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox';

const changelog = read('CHANGELOG.md');
const [, ...parts] = changelog.split(/^## /m);
const sections = parts.map((part) => {
	const [heading = '', ...lines] = part.split('\n');
	return { heading, text: lines.join('\n') };
});
const versions = sections.map(({ heading }) => /^\[(.+?)\]/.exec(heading)?.[1] ?? heading);
const released = versions.filter((version) => version !== 'Unreleased');
const partsOf = (version: string) => version.split('.').map(Number);

/** What an entry is about: a node or the credential by its name in n8n, or one of these. */
const subjects = [
	...packageNodes.map(({ description }) => description.displayName),
	new SmsboxApi().displayName,
	'All nodes that send',
	'All nodes',
	'All triggers',
	'Examples',
	'Documentation',
	'Playground and simulator',
];

describe('CHANGELOG.md', () => {
	it('has versions from the newest to the oldest, each with its day or still to come', () => {
		const wrong = sections.filter(
			({ heading }) =>
				!/^\[\d+\.\d+\.\d+\] - (\d{4}-\d{2}-\d{2}|Unreleased)$/.test(heading) && heading !== '[Unreleased]',
		);
		expect(wrong).toEqual([]);
		const newestFirst = [...released].sort((one, other) => {
			const [a, b] = [partsOf(one), partsOf(other)];
			const at = a.findIndex((number, index) => number !== b[index]);
			return (b[at] ?? 0) - (a[at] ?? 0);
		});
		expect(released).toEqual(newestFirst);
		expect(sections.slice(1).filter(({ heading }) => heading.endsWith('Unreleased'))).toEqual([]);
	});

	it('begins with the version of package.json, or with what is not released yet', () => {
		const { version } = readJson('package.json', z.object({ version: z.string() }));
		expect(released[0]).toBe(version);
	});

	it('has the kinds of changes that Keep a Changelog knows, each once in a version', () => {
		const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		for (const { heading, text } of sections) {
			const own = [...text.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind);
			expect({ heading, unknown: own.filter((kind) => !kinds.includes(kind)) }).toEqual({
				heading,
				unknown: [],
			});
			expect(own.length).toBeGreaterThan(0);
			expect(new Set(own).size).toBe(own.length);
		}
	});

	it('says of every change which node it is about', () => {
		const entries = sections.flatMap(({ text }) =>
			[...text.matchAll(/^- (.+)$/gm)].map(([, entry = '']) => entry),
		);
		const about = entries.map((entry) => /^\*\*(.+?)\*\*: /.exec(entry)?.[1] ?? entry);
		expect(about.length).toBeGreaterThan(0);
		expect(about.filter((subject) => !subjects.includes(subject))).toEqual([]);
	});

	it('links every version to its release', () => {
		const links = [...changelog.matchAll(/^\[(\d+\.\d+\.\d+)\]: (\S+)$/gm)].map(([, version, url]) => [
			version,
			url,
		]);
		expect(links).toEqual(released.map((version) => [version, `${repository}/releases/tag/v${version}`]));
	});
});
