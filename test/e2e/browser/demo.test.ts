import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { saveCredential } from '../../../playground/src/prepare';
import { publishWorkflow } from '../../../playground/src/n8n/workflows';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { agent, credentialData, startRealN8n, type RealN8n } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { isFilmed, isForDocs } from '../support/report';
import { openBrowser, type Windows } from './browser';
import { greet, middleOf, number, openPhone, receiveTaps } from './demoStage';
import { approval } from './demoWorkflow';
import { onCanvas } from './editor';
import { Film, type Source } from './film';

/** The film of the README: a question, a tap, and the workflow that goes on. `npm run demo` records it. */

const mostBytes = 1_000_000;

let real: RealN8n;
let windows: Windows;
const closers: Closer[] = [];

beforeAll(async () => {
	real = await startRealN8n({ service: { speed: 20 } });
	closers.push(real.close);
	windows = await openBrowser();
	closers.push(windows.close);
});

afterAll(async () => await closeAll(closers));

async function openEditor(workflow: string): Promise<Source> {
	const page = await windows.editor(real.n8n.url, 'light', 'filmed');
	await page.setViewportSize({ width: 700, height: 640 });
	await page.goto(`${real.n8n.url}/workflow/${workflow}`);
	await onCanvas(page, 'Approved?').waitFor();
	await page.getByTestId('zoom-to-fit').click();
	// The buttons at the right would cover the last node.
	await page.mouse.move(350, 250);
	await page.mouse.wheel(34, 0);
	return { page, title: 'Workflow in n8n', selector: '[data-test-id="canvas-wrapper"]', inset: 24 };
}

const succeeded = (editor: Page, node: string): Locator =>
	onCanvas(editor, node).getByTestId('canvas-node-status-success');

(isForDocs && !isFilmed ? it : it.skip)('a tap on the phone lets the waiting workflow go on', async () => {
	const credential = await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
	await receiveTaps(real, credential);
	await greet(real);
	const sources = [
		await openEditor(await publishWorkflow(real.api, approval(agent, number), credential)),
		await openPhone(windows, real.simulator.url, 'waba'),
	] as const;
	const [{ page: editor }, { page: phone }] = sources;
	await phone.locator('.bubble').first().waitFor();
	const film = new Film(await windows.plain('light', 'filmed'), sources);
	closers.push(() => film.close());
	const bubble = (text: string): Locator => phone.locator('.bubble').filter({ hasText: text });

	const asks = 'A workflow asks a person before it places an order.';
	const start = { source: 0, x: 330, y: 420 };
	await film.shoot({ seconds: 1.5, caption: asks, pointer: start });
	const execute = editor.getByTestId('execute-workflow-button');
	await film.tap(asks, start, await middleOf(sources, 0, execute));
	await execute.click();
	await editor.mouse.move(350, 2);

	const question = bubble('Do you approve?');
	await question.getByText('delivered').waitFor();
	await onCanvas(editor, 'Ask').locator('.waiting, .running').first().waitFor();
	await film.roll('The question arrives by WhatsApp, and the workflow waits.', 3);

	const approve = question.getByRole('button', { name: 'Approve', exact: true });
	await film.tap(
		'The person taps Approve.',
		{ source: 1, x: 290, y: 430 },
		await middleOf(sources, 1, approve),
	);
	await approve.click();
	await phone.mouse.move(2, 2);
	const goesOn = 'One tap, and the waiting workflow goes on.';
	await phone.locator('.bubble').nth(2).waitFor();
	await film.roll(goesOn, 0.5);
	await succeeded(editor, 'Confirm').waitFor();
	await bubble('Order 1042 is placed.').waitFor();
	await film.shoot({ seconds: 5, caption: goesOn });

	const images = join(repositoryRoot, 'docs', 'images');
	film.write(join(images, 'demo.gif'), join(images, 'demo.png'));
	expect(statSync(join(images, 'demo.gif')).size).toBeLessThan(mostBytes);
	expect(film.seconds).toBeGreaterThan(10);
	expect(film.seconds).toBeLessThan(20);
	expect(windows.mistakes()).toEqual([]);
});
