import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { at, listAt, textAt } from '../../../playground/src/json';
import { startSimulator, type Simulator } from '../../../simulator/src';
import { openBrowser, textsIn, type Theme, type Windows } from './browser';
import { openAlbum } from './images';

/** The simulator's page by itself: without a mouse, on a narrow screen, in the dark, and when something goes wrong. */

const number = '33600123456';
const other = '33600123457';
const key = 'App demo';
/** Of WCAG 2, for texts of ordinary size. */
const leastContrast = 4.5;

const album = openAlbum();
let simulator: Simulator;
let windows: Windows;

beforeAll(async () => {
	simulator = await startSimulator({ key: 'demo', speed: 20 });
	windows = await openBrowser();
});

const opened: Page[] = [];

beforeEach(async () => {
	await control('reset', {});
});

afterEach(async () => {
	for (const page of opened.splice(0)) await page.context().close();
});

afterAll(async () => {
	await windows.close();
	await simulator.close();
});

async function control(path: string, body: unknown, method = 'POST'): Promise<unknown> {
	const reply = await fetch(`${simulator.url}/__sim/${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(reply.ok).toBe(true);
	return await reply.json();
}

async function sendSms(to: string, msg: string): Promise<string> {
	const form = { dest: to, msg, mode: 'Expert', charset: 'utf-8', id: '1', callback: '1' };
	const reply = await fetch(`${simulator.url}/1.1/api.php`, {
		method: 'POST',
		headers: { authorization: key },
		body: new URLSearchParams(form),
	});
	return await reply.text();
}

const sample = async (kind: string, to = number): Promise<unknown> =>
	await control('samples', { sample: kind, number: to });

async function openPage(theme: Theme = 'light', size?: { width: number; height: number }): Promise<Page> {
	const page = await windows.plain(theme);
	opened.push(page);
	if (size !== undefined) await page.setViewportSize(size);
	await page.addInitScript({ path: join(__dirname, 'phoneChecks.js') });
	await page.goto(simulator.url);
	await page.getByText('Live', { exact: true }).waitFor();
	return page;
}

const phoneOf = (page: Page, who: string): Locator => page.getByRole('region', { name: `Phone +${who}` });
const bubbleOf = (page: Page, text: string): Locator => page.locator('.bubble').filter({ hasText: text });

/** Presses Tab until something of that name has the focus, as somebody does who has no mouse. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'tab', name: string | RegExp): Promise<void> {
	const wanted = page.getByRole(role, { name }).first();
	for (let presses = 0; presses < 80; presses++) {
		await page.keyboard.press('Tab');
		if ((await wanted.count()) > 0 && (await isFocused(wanted))) return;
	}
	throw new Error(`Tab does not reach ${String(name)}`);
}

const isFocused = async (locator: Locator): Promise<boolean> =>
	(await locator.evaluate((element: unknown) => smsboxHasFocus(element))) === true;

declare global {
	var smsboxContrast: (root: unknown, least: number) => unknown;
	var smsboxOverflow: (root: unknown) => unknown;
	var smsboxHasFocus: (element: unknown) => unknown;
}

/** Puts something of every kind onto the page, in two phones, with the inspector open. */
async function fill(page: Page): Promise<void> {
	for (const kind of [
		'sms',
		'waba-buttons',
		'waba-list',
		'waba-code',
		'waba-location',
		'rcs-suggestions',
		'rcs-carousel',
	])
		await sample(kind);
	await sample('sms', other);
	await sample('sms', '9991000000');
	await control('waba/incoming', { from: number, type: 'image', caption: 'The parcel is open' });
	await control('rcs/incoming', { from: number, type: 'reply', text: 'Yes', postbackData: 'yes' });
	await control('incoming', { from: number, text: 'STOP' });
	await phoneOf(page, number).waitFor();
}

describe('with the keyboard alone', () => {
	it('a stranger gets a first message, answers it, looks into it and comes back', async () => {
		const page = await openPage();
		await tabTo(page, 'button', 'Receive an SMS');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Your parcel arrives').waitFor();
		const text = phoneOf(page, number).getByRole('textbox', { name: 'SMS from this phone' });
		await expect(isFocused(text)).resolves.toBe(true);
		await page.keyboard.type('Thank you <b>é €</b>');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Thank you <b>é €</b>').waitFor();
		await page.keyboard.press('Shift+Tab');
		const newest = page.getByRole('button', { name: /^Inspect the SMS message from this phone/ });
		await expect(isFocused(newest)).resolves.toBe(true);
		await page.keyboard.press('ArrowUp');
		const first = page.getByRole('button', { name: /^Inspect the SMS message from MyCompany/ });
		await expect(isFocused(first)).resolves.toBe(true);
		await page.keyboard.press('Enter');
		const tab = page.getByRole('tab', { name: 'Message' });
		await page.getByText('sms.message.send').first().waitFor();
		await expect(isFocused(tab)).resolves.toBe(true);
		await page.keyboard.press('ArrowRight');
		await expect(isFocused(page.getByRole('tab', { name: 'Requests' }))).resolves.toBe(true);
		await page.keyboard.press('Escape');
		await page.getByRole('tab', { name: 'Requests' }).waitFor({ state: 'hidden' });
		await expect(isFocused(first)).resolves.toBe(true);
	});

	it('a button of a message is tapped, and its answer is quoted', async () => {
		const page = await openPage();
		await sample('waba-buttons');
		await bubbleOf(page, 'When may we bring it?').waitFor();
		await tabTo(page, 'button', 'Tomorrow evening');
		await page.keyboard.press('Enter');
		await page.locator('.bubble.in blockquote').waitFor();
		expect(await page.locator('.bubble.in .text').allInnerTexts()).toEqual(['Tomorrow evening']);
	});
});

describe('a phone', () => {
	it.each([
		['WhatsApp', 'Location', 'Here'],
		['WhatsApp', 'Document', 'document.pdf'],
		['RCS', 'Location', 'Location'],
		['RCS', 'Document', 'document.txt'],
	])('sends by %s what is no text: %s', async (channel, what, shown) => {
		const page = await openPage();
		await page.getByRole('button', { name: 'Send an SMS from a phone yourself' }).click();
		const phone = phoneOf(page, number);
		await phone.locator('[data-channel]').filter({ hasText: channel }).click();
		await phone.getByRole('button', { name: what, exact: true }).click();
		await phone.locator('.bubble.in').filter({ hasText: shown }).waitFor();
		await phone.getByRole('button', { name: 'STOP' }).click();
		await phone.locator('.bubble.in').filter({ hasText: 'STOP' }).waitFor();
	});

	it("sends a file of one's own, with a caption", async () => {
		const page = await openPage();
		await sample('waba-buttons');
		const phone = phoneOf(page, number);
		await phone.getByRole('textbox', { name: 'WhatsApp message from this phone' }).fill('My notes');
		const [chooser] = await Promise.all([
			page.waitForEvent('filechooser'),
			phone.getByRole('button', { name: 'File…' }).click(),
		]);
		await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('é €') });
		await phone.locator('.bubble.in').filter({ hasText: 'notes.txt' }).getByText('My notes').waitFor();
	});

	it('reacts to a message, answers it, and takes an answer back with Escape', async () => {
		const page = await openPage();
		await sample('waba-location');
		const phone = phoneOf(page, number);
		const shop = phone.locator('.bubble.out');
		await shop.hover();
		await shop.getByRole('button', { name: 'React with 👍' }).click();
		await shop.locator('.reactions').getByText('👍').waitFor();
		await shop.getByRole('button', { name: 'Reply to this message' }).click();
		await phone.getByText('Answering: Our shop').waitFor();
		await page.keyboard.press('Escape');
		await phone.getByText('Answering: Our shop').waitFor({ state: 'hidden' });
	});

	it('chooses from a list, which stays open while the message gets another status', async () => {
		const page = await openPage();
		await sample('waba-list');
		const phone = phoneOf(page, number);
		await phone.getByText('See the tables').click();
		await control('clock', { advance: 60 });
		await control('waba/read', { number });
		await phone.locator('.bubble.out .pill').getByText('read', { exact: true }).waitFor();
		await phone.getByRole('button', { name: 'By the fire' }).click();
		await phone.locator('.bubble.in').filter({ hasText: 'By the fire' }).waitFor();
	});
});

describe('several phones', () => {
	it('stand side by side, live, and one is put away and found again', async () => {
		const page = await openPage();
		await sendSms(number, 'To the first');
		await sendSms(other, 'To the second');
		await phoneOf(page, number).getByText('To the first').waitFor();
		await phoneOf(page, other).getByText('To the second').waitFor();
		await phoneOf(page, other)
			.getByRole('button', { name: `Close the phone +${other}` })
			.click();
		await phoneOf(page, other).waitFor({ state: 'detached' });
		await sendSms(other, 'And again');
		await page.locator('#phone-list button').filter({ hasText: 'And again' }).click();
		await phoneOf(page, other).getByText('And again').waitFor();
	});

	it('a number that nobody wrote to can write first', async () => {
		const page = await openPage();
		await page.getByLabel('Phone number').fill('06 00 12 34 58');
		await page.keyboard.press('Enter');
		await phoneOf(page, '33600123458').getByRole('textbox', { name: 'SMS from this phone' }).fill('Hello');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Hello').waitFor();
	});

	it('draw a window of a long conversation only', async () => {
		const page = await openPage();
		const numbers = Array.from({ length: 150 }, (_, index) => sendSms(number, `Message ${index}`));
		await Promise.all(numbers);
		await page.getByRole('button', { name: 'Earlier messages (30)' }).click();
		await page.getByRole('button', { name: /^Later messages/ }).waitFor();
		expect(await page.locator('.bubble').count()).toBe(120);
	});
});

describe('the inspector', () => {
	it('shows what was sent, the key struck out, and leads back to the phone', async () => {
		const page = await openPage();
		await sendSms(number, 'Look into me: é €');
		await bubbleOf(page, 'Look into me')
			.getByRole('button', { name: /^Inspect/ })
			.click();
		const panel = page.getByRole('tabpanel', { name: 'Message' });
		await panel.getByText('/1.1/api.php').waitFor();
		const said = await panel.innerText();
		expect(said).toContain('App ***');
		expect(said).not.toContain('demo');
		expect(said).toContain('Look into me: é €');
		await page.getByRole('tab', { name: 'Requests' }).click();
		await page.getByRole('tabpanel', { name: 'Requests' }).locator('summary').first().click();
		await page.getByRole('button', { name: `Show on +${number}` }).click();
		await page.locator('.bubble.inspected').waitFor();
	});

	it('shows each try of a callback', async () => {
		await control('config', { deliveryReportUrl: `${simulator.url}/nobody` }, 'PUT');
		const page = await openPage();
		await sendSms(number, 'Told of');
		await bubbleOf(page, 'Told of')
			.getByRole('button', { name: /^Inspect/ })
			.click();
		await page
			.getByRole('tabpanel', { name: 'Message' })
			.getByText('HTTP 404')
			.first()
			.waitFor({ state: 'attached' });
	});
});

describe('a fault', () => {
	it('makes a send fail, is seen to be on, and is cleared', async () => {
		const page = await openPage();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Refuse' }).check();
		await page.getByText('Faults are on').waitFor();
		expect(await sendSms(number, 'Refused')).toBe('ERROR 05');
		await page.getByText('struck 1 ×').waitFor();
		await page.getByRole('button', { name: 'Clear all faults' }).click();
		await page.getByText('Faults are on').waitFor({ state: 'hidden' });
		expect(await page.getByRole('switch', { name: 'Refuse' }).isChecked()).toBe(false);
		expect(await sendSms(number, 'Accepted')).toMatch(/^OK \d+$/);
		await bubbleOf(page, 'Accepted').waitFor();
		expect(await bubbleOf(page, 'Refused').count()).toBe(0);
	});

	it('takes the answer away while the message arrives', async () => {
		const page = await openPage();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Cut after accepting' }).check();
		await page.getByText('Faults are on').waitFor();
		await expect(sendSms(number, 'Arrived')).rejects.toThrow();
		await bubbleOf(page, 'Arrived').waitFor();
	});

	it('of the same kind takes the place of the one before', async () => {
		const page = await openPage();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Refuse' }).check();
		await page.getByRole('switch', { name: 'Cut before accepting' }).check();
		await page.locator('#fault-summary').getByText('Cut before accepting', { exact: true }).waitFor();
		expect(await page.getByRole('switch', { name: 'Refuse' }).isChecked()).toBe(false);
	});
});

describe('everybody', () => {
	it('is told what each thing is, and of each new message', async () => {
		const page = await openPage();
		await fill(page);
		const tree = await page.locator('body').ariaSnapshot();
		expect(tree).toContain('region "Phone +33600123456"');
		expect(tree).toContain('navigation "Conversations"');
		expect(tree).toContain('tablist "Inspector"');
		const unnamed = tree
			.split('\n')
			.filter((line) => /^\s*- (button|textbox|combobox|switch|tab|link|img)(:|$)/.test(line));
		expect(unnamed).toEqual([]);
		await sendSms(number, 'Heard');
		await page
			.locator('#announcer')
			.filter({ hasText: 'SMS from MyCompany to +33600123456: Heard' })
			.waitFor({ state: 'attached' });
	});

	it.each(['light', 'dark'] as const)('can read it: contrast in the %s', async (theme) => {
		const page = await openPage(theme);
		await fill(page);
		for (const channel of ['SMS', 'WhatsApp', 'RCS']) {
			await phoneOf(page, number)
				.getByRole('button', { name: new RegExp(`^${channel}`) })
				.click();
			await phoneOf(page, number).locator('.bubble').first().waitFor();
			for (const tab of ['Message', 'Requests', 'Callbacks', 'Faults']) {
				await page.getByRole('tab', { name: tab }).click();
				const found: unknown = await page
					.locator('html')
					.evaluate((root: unknown, least: number) => smsboxContrast(root, least), leastContrast);
				expect(Number(at(found, 'count'))).toBeGreaterThan(30);
				expect(listAt(at(found, 'faint'))).toEqual([]);
			}
		}
	});

	it('can choose light or dark, and it stays', async () => {
		const page = await openPage('light');
		await page.getByRole('button', { name: 'Dark' }).click();
		await page.reload();
		await page.getByRole('button', { name: 'Light' }).waitFor();
		expect(textAt({ theme: await page.locator('html').getAttribute('data-theme') }, 'theme')).toBe('dark');
	});

	it.each([320, 390, 768, 1280])('has nothing outside of a window of %i pixels', async (width) => {
		const page = await openPage('light', { width, height: 800 });
		const overflow = async (): Promise<unknown> =>
			await page.locator('html').evaluate((root: unknown) => smsboxOverflow(root));
		expect(await overflow()).toEqual({ by: 0, outside: [] });
		await fill(page);
		for (const channel of ['SMS', 'WhatsApp', 'RCS']) {
			await page.locator('.phone [data-channel]').filter({ hasText: channel }).first().click();
			expect(await overflow()).toEqual({ by: 0, outside: [] });
		}
		const cut = (await textsIn(page.locator('.phone').first())).filter(({ isCut }) => isCut);
		expect(cut.map(({ text }) => text)).toEqual([]);
		const placeholders = (await textsIn(page.getByRole('navigation'))).filter(({ text }) => text === number);
		expect(placeholders).toEqual([{ text: number, isCut: false }]);
	});
});

it('looks as the documents show it, in the dark too', async () => {
	const page = await openPage('dark');
	await sample('waba-buttons', other);
	await sample('rcs-carousel');
	await bubbleOf(page, 'Weekend by the sea').waitFor();
	await phoneOf(page, other).getByRole('button', { name: 'Tomorrow morning' }).click();
	await bubbleOf(page, 'This phone').waitFor();
	await page.mouse.move(0, 0);
	await page.locator('.bubble .pill').filter({ hasText: 'delivered' }).nth(1).waitFor();
	await album.take(page, 'phones-dark');
	const light = await openPage('light', { width: 1280, height: 800 });
	await bubbleOf(light, 'Weekend by the sea')
		.getByRole('button', { name: /^Inspect/ })
		.click();
	await light.getByText('rcs.message.send').first().waitFor();
	await light.getByRole('heading', { name: 'Requests' }).scrollIntoViewIfNeeded();
	await album.take(light, 'inspector');
});

it('made no mistake in its scripts', () => {
	expect(windows.mistakes()).toEqual([]);
});
