import { join } from 'node:path';
import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { owner } from '../../../playground/src/n8n/api';
import { at, listAt, textAt } from '../../../playground/src/support/json';
import { needProgram } from '../support/programs';

/** Without a sandbox, as root of a container has none; without calls of its own. */
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** What moves would only be waited for. */
const stillness = `
	addEventListener('DOMContentLoaded', () => {
		const style = document.createElement('style');
		style.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }';
		document.head.append(style);
	});`;

export const size = { width: 1280, height: 800 };

/** n8n ties a session to one browser by this word, which its editor keeps in the local storage. */
const browserId = 'browser-proof';

/** Milliseconds that one click, or what follows from it, may take on a busy machine. */
const timeoutMs = 60_000;

export type Theme = 'light' | 'dark';

/** A filmed page is twice as sharp, and moves. */
export type Use = 'tested' | 'filmed';

export interface Windows {
	/** A page signed in to n8n as its owner. */
	editor: (url: string, theme?: Theme, use?: Use) => Promise<Page>;
	/** A page of anything else on this machine. */
	plain: (theme?: Theme, use?: Use) => Promise<Page>;
	/** What went wrong in the scripts of all pages. */
	mistakes: () => string[];
	close: () => Promise<void>;
}

function launch(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return chromium.launch({ executablePath: needProgram('chromium'), args: flags });
}

/**
 * Starts a browser without a screen. Whatever is not on this machine is out of its reach.
 * @throws PlaygroundError that says which of Debian's packages is missing
 */
export async function openBrowser(): Promise<Windows> {
	const browser = await launch();
	const mistakes: string[] = [];
	const open = async (theme: Theme, use: Use): Promise<Page> => {
		const context = await browser.newContext({
			viewport: size,
			deviceScaleFactor: use === 'filmed' ? 2 : 1,
			colorScheme: theme,
			locale: 'en-GB',
			timezoneId: 'Europe/Paris',
			reducedMotion: use === 'filmed' ? 'no-preference' : 'reduce',
		});
		context.setDefaultTimeout(timeoutMs);
		await context.route(
			({ hostname }) => hostname !== '127.0.0.1',
			async (route) => await route.abort(),
		);
		await context.addInitScript({ path: join(__dirname, 'inPage.js') });
		if (use === 'tested') await context.addInitScript(stillness);
		const page = await context.newPage();
		page.on('pageerror', ({ message }) => mistakes.push(message));
		return page;
	};
	return {
		plain: async (theme = 'light', use = 'tested') => await open(theme, use),
		editor: async (url, theme = 'light', use = 'tested') => {
			const page = await open(theme, use);
			const signedIn = await page.context().request.post(`${url}/rest/login`, {
				headers: { 'browser-id': browserId },
				data: { emailOrLdapLoginId: owner.email, password: owner.password },
			});
			if (!signedIn.ok()) throw new Error(`n8n answered ${signedIn.status()} to the sign-in`);
			await page.addInitScript(`localStorage.setItem('n8n-browserId', '${browserId}')`);
			return page;
		},
		mistakes: () => [...mistakes],
		close: async () => await browser.close(),
	};
}

/** What `inPage.js` adds to every page: an element goes in, plain JSON comes out. */
type InPage = (element: unknown) => unknown;

declare global {
	var smsboxTexts: InPage;
}

/** Something that a person can read. */
export interface SeenText {
	text: string;
	isCut: boolean;
}

/** All that can be read inside of something, placeholders and notices included. */
export async function textsIn(locator: Locator): Promise<SeenText[]> {
	const seen: unknown = await locator.evaluate((element: unknown) => smsboxTexts(element));
	return listAt(seen).map((entry) => ({ text: textAt(entry, 'text'), isCut: at(entry, 'isCut') === true }));
}
