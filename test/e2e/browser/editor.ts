import type { Locator, Page } from 'playwright-core';

/** n8n's editor, as one uses it: clicks and keys. */

/** An empty workflow on the canvas. */
export async function newWorkflow(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();
}

/** Opens a new workflow, and puts n8n's manual trigger into it. */
export async function newManualWorkflow(page: Page, url: string): Promise<void> {
	await newWorkflow(page, url);
	await page.getByTestId('canvas-plus-button').click();
	await item(page, 'Trigger manually').click();
	await onCanvas(page, 'When clicking ‘Execute workflow’').waitFor();
}

/** How a node is found and put on the canvas. */
export interface Choice {
	search: string;
	/** What the panel calls it. */
	entry: string;
	/** What it shall do or wait for; without one, the node as it is. */
	action?: string;
}

const item = (page: Page, name: string): Locator =>
	page.getByTestId('node-creator-item-name').getByText(name, { exact: true });

/** The button of a node on the canvas that adds another one after it. */
export const plusAfter = (page: Page, name: string): Locator =>
	onCanvas(page, name).getByTestId('canvas-handle-plus');

/**
 * Opens the node panel and types, until it offers the node.
 * @param plus the button that opens the panel
 */
export async function searchNode(
	page: Page,
	{ search, entry }: Choice,
	plus = page.getByTestId('node-creator-plus-button'),
): Promise<void> {
	await plus.click();
	await page.getByTestId('node-creator-search-bar').fill(search);
	await item(page, entry).waitFor();
}

async function chooseAction(page: Page, action: string): Promise<void> {
	const wanted = item(page, action);
	// A node that has a trigger too shows only one of the two lists at first.
	const lists = page.getByText(/^(Actions|Triggers) \(\d+\)$/);
	await lists.or(wanted).first().waitFor();
	for (const list of await lists.all()) {
		if (await wanted.isVisible()) break;
		await list.click();
	}
	await wanted.click();
}

/** Finds a node in the panel and puts it on the canvas; its own panel opens. */
export async function addNode(page: Page, choice: Choice): Promise<void> {
	await searchNode(page, choice);
	await takeNode(page, choice);
}

/** Puts a node on the canvas that {@link searchNode} has found; its own panel opens. */
export async function takeNode(page: Page, { entry, action }: Choice): Promise<void> {
	await item(page, entry).click();
	if (action === undefined) await page.getByRole('button', { name: 'Add to workflow' }).click();
	else await chooseAction(page, action);
	await parameters(page).locator('label').first().waitFor();
}

/** The panel of the node that is open. */
export const nodePanel = (page: Page): Locator => page.getByTestId('ndv');

/** The part of it where one fills in. */
export const parameters = (page: Page): Locator => page.getByTestId('node-parameters');

export const parameter = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).first();

export async function fill(page: Page, name: string, text: string): Promise<void> {
	await parameter(page, name).locator('input, textarea').last().fill(text);
}

/** Opens a dropdown by its text field and gives the list below it. */
async function openList(page: Page, input: Locator): Promise<Locator> {
	await input.click();
	const list = page.locator(`[id="${(await input.getAttribute('aria-controls')) ?? ''}"]`);
	await list.waitFor();
	return list;
}

/** Chooses in a dropdown. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
	const list = await openList(page, parameter(page, name).locator('input[aria-controls]').first());
	await list.getByRole('option').filter({ hasText: option }).first().click();
	await list.waitFor({ state: 'hidden' });
}

/** Opens the list of a resource locator and gives what it has loaded. */
export async function loadList(page: Page, name: string): Promise<string[]> {
	const entries = page.getByTestId('rlc-item');
	// On a busy machine the editor closes a list whose field it draws once more: a person would click again.
	for (let clicks = 1; ; clicks++) {
		await parameter(page, name).getByTestId('rlc-input').click();
		const hasLoaded = entries.first().waitFor({ timeout: 20_000 });
		if (clicks === 3) await hasLoaded;
		if (
			await hasLoaded.then(
				() => true,
				() => false,
			)
		)
			return await entries.allInnerTexts();
	}
}

/** Chooses in a list that {@link loadList} has opened. */
export async function pick(page: Page, entry: string): Promise<void> {
	await page.getByTestId('rlc-item').filter({ hasText: entry }).first().click();
}

export async function closePanel(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await nodePanel(page).waitFor({ state: 'hidden' });
}

/** A node on the canvas. */
export const onCanvas = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Opens the panel of a node on the canvas. */
export async function openNode(page: Page, name: string): Promise<void> {
	await onCanvas(page, name).dblclick();
	await parameters(page).locator('label').first().waitFor();
}
