import type { Page } from 'playwright-core';
import { openAlbum } from './images';
import { PhonePages, bubbleOf, number, other, phoneOf } from './phonePage';

/** The simulator's page by itself: what phones do, alone and side by side. */

const album = openAlbum();
let pages: PhonePages;

/** One more page in the browser of another one: they share its connections. */
async function openBeside(page: Page, connection = 'Live'): Promise<Page> {
	const another = await page.context().newPage();
	await another.goto(pages.url);
	await another.getByText(connection, { exact: true }).waitFor();
	return another;
}

beforeAll(async () => {
	pages = await PhonePages.start();
});

afterEach(async () => await pages.clear());

afterAll(async () => await pages.close());

describe('a phone', () => {
	it.each([
		['WhatsApp', 'Location', 'Here'],
		['WhatsApp', 'Document', 'document.pdf'],
		['RCS', 'Location', 'Location'],
		['RCS', 'Document', 'document.txt'],
	])('sends by %s what is no text: %s', async (channel, what, shown) => {
		const page = await pages.open();
		await page.getByRole('button', { name: 'Send an SMS from a phone' }).click();
		const phone = phoneOf(page, number);
		await phone.locator('[data-channel]').filter({ hasText: channel }).click();
		await phone.getByRole('button', { name: what, exact: true }).click();
		await phone.locator('.bubble.in').filter({ hasText: shown }).waitFor();
		await phone.getByRole('button', { name: 'STOP' }).click();
		await phone.locator('.bubble.in').filter({ hasText: 'STOP' }).waitFor();
	});

	it("sends a file of one's own, with a caption", async () => {
		const page = await pages.open();
		await pages.sample('waba-buttons');
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
		const page = await pages.open();
		await pages.sample('waba-location');
		const phone = phoneOf(page, number);
		const shop = phone.locator('.bubble.out');
		await shop.hover();
		await shop.getByRole('button', { name: 'React with 👍' }).click();
		await shop.locator('.reactions').getByText('👍').waitFor();
		await shop.getByRole('button', { name: /^Reply to the WhatsApp message from MyCompany/ }).click();
		await phone.getByText('Replying to: Our shop').waitFor();
		await page.keyboard.press('Escape');
		await phone.getByText('Replying to: Our shop').waitFor({ state: 'hidden' });
	});

	it('says that too many pages are open, and is live once another one was closed', async () => {
		const page = await pages.open();
		await page.goto('about:blank');
		const others = new AbortController();
		const connect = async (): Promise<number> =>
			(await fetch(`${pages.url}/__sim/events`, { signal: others.signal })).status;
		while ((await connect()) === 200);
		await page.goto(pages.url);
		await page.getByText('Too many open pages. Close one.').waitFor();
		await pages.sendSms(number, 'Meanwhile');
		others.abort();
		await page.getByText('Live', { exact: true }).waitFor();
		await bubbleOf(page, 'Meanwhile').waitFor();
	});

	it('works in as many pages of a browser as are live, and says in one more that there are too many', async () => {
		const first = await pages.open();
		await pages.sample('sms');
		await phoneOf(first, number).waitFor();
		const live = [first];
		while (live.length < 5) live.push(await openBeside(first));
		await openBeside(first, 'Too many open pages. Close one.');
		for (const [index, page] of live.entries()) {
			const field = phoneOf(page, number).getByRole('textbox', { name: 'SMS from this phone' });
			await field.fill(`From page ${index}`);
			await field.press('Enter');
			await bubbleOf(first, `From page ${index}`).waitFor();
		}
	});

	it('keeps a half-typed answer while another phone is in its place', async () => {
		const page = await pages.open('light', { width: 390, height: 844 });
		for (const to of [number, other]) await pages.sendSms(to, 'Hello');
		const listed = (who: string) => page.locator('#phone-list button').filter({ hasText: who });
		await listed(number).click();
		const field = page.getByRole('textbox', { name: 'SMS from this phone' });
		await field.fill('Half an answer');
		await listed(other).click();
		await phoneOf(page, other).waitFor();
		expect(await field.inputValue()).toBe('');
		await listed(number).click();
		expect(await field.inputValue()).toBe('Half an answer');
	});

	it('opens the channel in which a message comes', async () => {
		const page = await pages.open();
		await pages.sendSms(number, 'By SMS');
		await phoneOf(page, number).getByText('By SMS').waitFor();
		await pages.sample('waba-buttons');
		await phoneOf(page, number).locator('.bubbles.waba .bubble.out').waitFor();
	});

	it('marks that channel instead while one is at the phone, until it is opened', async () => {
		const page = await pages.open();
		await pages.sendSms(number, 'By SMS');
		const phone = phoneOf(page, number);
		await phone.getByText('By SMS').waitFor();
		await phone.getByRole('textbox', { name: 'SMS from this phone' }).fill('I am writ');
		await pages.sample('waba-buttons');
		await phone.getByTitle('New messages').getByText('1').waitFor();
		expect(await phone.getByTitle('New messages').count()).toBe(1);
		await phone.getByTitle('New messages').filter({ hasText: 'WhatsApp' }).click();
		await phone.locator('.bubbles.waba .bubble.out').waitFor();
		expect(await phone.getByTitle('New messages').count()).toBe(0);
	});

	it('says below a message that no workflow received it, also once the page is read anew', async () => {
		const page = await pages.open();
		await pages.control('config', { incomingSmsUrl: `${pages.url}/nothing` }, 'PUT');
		await pages.sendSms(number, 'Yes?');
		const phone = phoneOf(page, number);
		await phone.getByRole('textbox', { name: 'SMS from this phone' }).fill('Yes.');
		await page.keyboard.press('Enter');
		const answer = phone.locator('.bubble.in').filter({ hasText: 'Yes.' });
		await answer.getByText('not received by a workflow: HTTP 404').waitFor();
		await page.reload();
		await answer.getByText('not received by a workflow: HTTP 404').waitFor();
		await pages.control('config', { incomingSmsUrl: '' }, 'PUT');
	});

	it('chooses from a list, which stays open while the message gets another status', async () => {
		const page = await pages.open();
		await pages.sample('waba-list');
		const phone = phoneOf(page, number);
		await phone.getByText('See the tables').click();
		await pages.control('clock', { advance: 60 });
		await pages.control('waba/read', { number });
		await phone.locator('.bubble.out .pill').getByText('read', { exact: true }).waitFor();
		await phone.getByRole('button', { name: 'By the fire' }).click();
		await phone.locator('.bubble.in').filter({ hasText: 'By the fire' }).waitFor();
	});
});

describe('several phones', () => {
	it('stand side by side, live, and one is put away and found again', async () => {
		const page = await pages.open();
		await pages.sendSms(number, 'To the first');
		await pages.sendSms(other, 'To the second');
		await phoneOf(page, number).getByText('To the first').waitFor();
		await phoneOf(page, other).getByText('To the second').waitFor();
		await phoneOf(page, other)
			.getByRole('button', { name: `Close the phone +${other}` })
			.click();
		await phoneOf(page, other).waitFor({ state: 'detached' });
		await pages.sendSms(other, 'And again');
		await page.locator('#phone-list button').filter({ hasText: 'And again' }).click();
		await phoneOf(page, other).getByText('And again').waitFor();
	});

	it('a number that nobody wrote to can write first', async () => {
		const page = await pages.open();
		await page.getByLabel('Phone number').fill('06 00 12 34 58');
		await page.keyboard.press('Enter');
		await phoneOf(page, '33600123458').getByRole('textbox', { name: 'SMS from this phone' }).fill('Hello');
		await page.keyboard.press('Enter');
		await bubbleOf(page, 'Hello').waitFor();
	});

	it('a contact is opened by name', async () => {
		const page = await pages.open('light', { width: 390, height: 844 });
		await pages.control('config', { contacts: [{ number: other, name: 'Éva Martin' }] }, 'PUT');
		await pages.sendSms(other, 'To Éva');
		await pages.sendSms(number, 'To somebody else');
		await page.locator('#phone-list').getByText('Éva Martin').waitFor();
		await page.locator('#phone-list button').filter({ hasText: number }).click();
		await page.getByLabel('Phone number').fill('éva');
		await page.keyboard.press('Enter');
		await phoneOf(page, other).getByText('To Éva').waitFor();
	});

	it('draw a window of a long conversation only', async () => {
		const page = await pages.open();
		const numbers = Array.from({ length: 150 }, (_, index) => pages.sendSms(number, `Message ${index}`));
		await Promise.all(numbers);
		await page.getByRole('button', { name: 'Earlier messages (30)' }).click();
		await page.getByRole('button', { name: /^Later messages/ }).waitFor();
		expect(await page.locator('.bubble').count()).toBe(120);
	});
});

it('looks as the documents show it, in the dark too', async () => {
	const page = await pages.open('dark');
	await pages.sample('waba-buttons', other);
	await pages.sample('rcs-carousel');
	await bubbleOf(page, 'Weekend by the sea').waitFor();
	await phoneOf(page, other).getByRole('button', { name: 'Tomorrow morning' }).click();
	await bubbleOf(page, 'This phone').waitFor();
	await page.mouse.move(0, 0);
	await page.locator('.bubble .pill').filter({ hasText: 'delivered' }).nth(1).waitFor();
	await album.take(page, 'phones-dark');
	const light = await pages.open('light', { width: 1280, height: 800 });
	await bubbleOf(light, 'Weekend by the sea')
		.getByRole('button', { name: /^Inspect/ })
		.click();
	await light.getByText('rcs.message.send').first().waitFor();
	await light.getByRole('heading', { name: 'Requests' }).scrollIntoViewIfNeeded();
	await album.take(light, 'inspector');
});

it('made no mistake in its scripts', () => {
	expect(pages.mistakes()).toEqual([]);
});
