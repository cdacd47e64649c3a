import { PhonePages, bubbleOf, number } from './phonePage';

/** The simulator's page by itself: what went over the wire, and what goes wrong by order. */

let pages: PhonePages;

beforeAll(async () => {
	pages = await PhonePages.start();
});

afterEach(async () => await pages.clear());

afterAll(async () => await pages.close());

describe('the inspector', () => {
	it('shows what was sent, the key struck out, and leads back to the phone', async () => {
		const page = await pages.open();
		await pages.sendSms(number, 'Look into me: é €');
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
});

describe('a fault', () => {
	it('makes a send fail, is seen to be on, and is cleared', async () => {
		const page = await pages.open();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Reject' }).check();
		await page.getByText('Faults are on').waitFor();
		expect(await pages.sendSms(number, 'Refused')).toBe('ERROR 05');
		await page.getByText('triggered once').waitFor();
		await page.getByRole('button', { name: 'Clear all faults' }).click();
		await page.getByText('Faults are on').waitFor({ state: 'hidden' });
		expect(await page.getByRole('switch', { name: 'Reject' }).isChecked()).toBe(false);
		expect(await pages.sendSms(number, 'Accepted')).toMatch(/^OK \d+$/);
		await bubbleOf(page, 'Accepted').waitFor();
		expect(await bubbleOf(page, 'Refused').count()).toBe(0);
	});

	it.each([
		['sms', 'Rejected: ERROR 05. See Requests.'],
		['waba-buttons', 'Rejected: HTTP 503. See Requests.'],
	])('is named beside the sample that it meets: %s', async (sample, note) => {
		const page = await pages.open();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Reject' }).check();
		await page.getByText('Faults are on').waitFor();
		await page.getByLabel('Sample message').selectOption(sample);
		await page.locator('#sample').getByRole('button', { name: 'Send' }).click();
		await page.getByText(note).waitFor();
	});

	it('set elsewhere shows its own delay', async () => {
		const page = await pages.open();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await pages.control('faults', { on: 'request', kind: 'latency', ms: 50, times: 0 });
		await page.getByText('Faults are on').waitFor();
		const delay = page.getByRole('combobox', { name: 'Delay of responses' });
		await delay.locator('option:checked', { hasText: '0.05 s' }).waitFor({ state: 'attached' });
	});

	it('of the same kind takes the place of the one before', async () => {
		const page = await pages.open();
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: 'Reject' }).check();
		await page.getByRole('switch', { name: 'Disconnect before accepting' }).check();
		await page.locator('#fault-summary').getByText('Disconnect before accepting', { exact: true }).waitFor();
		expect(await page.getByRole('switch', { name: 'Reject' }).isChecked()).toBe(false);
	});
});

it('made no mistake in its scripts', () => {
	expect(pages.mistakes()).toEqual([]);
});
