import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { waitFor } from '../../../playground/src/support/waitFor';
import { isForDocs } from '../support/report';

/** The documents show them: they are to load fast. */
const mostBytes = 250_000;

/** `docs/images` only if asked for, as the port numbers in the pictures are others each time. */
const folder = (): string =>
	isForDocs ? join(repositoryRoot, 'docs', 'images') : mkdtempSync(join(tmpdir(), 'smsbox-images-'));

const iconsAreThere =
	'[...document.images].filter((icon) => icon.checkVisibility()).every((icon) => icon.naturalWidth > 0)';

/** Waits until the pictures in a page have loaded. */
async function untilIcons(page: Page): Promise<void> {
	await waitFor(
		'the icons being loaded',
		async () => {
			const areThere: unknown = await page.evaluate(iconsAreThere);
			return areThere === true ? true : undefined;
		},
		{ seconds: 60 },
	);
}

/** Closes n8n's messages that pass; each may pass before it is clicked. */
async function closeMessages(page: Page): Promise<void> {
	const messages = page.locator('.el-notification:visible');
	await waitFor(
		'the messages being gone',
		async () => {
			if ((await messages.count()) === 0) return true;
			const button = messages.locator('.el-notification__closeBtn').first();
			await button.click({ timeout: 2_000 }).catch(() => undefined);
			return undefined;
		},
		{ seconds: 60 },
	);
}

export interface Album {
	/** Takes a picture of what the page shows; fails where it shows messages of n8n that pass, or is too large. */
	take: (page: Page, name: string) => Promise<void>;
}

/** Where the pictures of a test file go: `npm run test:e2e -- --images` makes those of the documents anew. */
export function openAlbum(): Album {
	const place = folder();
	mkdirSync(place, { recursive: true });
	return {
		take: async (page, name) => {
			const path = join(place, `${name}.png`);
			await closeMessages(page);
			await untilIcons(page);
			await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
			const { size } = statSync(path);
			if (size > mostBytes) throw new Error(`The picture ${name} has ${size} bytes`);
		},
	};
}
