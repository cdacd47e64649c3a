import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
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

/** A way to the simulator that can be closed and opened again, which cuts all connections through it. */
export interface Tunnel {
	url: string;
	close: () => Promise<void>;
	reopen: () => Promise<void>;
}

export async function openTunnel(to: string): Promise<Tunnel> {
	const { hostname, port: target } = new URL(to);
	const sockets = new Set<Socket>();
	const server = createServer((caller) => {
		const callee = connect(Number(target), hostname);
		for (const [socket, peer] of [
			[caller, callee],
			[callee, caller],
		] as const) {
			sockets.add(socket);
			socket
				.on('error', () => undefined)
				.once('close', () => {
					sockets.delete(socket);
					peer.destroy();
				});
		}
		caller.pipe(callee).pipe(caller);
	});
	const listen = async (port: number): Promise<number> => {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		if (address === null || typeof address === 'string') throw new Error('not listening on a port');
		return address.port;
	};
	const port = await listen(0);
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			if (!server.listening) return;
			server.close();
			for (const socket of sockets) socket.destroy();
			await once(server, 'close');
		},
		async reopen() {
			await listen(port);
		},
	};
}

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

	/** @param url the simulator's own, unless a page comes through a tunnel */
	async open(
		theme: Theme = 'light',
		size?: { width: number; height: number },
		url: string = this.url,
	): Promise<Page> {
		const page = await this.windows.plain(theme);
		this.opened.push(page);
		if (size !== undefined) await page.setViewportSize(size);
		await page.addInitScript({ path: join(__dirname, 'phoneChecks.js') });
		await page.goto(url);
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
	async sendSms(to: string, msg: string, more: Record<string, string> = {}): Promise<string> {
		// An alert: the phone has unsubscribed from marketing.
		const form = { dest: to, msg, mode: 'Expert', strategy: '2', charset: 'utf-8', id: '1', callback: '1' };
		return await this.call({ ...form, ...more });
	}

	/** @returns the answer of the service */
	async call(form: Record<string, string>, query = ''): Promise<string> {
		const reply = await fetch(`${this.url}/1.1/api.php?${query}`, {
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
