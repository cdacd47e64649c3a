import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { credentialData, startRealN8n, type RealN8n } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { openBrowser, textsIn, type Theme, type Windows } from './browser';
import {
	addNode,
	choose,
	closePanel,
	fill,
	loadList,
	newManualWorkflow,
	newWorkflow,
	nodePanel,
	onCanvas,
	openNode,
	parameter,
	parameters,
	pick,
	searchNode,
} from './editor';
import { packageTypes } from '../../support/packedNodes';
import { openAlbum } from './images';
import { nodeRows } from './nodes';

/** The nodes in n8n's editor, in a browser, by clicks and keys. The tests build on each other. */

const number = '33600123456';
const text = 'Votre colis est arrivé: 10 € 🙂';

const sms = { search: 'sms', entry: 'SMSBOX SMS', action: 'Send an SMS' };
const question = { search: 'sms', entry: 'SMSBOX SMS', action: 'Send an SMS and wait for response' };

const album = openAlbum();
let real: RealN8n;
let windows: Windows;
const closers: Closer[] = [];
let page: Page;

beforeAll(async () => {
	real = await startRealN8n();
	closers.push(real.close);
	windows = await openBrowser();
	closers.push(windows.close);
	page = await windows.editor(real.n8n.url);
	await newWorkflow(page, real.n8n.url);
});

afterAll(async () => await closeAll(closers));

describe('the credential', () => {
	const dialog = () => page.getByRole('dialog').filter({ has: page.getByTestId('credential-save-button') });

	const fillIn = async (key: string): Promise<void> => {
		for (const [name, value] of Object.entries({ ...credentialData(real.simulator.url), apiKey: key }))
			await dialog().getByTestId(`parameter-input-${name}`).locator('input').fill(value);
	};

	it('is made in its dialog, tested red with a wrong key, and green with the right one', async () => {
		await addNode(page, sms);
		await parameters(page).getByText('Connect to SMSBOX').click();
		await fillIn('not-the-key');
		await wholeIn(page.getByTestId('credential-edit-dialog'));

		await page.getByTestId('credential-save-button').click();
		await dialog().getByText('Couldn’t connect with these settings').waitFor();
		await dialog().getByText('More details').click();
		const reason = dialog().getByText(/key was rejected/i);
		await reason.waitFor();
		await album.take(page, 'credential-rejected');

		const { apiKey = '' } = credentialData(real.simulator.url);
		await fillIn(apiKey);
		await page.getByTestId('credential-save-button').click();
		await dialog().waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		await dialog().getByTestId('credentials-config-container-test-success').waitFor();
		expect(await dialog().innerText()).toContain('Connection tested successfully');
		await album.take(page, 'credential-accepted');
		await dialog().getByRole('button', { name: 'Close this dialog' }).click();
		await closePanel(page);
	});
});

/** The texts inside of something, none of which is cut off. */
async function wholeIn(shown: Locator): Promise<string[]> {
	const texts = await textsIn(shown);
	expect(texts.filter(({ isCut }) => isCut)).toEqual([]);
	return texts.map(({ text: one }) => one);
}

describe('the node panel', () => {
	it('is searched for every node of the package', () => {
		expect([...new Set(nodeRows.map(({ type }) => type))].sort()).toEqual([...packageTypes].sort());
	});

	beforeAll(async () => {
		await newWorkflow(page, real.n8n.url);
	});

	it.each(nodeRows)('finds $entry by “$search”; $name is put on the canvas and filled in', async (row) => {
		await searchNode(page, row);
		const found = page.getByTestId('item-iterator-item').filter({ hasText: row.entry }).first();
		expect(await wholeIn(found)).toContain(row.entry);
		if (row.search === 'sms') await album.take(page, 'node-search');
		await page.keyboard.press('Escape');

		await addNode(page, row);
		for (const [name, value] of Object.entries(row.filledIn)) await fill(page, name, value);
		await closePanel(page);
		expect(await wholeIn(onCanvas(page, row.name))).toContain(row.name);
		await openNode(page, row.name);
		for (const [name, value] of Object.entries(row.filledIn))
			expect(await parameter(page, name).locator('input, textarea').last().inputValue()).toBe(value);
		await closePanel(page);
	});
});

describe('a list', () => {
	beforeAll(async () => {
		await newWorkflow(page, real.n8n.url);
	});

	it('offers the senders of the account', async () => {
		await real.simulator.configure({ senders: ['MyCompany', 'Clinique'] });
		await addNode(page, sms);
		expect(await loadList(page, 'senderId')).toEqual(['MyCompany', 'Clinique']);
		await pick(page, 'Clinique');
		expect(await parameter(page, 'senderId').getByTestId('rlc-input').inputValue()).toBe('Clinique');
		await closePanel(page);
	});
});

describe('a workflow built by clicks alone', () => {
	it('sends an SMS, shows what came of it, and the phone has it', async () => {
		await newManualWorkflow(page, real.n8n.url);
		await addNode(page, sms);
		await fill(page, 'to', number);
		await fill(page, 'text', text);
		await choose(page, 'category', 'Alert or Notification');
		await choose(page, 'senderType', 'Two-Way');
		await album.take(page, 'sms-node');
		await closePanel(page);

		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await openNode(page, 'Send an SMS');
		const output = page.getByTestId('output-panel');
		await output.getByTestId('radio-button-json').click();
		await output.getByText('"accepted"').waitFor();
		const shown = await output.innerText();
		await album.take(page, 'sms-sent');

		const messages = await real.simulator.messages(number);
		expect(messages.map((message) => message.text)).toEqual([text]);
		expect(shown).toContain(messages[0]?.references[0]);
		expect(await nodePanel(page).getByText('No output data').count()).toBe(0);
		expect(await real.simulator.undeclared()).toEqual([]);
	});
});

describe('a question', () => {
	it('says in its open node what it waits for', async () => {
		await newManualWorkflow(page, real.n8n.url);
		await addNode(page, question);
		await fill(page, 'to', number);
		await fill(page, 'message', 'Friday?');
		await closePanel(page);

		await page.getByTestId('execute-workflow-button').click();
		await openNode(page, question.action);
		const output = page.getByTestId('output-panel');
		// n8n shows the node's text there, and nothing of it on the canvas.
		await output.getByText('Waiting for the answer on the web page').waitFor();
		await closePanel(page);
		await page.getByTestId('stop-execution-button').click();
		await page.getByTestId('stop-execution-button').waitFor({ state: 'hidden' });
	});
});

/** Reads an example into a new workflow. */
async function openExample(shown: Page, name: string): Promise<void> {
	await newWorkflow(shown, real.n8n.url);
	const file = join(repositoryRoot, 'examples', `${name}.json`);
	await shown.getByTestId('workflow-import-input').setInputFiles(file);
}

describe('a tool', () => {
	it('says in its open node that a model needs limits, and its review does not', async () => {
		const shown = await windows.editor(real.n8n.url);
		await openExample(shown, 'agent-tool-with-approval');
		const notice = parameters(shown).getByText('The model decides how often it sends');
		await openNode(shown, 'Text the customer');
		await notice.waitFor();
		await closePanel(shown);
		await openNode(shown, 'Ask the manager');
		expect(await notice.count()).toBe(0);
		await shown.context().close();
	});
});

describe('an example', () => {
	it.each<Theme>(['light', 'dark'])('is read from its file, and knows all its nodes (%s)', async (theme) => {
		const shown = await windows.editor(real.n8n.url, theme);
		await openExample(shown, 'whatsapp-menu-bot');
		await onCanvas(shown, 'WhatsApp message').waitFor();
		await shown.getByTestId('zoom-to-fit').click();
		// What was read in is selected; a click beside it ends that.
		await shown.mouse.click(250, 600);
		const icons = await shown.locator('[data-node-type="n8n-nodes-smsbox.smsboxWaba"] img').all();
		const addresses = await Promise.all(icons.map(async (icon) => await icon.getAttribute('src')));
		expect(addresses.length).toBeGreaterThan(0);
		expect(addresses.every((address) => address?.endsWith('.dark.svg') === (theme === 'dark'))).toBe(true);
		expect(await shown.getByText(/unknown node|install this node/i).count()).toBe(0);
		await album.take(shown, `workflow-${theme}`);
		await shown.context().close();
	});
});

it('runs without a mistake in any script of the editor', () => {
	expect(windows.mistakes()).toEqual([]);
});
