import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { bootN8n } from '../../../playground/src/boot';
import { signIn } from '../../../playground/src/n8n/api';
import type { RunningN8n } from '../../../playground/src/n8n/n8n';
import { publishWorkflow, readWorkflow } from '../../../playground/src/n8n/workflows';
import { listAt, textAt } from '../../../playground/src/support/json';
import {
	makeFolders,
	n8nDataOf,
	repositoryRoot,
	workflowsFolder,
	type Folders,
} from '../../../playground/src/support/folders';
import { simulatorApi } from '../../../playground/src/simulatorApi';
import { startSimulator } from '../../../simulator/src';
import { agent, credentialData } from '../support/realN8n';
import { publishServed } from '../support/workflow';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';
import { isFilmed } from '../support/report';
import { openBrowser, type Windows } from './browser';
import { greet, middleOf, number, openPhone, receiveTaps, type DemoStage } from './demoStage';
import { approval } from './demoWorkflow';
import {
	choose,
	closePanel,
	fill,
	newManualWorkflow,
	onCanvas,
	openNode,
	parameters,
	plusAfter,
	searchNode,
	takeNode,
} from './editor';
import { Film, type Pointer, type Source } from './film';

/**
 * The film that n8n asks for before it verifies a package: installing the tarball, the test of the credential, a send, a
 * trigger and an answer. One n8n and one session, from an empty folder to the end, without a cut. `npm run demo -- --film`.
 */

const longestSeconds = 300;
const minutes = 60_000;
const apiKey = 'film-key';

const root = mkdtempSync(join(tmpdir(), 'smsbox-film-n8n-'));
const closers: Closer[] = [() => rmSync(root, { recursive: true, force: true })];

afterAll(async () => await closeAll(closers));

const terminalStyle =
	'margin: 0; padding: 24px; height: 100vh; box-sizing: border-box; background: #14202b; color: #dbe7f0; font: 20px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap';

/** A terminal: shows commands and what they have really written. */
class Terminal {
	private text = '';

	private constructor(private readonly page: Page) {}

	static async open(windows: Windows): Promise<{ terminal: Terminal; source: Source }> {
		const page = await windows.plain('light', 'filmed');
		await page.setViewportSize({ width: 1200, height: 760 });
		return {
			terminal: new Terminal(page),
			source: { page, title: 'Terminal', selector: 'pre', inset: 0 },
		};
	}

	async write(text: string): Promise<void> {
		this.text += text;
		const escaped = this.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
		await this.page.setContent(`<pre style='${terminalStyle}'>${escaped}</pre>`);
	}
}

/** Runs npm's installation of a tarball in n8n's folder of community packages. */
async function install(tarball: string, folders: Folders): Promise<string> {
	const folder = join(n8nDataOf(folders), 'nodes');
	mkdirSync(folder, { recursive: true });
	const { stdout } = await promisify(execFile)(
		'npm',
		['install', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', tarball],
		{ cwd: folder, encoding: 'utf8' },
	);
	return stdout;
}

(isFilmed ? it : it.skip)(
	'shows the package from its installation to an answer',
	async () => {
		const folders = makeFolders(join(root, 'data'));
		const packed = dirname(packedNodes(root));
		const name = readdirSync(packed).find((file) => file.endsWith('.tgz')) ?? '';
		const service = await startSimulator({ port: 0, key: apiKey, agents: [agent], speed: 20 });
		closers.push(async () => await service.close());
		const windows = await openBrowser();
		closers.push(windows.close);

		const { terminal, source } = await Terminal.open(windows);
		const phone = await openPhone(windows, service.url, 'sms');
		await phone.page.locator('.phone .screen').waitFor();
		const screen = await windows.plain('light', 'filmed');
		const film = new Film(screen, [source, phone], { width: 1280, height: 660 });
		closers.push(() => film.close());
		let sources: readonly Source[] = [source, phone];
		let pointer: Pointer = { source: 0, x: 200, y: 600 };

		const hold = async (caption: string, seconds: number): Promise<void> =>
			await film.shoot({ caption, seconds, pointer });
		const press = async (caption: string, of: number, element: Locator): Promise<void> => {
			const to = await middleOf(sources, of, element);
			await film.tap(caption, pointer.source === of ? pointer : { source: of, x: to.x / 2, y: to.y / 2 }, to);
			await element.click();
			pointer = to;
		};

		// Installation.
		const installing = 'Install the tarball into the folder of n8n.';
		await terminal.write('~ $ mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes\n~/.n8n/nodes $ ');
		await hold(installing, 3);
		await terminal.write(`npm install --omit=peer --ignore-scripts ~/${name}\n`);
		await hold(installing, 3);
		await terminal.write(`${await install(join(packed, name), folders)}\n~/.n8n/nodes $ `);
		await hold('The package has no dependencies: npm adds one package.', 4);
		await terminal.write('n8n start\n');
		await hold('Start n8n.', 2);
		const n8n: RunningN8n = await bootN8n(folders, 0, (started) => closers.push(started.stop));
		const ready = n8n
			.tail()
			.split('\n')
			.filter((line) => /^(?:Version: |Editor is now accessible|http:)/.test(line));
		await terminal.write(`${ready.join('\n')}\n`);
		await hold('n8n starts and loads the nodes.', 4);

		// The nodes, and the test of the credential.
		const stage: DemoStage = { api: await signIn(n8n.url), simulator: simulatorApi(service.url) };
		const editor = await windows.editor(n8n.url, 'light', 'filmed');
		await editor.setViewportSize({ width: 1200, height: 760 });
		await newManualWorkflow(editor, n8n.url);
		sources = [{ page: editor, title: 'n8n', selector: 'body', inset: 0 }, phone];
		film.show(sources);
		await hold('A new workflow in the editor.', 2);
		const sms = { search: 'smsbox', entry: 'SMSBOX SMS', action: 'Send an SMS' };
		await searchNode(editor, sms, plusAfter(editor, 'When clicking ‘Execute workflow’'));
		await hold('The nodes panel finds the nodes by “smsbox”.', 4);
		await takeNode(editor, sms);
		await hold('Choose SMSBOX SMS, then Send an SMS.', 3);

		const dialog = editor.getByRole('dialog').filter({ has: editor.getByTestId('credential-save-button') });
		const fillIn = async (key: string): Promise<void> => {
			// The key comes last: the dialog scrolls to what is filled in.
			for (const [field, value] of Object.entries(credentialData(service.url, key)).reverse())
				await dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
		};
		await press('The node needs a credential.', 0, parameters(editor).getByText('Connect to SMSBOX'));
		await fillIn('not-the-key');
		await hold('Enter a wrong API key first. The base URLs are those of a simulated service.', 4);
		await press('n8n tests the key when you save.', 0, editor.getByTestId('credential-save-button'));
		await dialog.getByText('Couldn’t connect with these settings').waitFor();
		await dialog.getByText('More details').click();
		await dialog.getByText(/key was rejected/i).waitFor();
		await hold('The wrong key is rejected, with the reason.', 5);
		await fillIn(apiKey);
		await press('Enter the right key and save.', 0, editor.getByTestId('credential-save-button'));
		await dialog.waitFor({ state: 'hidden' });
		await editor.getByTestId('credential-edit-button').click();
		await dialog.getByTestId('credentials-config-container-test-success').waitFor();
		await hold('The right key is accepted.', 4);
		await dialog.getByRole('button', { name: 'Close this dialog' }).click();

		// A send.
		await fill(editor, 'to', number);
		await fill(editor, 'text', 'Your parcel arrives tomorrow.');
		await choose(editor, 'category', 'Alert or Notification');
		await hold('Enter the number, the category and the text.', 4);
		await closePanel(editor);
		await press('Execute the workflow.', 0, editor.getByTestId('execute-workflow-button'));
		await editor.getByText('Workflow executed successfully').waitFor();
		await openNode(editor, 'Send an SMS');
		const bubble = (text: string): Locator => phone.page.locator('.bubble').filter({ hasText: text });
		await bubble('Your parcel arrives tomorrow.').waitFor();
		await editor.getByTestId('output-panel').getByTestId('radio-button-json').click();
		await editor.getByTestId('output-panel').getByText('"accepted"').waitFor();
		await hold('SMSBOX accepted the message, and the phone received it.', 5);
		await closePanel(editor);

		// A trigger.
		const [saved] = listAt(await stage.api.get('/credentials'));
		const credential = { type: 'smsboxApi', id: textAt(saved, 'id'), name: textAt(saved, 'name') };
		const answering = readWorkflow(join(workflowsFolder, '3-answer.json'));
		await stage.simulator.configure({
			incomingSmsUrl: (await publishServed(stage, credential, answering)).url,
		});
		await editor.goto(`${n8n.url}/workflow/${answering.id}`);
		await onCanvas(editor, 'Answer').waitFor();
		await editor.getByTestId('suggested-actions-close').click();
		await editor.getByTestId('zoom-to-fit').click();
		await hold('Another workflow starts with each incoming SMS, and answers it.', 4);
		await openNode(editor, 'Incoming SMS');
		await hold(
			'The trigger shows where to enter its Production URL. Here it is entered in the simulator.',
			6,
		);
		await closePanel(editor);
		const writing = phone.page.getByRole('textbox', { name: 'SMS from this phone' });
		await press('A person writes from the phone.', 1, writing);
		await writing.fill('At 6 pm, please');
		await hold('A person writes from the phone.', 2);
		await phone.page.keyboard.press('Enter');
		await bubble('Thank you! We noted: At 6 pm, please').waitFor();
		await hold('The trigger starts the workflow, and its answer arrives.', 5);
		await editor.goto(`${n8n.url}/workflow/${answering.id}/executions`);
		await editor.getByText('Succeeded', { exact: false }).first().waitFor();
		await hold('The execution in n8n. Each incoming SMS starts one.', 4);

		// An answer that a waiting workflow continues with.
		await receiveTaps(stage, credential);
		await greet(stage);
		const asking = await publishWorkflow(stage.api, approval(agent, number), credential);
		await editor.goto(`${n8n.url}/workflow/${asking}`);
		await onCanvas(editor, 'Approved?').waitFor();
		await editor.getByTestId('zoom-to-fit').click();
		await phone.page.locator('.phone [data-channel="waba"]').click();
		await hold('A third workflow asks by WhatsApp, and waits for the answer.', 4);
		await press('Execute the workflow.', 0, editor.getByTestId('execute-workflow-button'));
		const question = bubble('Do you approve?');
		await question.getByText('delivered').waitFor();
		await hold('The question arrives, and the workflow waits.', 4);
		await press(
			'The person taps Approve.',
			1,
			question.getByRole('button', { name: 'Approve', exact: true }),
		);
		await bubble('Order 1042 is placed.').waitFor();
		await onCanvas(editor, 'Confirm').getByTestId('canvas-node-status-success').waitFor();
		await editor.getByTestId('execute-workflow-button').getByText('Execute workflow').waitFor();
		await hold('One tap, and the waiting workflow goes on.', 6);

		film.writeVideo(join(repositoryRoot, 'film.mp4'));
		expect(film.seconds).toBeGreaterThan(60);
		expect(film.seconds).toBeLessThan(longestSeconds);
		expect(windows.mistakes()).toEqual([]);
	},
	20 * minutes,
);
