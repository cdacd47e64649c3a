import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, relative } from 'node:path';

import { methodsOf, openLivePage } from './pageSupport';
import { fetchFrom, post, start, state } from './support';

const FOLDER = join(__dirname, '../../simulator/page');
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map(({ parentPath, name }) => posix.join(relative(FOLDER, parentPath), name));
/** The sources of the files whose names end like this. */
const sourcesOf = (ending: string, folder = ''): [file: string, source: string][] =>
	files
		.filter((name) => name.startsWith(folder) && name.endsWith(ending))
		.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');

describe('the page', () => {
	it('is served with all that it names, and nothing from elsewhere may run in it', async () => {
		const page = await fetchFrom('/');
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
		expect(await page.text()).toBe(html);
		expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+=|style=/);
		const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)];
		expect(addresses.length).toBeGreaterThan(6);
		for (const [, address = ''] of addresses) {
			const response = await fetchFrom(address);
			expect([address, response.status]).toEqual([address, 200]);
		}
	});

	it.each(files)('has its file %s served as what it is', async (file) => {
		const path = file === 'index.html' ? '/' : `/page/${file}`;
		const response = await fetchFrom(path);
		const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
		const [, type] = Object.entries(types).find(([ending]) => file.endsWith(`.${ending}`)) ?? [];
		expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
		expect(await response.text()).toBe(readFileSync(join(FOLDER, file), 'utf8'));
	});

	it('makes text of what it is given, never markup', () => {
		const scripts = sourcesOf('.js');
		expect(scripts.length).toBeGreaterThan(20);
		for (const [, source] of scripts)
			expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
	});

	it('has style sheets that load nothing', () => {
		const sheets = sourcesOf('.css');
		expect(sheets.length).toBeGreaterThan(2);
		for (const [, source] of sheets) expect(source).not.toMatch(/url\(|@import/);
	});

	it('shows a command that works, whatever the key', async () => {
		await start({ key: 'playground-key' });
		const page = await openLivePage();
		methodsOf(page.get('panels/samples.js', 'setUpSamples')({}))('showKey', (await state())['key']);
		const command = page.byId('send-command').textContent;
		const [, key = null] = /Authorization: ([^']+)'/.exec(command) ?? [];
		const fields = [...command.matchAll(/-d '([^']+)'/g)].map(([, field = '']) => field);
		expect((await post(fields.join('&'), { key })).text).toMatch(/^OK \d{12}$/);
		expect(page.byId('api-key').textContent).toBe('playground-key');
	});

	it('serves nothing but what it is made of', async () => {
		for (const path of ['/page/', '/page/index.html', '/page/../cli.js', '/page/..%2Fpackage.json'])
			expect([path, (await fetchFrom(path)).status]).toEqual([path, 404]);
	});
});
