import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startSimulator, type Simulator } from '../../../simulator/src';
import { SAMPLE_NAMES } from '../../../simulator/src/control/samples';
import { openBrowser, type Theme, type Windows } from './browser';

/** The simulator's page by itself: what its tests share. */

export const number = '33600123456';
export const other = '33600123457';
const key = 'App demo';

/** What `phoneChecks.js` adds to every page: an element goes in, plain JSON comes out. */
declare global {
	var smsboxContrast: (root: unknown, least: number) => unknown;
	var smsboxOverflow: (root: unknown) => unknown;
	var smsboxControls: (root: unknown) => unknown;
}

/** A contact's phone has the name before the number: `Phone Ana Martin (+33600123456)`. */
export const phoneOf = (page: Page, who: string): Locator =>
	page.getByRole('region', { name: new RegExp(`^Phone (.+ \\()?\\+${who}\\b`) });
export const bubbleOf = (page: Page, text: string): Locator =>
	page.locator('.bubble').filter({ hasText: text });

/** A simulator, and a browser for its page. */
export class PhonePages {
	private readonly opened: Page[] = [];

	private constructor(
		private readonly simulator: Simulator,
		private readonly windows: Windows,
	) {}

	static async start(): Promise<PhonePages> {
		const simulator = await startSimulator({ key: 'demo', speed: 20 });
		try {
			return new PhonePages(simulator, await openBrowser());
		} catch (error) {
			await simulator.close();
			throw error;
		}
	}

	get url(): string {
		return this.simulator.url;
	}

	/** What went wrong in the scripts of all pages. */
	mistakes(): string[] {
		return this.windows.mistakes();
	}

	/** Closes what a test has opened. A reset alone would keep the contacts. */
	async clear(): Promise<void> {
		for (const page of this.opened.splice(0)) await page.context().close();
		await this.control('reset', {});
		await this.control('config', { contacts: [] }, 'PUT');
	}

	async close(): Promise<void> {
		await this.windows.close();
		await this.simulator.close();
	}

	async open(theme: Theme = 'light', size?: { width: number; height: number }): Promise<Page> {
		const page = await this.windows.plain(theme);
		this.opened.push(page);
		if (size !== undefined) await page.setViewportSize(size);
		await page.addInitScript({ path: join(__dirname, 'phoneChecks.js') });
		await page.goto(this.url);
		await page.getByText('Live', { exact: true }).waitFor();
		return page;
	}

	async control(path: string, body: unknown, method = 'POST'): Promise<unknown> {
		const reply = await fetch(`${this.url}/__sim/${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(reply.ok).toBe(true);
		return await reply.json();
	}

	async state(): Promise<unknown> {
		return await (await fetch(`${this.url}/__sim/state`)).json();
	}

	/** @returns the answer of the service */
	async sendSms(to: string, msg: string): Promise<string> {
		// An alert: the phone has unsubscribed from marketing.
		const form = { dest: to, msg, mode: 'Expert', strategy: '2', charset: 'utf-8', id: '1', callback: '1' };
		const reply = await fetch(`${this.url}/1.1/api.php`, {
			method: 'POST',
			headers: { authorization: key },
			body: new URLSearchParams(form),
		});
		return await reply.text();
	}

	async sample(kind: string, to = number): Promise<unknown> {
		return await this.control('samples', { sample: kind, number: to });
	}

	/** Puts something of every kind onto the page, in two phones, with the inspector open. */
	async fill(page: Page): Promise<void> {
		for (const kind of SAMPLE_NAMES) await this.sample(kind);
		await this.sample('sms', other);
		await this.sample('sms', '9991000000');
		await this.control('waba/incoming', { from: number, type: 'image', caption: 'The parcel is open' });
		await this.control('rcs/incoming', { from: number, type: 'reply', text: 'Yes', postbackData: 'yes' });
		await this.sendSms(number, `Approve order 1042?\n\n${this.url}/__sim/openapi.json?${'x'.repeat(140)}`);
		await this.control('incoming', { from: number, text: 'STOP' });
		await phoneOf(page, number).waitFor();
	}
}
