import type { Page } from 'playwright-core';
import { listAt, textAt } from '../../../playground/src/support/json';
import { saveCredential } from '../../../playground/src/prepare';
import { credentialData, startRealN8n, type RealN8n } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { packageTypes } from '../../support/packedNodes';
import { figure, isLong } from '../support/report';
import { openBrowser, textsIn, type Windows } from './browser';
import { describedTexts } from './described';
import { addNode, closePanel, newWorkflow, onCanvas, openNode, searchNode } from './editor';
import { nodeRows, typeRows } from './nodes';
import { walkThrough } from './walk';

/** The panels that are walked through for every change: an action's and a trigger's. The others take eight minutes. */
const always = ['smsboxAccount', 'smsboxDeliveryReportTrigger'];

/** Words of n8n's own, which it cuts in nodes of its own too. */
const ofN8n = /: From list$/;

let real: RealN8n;
let windows: Windows;
const closers: Closer[] = [];
let types: unknown[];
let page: Page;

beforeAll(async () => {
	real = await startRealN8n();
	closers.push(real.close);
	await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
	types = listAt(await real.api.file('/types/nodes.json'));
	windows = await openBrowser();
	closers.push(windows.close);
	page = await windows.editor(real.n8n.url);
	await newWorkflow(page, real.n8n.url);
});

afterAll(async () => await closeAll(closers));

it('goes through every node of the package', () => {
	expect([...new Set(nodeRows.map(({ type }) => type))].sort()).toEqual([...packageTypes].sort());
});

describe.each(typeRows)('$type', (row) => {
	it('is described in full in the list of nodes', async () => {
		await searchNode(page, row);
		const entry = page.getByTestId('item-iterator-item').filter({ hasText: row.entry }).first();
		const texts = await textsIn(entry);
		await page.keyboard.press('Escape');
		expect(texts.map(({ text }) => text)).toContain(row.entry);
		expect(texts.filter(({ isCut }) => isCut)).toEqual([]);
	});

	it('has its name in full on the canvas', async () => {
		await addNode(page, row);
		await closePanel(page);
		const texts = await textsIn(onCanvas(page, row.name));
		expect(texts.map(({ text }) => text)).toContain(row.name);
		expect(texts.filter(({ isCut }) => isCut)).toEqual([]);
	});

	if (!isLong && !always.includes(row.type)) return;
	it('shows all that it says to those who fill it in, and cuts none of it', async () => {
		const nodeType = types.find((type) => textAt(type, 'name') === `n8n-nodes-smsbox.${row.type}`);
		await openNode(page, row.name);
		const { seen, cut } = await walkThrough(page, nodeType, row.entry);
		await closePanel(page);
		const described = [...describedTexts(nodeType)];
		figure('Browser: texts of a node', row.type, described.length, `${seen.size} read in its panel`);
		expect(described.length).toBeGreaterThan(10);
		expect({
			neverShown: described.filter((text) => !seen.has(text)),
			cutOff: [...cut].filter((text) => !ofN8n.test(text)),
		}).toEqual({ neverShown: [], cutOff: [] });
	});
});

it('finds what is cut off, and only that', async () => {
	const plain = await windows.plain();
	const clipped = 'width: 60px; overflow: hidden; white-space: nowrap; font: 14px sans-serif';
	await plain.setContent(`
		<div id="all">
			<p style="${clipped}">short</p>
			<p style="${clipped}">much longer than its box</p>
			<p style="width: 60px; overflow: auto; white-space: nowrap">longer, but it can be scrolled to</p>
			<p style="width: 90px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2">
				clamped after two lines although it has more</p>
			<p style="display: none">not there at all</p>
			<input placeholder="fits" /><input style="width: 40px" placeholder="does not fit into it" />
			<textarea style="width: 60px; height: 20px" placeholder="more lines than there is room for"></textarea>
		</div>`);
	const texts = await textsIn(plain.locator('#all'));
	await plain.context().close();
	expect(texts.filter(({ isCut }) => isCut).map(({ text }) => text)).toEqual([
		'much longer than its box',
		'clamped after two lines although it has more',
		'does not fit into it',
		'more lines than there is room for',
	]);
	expect(texts.filter(({ isCut }) => !isCut).map(({ text }) => text)).toEqual([
		'short',
		'longer, but it can be scrolled to',
		'fits',
	]);
});
