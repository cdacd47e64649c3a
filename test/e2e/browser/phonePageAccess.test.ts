import type { Locator, Page } from 'playwright-core';
import { at, listAt, textAt } from '../../../playground/src/support/json';
import { textsIn } from './browser';
import { PhonePages, bubbleOf, number, phoneOf } from './phonePage';

/** The simulator's page by itself: without a mouse, by ear, with little contrast, in the dark, on a narrow screen. */

/** Of WCAG 2, for texts of ordinary size. */
const leastContrast = 4.5;

let pages: PhonePages;

beforeAll(async () => {
	pages = await PhonePages.start();
});

afterEach(async () => await pages.clear());

afterAll(async () => await pages.close());

/** What has the focus. A message that changes is drawn anew, so that one and the same node cannot be asked. */
const focused = (page: Page, locator: Locator): Locator => locator.and(page.locator(':focus'));

/** Presses Tab until something of that name has the focus, as somebody does who has no mouse. */
async function tabTo(
	page: Page,
	role: 'button' | 'textbox' | 'tab' | 'switch',
	name: string | RegExp,
): Promise<void> {
	const wanted = page.getByRole(role, { name }).first();
	for (let presses = 0; presses < 80; presses++) {
		await page.keyboard.press('Tab');
		if ((await focused(page, wanted).count()) > 0) return;
	}
	throw new Error(`Tab does not reach ${String(name)}`);
}

describe('with the keyboard alone', () => {
	it('a stranger gets a first message, answers it, looks into it and comes back', async () => {
		const page = await pages.open();
		await tabTo(page, 'button', 'Receive an SMS');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Your parcel arrives').waitFor();
		const text = phoneOf(page, number).getByRole('textbox', { name: 'SMS from this phone' });
		await focused(page, text).waitFor();
		await page.keyboard.type('Thank you <b>é €</b>');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Thank you <b>é €</b>').waitFor();
		await page.keyboard.press('Shift+Tab');
		const newest = page.getByRole('button', { name: /^Inspect the SMS message from this phone/ });
		await focused(page, newest).waitFor();
		await page.keyboard.press('ArrowUp');
		const first = page.getByRole('button', { name: /^Inspect the SMS message from MyCompany/ });
		await focused(page, first).waitFor();
		await page.keyboard.press('Enter');
		const tab = page.getByRole('tab', { name: 'Message' });
		await page.getByText('sms.message.send').first().waitFor();
		await focused(page, tab).waitFor();
		await page.keyboard.press('ArrowRight');
		await focused(page, page.getByRole('tab', { name: 'Requests' })).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('tab', { name: 'Requests' }).waitFor({ state: 'hidden' });
		await focused(page, first).waitFor();
	});

	it('a button of a message is tapped, and its answer is quoted', async () => {
		const page = await pages.open();
		await pages.sample('waba-buttons');
		await bubbleOf(page, 'When may we bring it?').waitFor();
		await tabTo(page, 'button', 'Tomorrow evening');
		await page.keyboard.press('Enter');
		await page.locator('.bubble.in blockquote').waitFor();
		expect(await page.locator('.bubble.in .text').allInnerTexts()).toEqual(['Tomorrow evening']);
	});
});

describe('every control', () => {
	it.each([
		['SMS', 'Settings'],
		['WhatsApp', 'Faults'],
		['RCS', 'Requests'],
	])(
		'is reached by Tab, has a name of its own and is large enough to be tapped: %s and %s',
		async (channel, tab) => {
			const page = await pages.open();
			await pages.control('config', { speed: 0 }, 'PUT');
			await pages.fill(page);
			await page.getByRole('tab', { name: tab }).click();
			const chosen = phoneOf(page, number).locator('[data-channel]').filter({ hasText: channel });
			await chosen.click();
			await phoneOf(page, number).locator('.bubble').first().waitFor();
			const controls = async () =>
				listAt(await page.locator('html').evaluate((root: unknown) => smsboxControls(root)));
			const total = (await controls()).length;
			expect(total).toBeGreaterThan(40);
			for (let presses = 0; presses < total + 20; presses++) await page.keyboard.press('Tab');
			const all = (await controls()).map((each) => ({
				name: textAt(each, 'name'),
				region: textAt(each, 'region'),
				isQuoted: at(each, 'isQuoted') === true,
				isReached: at(each, 'isReached') === true,
				size: Number(at(each, 'size')),
			}));
			expect(all.filter(({ isReached }) => !isReached).map(({ name }) => name)).toEqual([]);
			expect(all.filter(({ size }) => size < 24).map(({ name, size }) => [name, size])).toEqual([]);
			expect(all.filter(({ name }) => name === '')).toEqual([]);
			const names = all.filter((each) => !each.isQuoted).map(({ region, name }) => `${region}: ${name}`);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		},
	);
});

describe('the settings', () => {
	it('are reached, saved and confirmed with the keyboard alone', async () => {
		const page = await pages.open();
		await tabTo(page, 'button', 'Settings');
		await page.keyboard.press('Enter');
		await focused(page, page.getByRole('tab', { name: 'Settings' })).waitFor();
		await tabTo(page, 'textbox', 'Incoming SMS');
		await page.keyboard.type(`${pages.url}/nobody`);
		await page.keyboard.press('Enter');
		await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
		expect(await pages.state()).toMatchObject({ incomingSmsUrl: `${pages.url}/nobody` });
		await tabTo(page, 'switch', 'Enforce the 24-hour window');
		await page.keyboard.press('Space');
		await page.locator('#rules-outcome').getByText('Saved').waitFor();
		expect(await pages.state()).toMatchObject({ enforceServiceWindow: true });
	});

	it('tell a Test URL from a Production URL', async () => {
		const page = await pages.open();
		await page.getByRole('button', { name: 'Settings' }).first().click();
		const entry = page.getByRole('textbox', { name: 'Incoming SMS' });
		await entry.fill(`${pages.url}/webhook-test/0a1b/smsbox`);
		await entry.press('Enter');
		await page.getByRole('status').filter({ hasText: 'Incoming SMS: this is a Test URL' }).waitFor();
		expect(await pages.state()).toMatchObject({ incomingSmsUrl: `${pages.url}/webhook-test/0a1b/smsbox` });
		await entry.fill(`${pages.url}/webhook/0a1b/smsbox`);
		await entry.press('Enter');
		await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
	});
});

describe('everybody', () => {
	it('is told what each thing is, and of each new message', async () => {
		const page = await pages.open();
		await pages.fill(page);
		const tree = await page.locator('body').ariaSnapshot();
		expect(tree).toContain('region "Phone +33600123456"');
		expect(tree).toContain('navigation "Conversations"');
		expect(tree).toContain('tablist "Inspector"');
		const unnamed = tree
			.split('\n')
			.filter((line) => /^\s*- (button|textbox|combobox|switch|tab|link|img)(:|$)/.test(line));
		expect(unnamed).toEqual([]);
		await pages.sendSms(number, 'Heard');
		await page
			.locator('#announcer')
			.filter({ hasText: 'SMS from MyCompany to +33600123456: Heard' })
			.waitFor({ state: 'attached' });
	});

	it.each(['light', 'dark'] as const)('can read it: contrast in the %s', async (theme) => {
		const page = await pages.open(theme);
		await pages.fill(page);
		for (const channel of ['SMS', 'WhatsApp', 'RCS']) {
			await phoneOf(page, number)
				.getByRole('button', { name: new RegExp(`^${channel}`) })
				.click();
			await phoneOf(page, number).locator('.bubble').first().waitFor();
			for (const tab of ['Message', 'Requests', 'Callbacks', 'Faults', 'Settings']) {
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
		const page = await pages.open('light');
		await page.getByRole('button', { name: 'Dark' }).click();
		await page.reload();
		await page.getByRole('button', { name: 'Light' }).waitFor();
		expect(textAt({ theme: await page.locator('html').getAttribute('data-theme') }, 'theme')).toBe('dark');
	});

	it('has the whole phone in view on a phone', async () => {
		const size = { width: 390, height: 844 };
		const page = await pages.open('light', size);
		await pages.fill(page);
		const box = await phoneOf(page, number).locator('.screen').boundingBox();
		expect(box?.height).toBeGreaterThan(400);
		expect(box?.y).toBeGreaterThan(0);
		expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(size.height);
	});

	it.each([390, 820])('shows phones and names whole in a window of %i pixels', async (width) => {
		const page = await pages.open('light', { width, height: 900 });
		await pages.control('config', { contacts: [{ number, name: 'Ana Martin' }] }, 'PUT');
		await pages.fill(page);
		const boxes = await Promise.all(
			(await page.locator('.phone').all()).map(async (phone) => await phone.boundingBox()),
		);
		expect(boxes).toHaveLength(width === 390 ? 1 : 2);
		for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
		const names = await textsIn(page.locator('#phone-list'));
		expect(names.map(({ text }) => text)).toContain(`Ana Martin (+${number})`);
		expect(names.filter(({ isCut }) => isCut)).toEqual([]);
	});

	it.each([320, 390, 768, 1280])('has nothing outside of a window of %i pixels', async (width) => {
		const page = await pages.open('light', { width, height: 800 });
		const overflow = async (): Promise<unknown> =>
			await page.locator('html').evaluate((root: unknown) => smsboxOverflow(root));
		expect(await overflow()).toEqual({ by: 0, outside: [] });
		await pages.fill(page);
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

it('finds what is cut off, and only that', async () => {
	const page = await pages.open();
	// The simulator's page forbids styles in elements.
	await page.goto('about:blank');
	const clipped = 'width: 60px; overflow: hidden; white-space: nowrap; font: 14px sans-serif';
	await page.setContent(`
		<div id="all">
			<p style="${clipped}">short</p>
			<p style="${clipped}">much longer than its box</p>
			<p style="width: 60px; overflow: auto; white-space: nowrap">longer, but it can be scrolled to</p>
			<p style="width: 90px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2">
				clamped after two lines although it has more</p>
			<p style="display: none">not there at all</p>
			<input placeholder="fits" /><input style="width: 40px" placeholder="does not fit into it" />
			<textarea style="width: 60px; height: 20px" placeholder="more lines than there is room for"></textarea>
		</div>`);
	const texts = await textsIn(page.locator('#all'));
	expect(texts.filter(({ isCut }) => isCut).map(({ text }) => text)).toEqual([
		'much longer than its box',
		'clamped after two lines although it has more',
		'does not fit into it',
		'more lines than there is room for',
	]);
	expect(texts).toHaveLength(7);
});

it('made no mistake in its scripts', () => {
	expect(pages.mistakes()).toEqual([]);
});
