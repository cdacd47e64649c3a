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
		{ seconds: 20 },
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
			for (const message of await page.locator('.el-notification__closeBtn').all()) await message.click();
			await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
			await untilIcons(page);
			await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
			const { size } = statSync(path);
			if (size > mostBytes) throw new Error(`The picture ${name} has ${size} bytes`);
		},
	};
}
