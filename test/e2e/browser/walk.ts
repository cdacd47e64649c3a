import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../playground/src/support/waitFor';
import { describedIn, dropdownsIn, textsIn, type Dropdown } from './browser';
import { decidingParameters, descriptionsByName, plain } from './described';
import { openList, parameters } from './editor';

/** What a walk through a node's panel has read. */
export interface Walk {
	/** Every text, however it was seen: labels, choices, placeholders, notices, descriptions. */
	seen: Set<string>;
	/** What was cut off, each with where. */
	cut: Set<string>;
}

/** Choosing in these changes all that stands below. */
const choosesOperation = /^parameters\.(resource|operation)$/;

/** n8n's own choice, besides those of the node: it leads to another node. */
const customCall = 'Custom API Call';

const seconds = 60;

/**
 * Walks through the panel of the node that is open, by clicks: every operation of every resource, every option added,
 * every dropdown opened, every description hovered over. Where others depend on a choice, each choice is taken.
 * @param nodeType as n8n serves it to its editor
 * @param place what the places of cut texts begin with
 */
export async function walkThrough(page: Page, nodeType: unknown, place: string): Promise<Walk> {
	const walk: Walk = { seen: new Set(), cut: new Set() };
	const deciding = decidingParameters(nodeType);
	const descriptions = descriptionsByName(nodeType);
	const known = new Set<string>();
	const panel = parameters(page);

	const read = async (root: Locator, where: string): Promise<void> => {
		for (const { text, isCut } of await textsIn(root)) {
			walk.seen.add(plain(text));
			if (isCut) walk.cut.add(`${where}: ${plain(text)}`);
		}
	};

	const inputOf = (list: string): Locator => page.locator(`input[aria-controls="${list}"]`).first();

	const close = async (list: Locator): Promise<void> => {
		await page.keyboard.press('Escape');
		await list.waitFor({ state: 'hidden' });
	};

	const groupsWithoutRows = panel
		.locator('div[data-test-id^="fixed-collection-"]')
		.filter({ hasNot: page.locator('label:visible'), has: page.getByTestId('fixed-collection-add') });

	/** Adds a row to a group of fields: n8n forgets one without rows as soon as another option is added. */
	const addRow = async (): Promise<void> => {
		const group = panel.getByTestId((await groupsWithoutRows.first().getAttribute('data-test-id')) ?? '');
		await group.getByTestId('fixed-collection-add').first().click();
		await group.locator('label:visible').first().waitFor();
	};

	const options = panel.getByTestId('collection-parameter-add');

	/** Adds the first of the options that are left; where there is but one, n8n shows a button instead of a list, which goes. */
	const addOption = async (where: string): Promise<void> => {
		const input = options.first().locator('input[aria-controls]');
		if ((await input.count()) === 0) {
			const last = options.nth((await options.count()) - 1);
			await options.first().click();
			await last.waitFor({ state: 'detached' });
			return;
		}
		const list = await openList(page, input);
		await read(list, where);
		const first = list.getByRole('option').first();
		const label = plain(await first.innerText());
		await first.click();
		await panel.locator('label:visible').filter({ hasText: label }).first().waitFor();
		await list.waitFor({ state: 'hidden' });
	};

	const addAll = async (where: string): Promise<void> => {
		for (;;) {
			if ((await groupsWithoutRows.count()) > 0) await addRow();
			else if ((await options.count()) > 0) await addOption(where);
			else return;
		}
	};

	const readDescription = async (label: Locator, where: string): Promise<void> => {
		await label.hover();
		await label.locator('[class*="_infoIcon_"] svg').hover();
		const id = (await label.locator('[aria-describedby]').getAttribute('aria-describedby')) ?? '';
		const tooltip = page.getByTestId('tooltip-content').filter({ has: page.locator(`[id="${id}"]`) });
		await tooltip.waitFor();
		await read(tooltip, where);
	};

	/** Hovers over what may have a description that was not read yet. */
	const readDescriptions = async (where: string): Promise<void> => {
		const unread = (await describedIn(panel)).filter((name) => {
			const possible = descriptions.get(name);
			return possible === undefined || [...possible].some((text) => !walk.seen.has(text));
		});
		for (const name of unread)
			for (const label of await panel.locator(`label[for="${name}"]:visible`).all())
				await readDescription(label, `${where}, ${name}`);
		if (unread.length === 0) return;
		// A description would lie over what is clicked next.
		await page.mouse.move(0, 0);
		await page.getByTestId('tooltip-content').first().waitFor({ state: 'hidden' });
	};

	/** The editor draws what a choice changes a moment later. */
	const settle = async (): Promise<void> => {
		let before = '';
		await waitFor(
			'the panel standing still',
			async () => {
				const last = before;
				before = await panel.first().innerText();
				return before === last ? true : undefined;
			},
			{ seconds, everyMs: 200 },
		);
	};

	const look = async (where: string): Promise<void> => {
		await settle();
		await read(panel, where);
		await addAll(where);
		await read(panel, where);
		await readDescriptions(where);
	};

	const dropdown = async (path: string): Promise<Dropdown | undefined> =>
		(await dropdownsIn(panel)).find((found) => found.path === path);

	/** Chooses, and waits until the panel has followed. */
	const take = async (path: string, index: number): Promise<void> => {
		const list = await openList(page, inputOf((await dropdown(path))?.list ?? ''));
		const option = list.getByRole('option').nth(index);
		const name = plain((await option.innerText()).replace(/\n[^]*/, ''));
		await option.click();
		await list.waitFor({ state: 'hidden' });
		await waitFor(
			`the choice of ${name}`,
			async () => ((await dropdown(path))?.chosen === name ? true : undefined),
			{ seconds, everyMs: 50 },
		);
	};

	/** Adds to the choices of a dropdown that takes several, or takes away from them. */
	const toggle = async (path: string, index: number): Promise<void> => {
		const list = await openList(page, inputOf((await dropdown(path))?.list ?? ''));
		const option = list.getByRole('option').nth(index);
		const before = await option.getAttribute('aria-selected');
		await option.click();
		await waitFor(
			'the choice being taken',
			async () => ((await option.getAttribute('aria-selected')) === before ? undefined : true),
			{ seconds, everyMs: 50 },
		);
		await close(list);
	};

	/** Reads the choices of a dropdown; where others depend on it, what is shown with each of them too. */
	const readDropdown = async ({ path, list: id, chosen }: Dropdown, where: string): Promise<void> => {
		const name = path.replace(/^.*\./, '');
		const list = await openList(page, inputOf(id));
		await read(list, `${where}, ${name}`);
		const count = await list.getByRole('option').count();
		// How a resource locator is filled in: choices of n8n's, without descriptions.
		const isMode = (await list.locator('.option-headline').count()) === 0;
		await close(list);
		if (!isMode && !deciding.has(name)) return;
		for (let index = 1; index <= count; index += 1) {
			const choice = index % count;
			if (chosen === '') await toggle(path, choice);
			else await take(path, choice);
			await explore(where);
			if (chosen === '') await toggle(path, choice);
		}
	};

	/** Reads all that is shown now, and what is shown with other choices. */
	const explore = async (where: string): Promise<void> => {
		await look(where);
		for (;;) {
			const fresh = (await dropdownsIn(panel)).find(
				({ path, key }) => !choosesOperation.test(path) && !known.has(key),
			);
			if (fresh === undefined) return;
			known.add(fresh.key);
			await readDropdown(fresh, where);
		}
	};

	/** Takes each choice of a dropdown in turn; without that dropdown, all is as it is. */
	const each = async (
		path: string,
		where: string,
		visit: (where: string) => Promise<void>,
	): Promise<void> => {
		const found = await dropdown(path);
		if (found === undefined) {
			await visit(where);
			return;
		}
		const list = await openList(page, inputOf(found.list));
		await read(list, where);
		const names = (await list.locator('.option-headline').allInnerTexts()).map(plain);
		await close(list);
		for (const [index, name] of names.entries()) {
			if (name === customCall) continue;
			await take(path, index);
			await visit(`${where}, ${name}`);
		}
	};

	await each('parameters.resource', place, async (resource) => {
		await each('parameters.operation', resource, explore);
	});
	return walk;
}
