/** The French pages: as current as the English ones, with the same labels, codes and links. */
import path from 'node:path';
import { withInside } from '../support/registry';
import { filesIn, read } from '../support/repository';
import { packageNodes } from '../support/smsbox';
import { withoutCode } from './anchors';
import { MadeUpPackage } from './madeUpPackage';

const pages = filesIn('docs/fr');

const labels = packageNodes
	.flatMap(({ description }) => description.properties)
	.flatMap(withInside)
	.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) => ('name' in option ? option.name : [])),
	]);

/** The English pages and the examples that a French page follows, whole or in part. */
function followedBy(page: string): string[] {
	const [, list = ''] = /<!-- Follows\n([^]*?)-->/.exec(read(page)) ?? [];
	return [...new Set(list.split('\n').flatMap((line) => line.split(/[# ]/)[0] || []))];
}

/** Links as paths in the repository, with their anchors. */
const linksIn = (file: string): string[] =>
	[...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) =>
		/^https?:/.test(target) ? target : path.join(path.dirname(file), target),
	);

const blocksIn = (file: string) => read(file).match(/^```[^]*?^```/gm) ?? [];
const inEnglish = (page: string) => followedBy(page).map(read).join('\n');

describe('the French pages', () => {
	it('follow the English ones as they are today', () => {
		expect(new MadeUpPackage().run('tools/update/french.mjs')).toEqual({ status: 0, output: '' });
	});

	it.each(pages)('%s quotes labels as the editor shows them', (page) => {
		const prose = withoutCode(read(page));
		const quoted = [...prose.matchAll(/\*\*(.+?)\*\*|(?<![\w`])_([^_\n]+)_(?!\w)/g)].map(
			([, bold, italic]) => bold ?? italic ?? '',
		);
		const english = inEnglish(page);
		expect(quoted.length).toBeGreaterThan(10);
		expect(quoted.filter((text) => !labels.includes(text) && !english.includes(text))).toEqual([]);
	});

	it.each(pages)('%s has codes, code blocks and links of the English pages only', (page) => {
		const english = inEnglish(page);
		const prose = withoutCode(read(page));
		const codes = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
		const links = [...followedBy(page), ...followedBy(page).flatMap(linksIn), ...pages];
		const known = (link: string) => links.some((target) => link === target || link.startsWith(`${target}#`));
		expect(codes.filter((code) => !english.includes(code))).toEqual([]);
		expect(blocksIn(page).filter((block) => !english.includes(block))).toEqual([]);
		expect(linksIn(page).filter((link) => !known(link))).toEqual([]);
	});
});
