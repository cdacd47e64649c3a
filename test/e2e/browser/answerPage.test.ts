import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { listAt } from '../../../playground/src/support/json';
import { closeAll, type Closer } from '../../support/closing';
import { n8n2 } from '../support/n8nProcess';
import { receivedBy } from '../waiting/person';
import { questions } from '../waiting/questions';
import { WaitingStage } from '../waiting/waitingStage';
import { openBrowser, type Theme, type Windows } from './browser';
import { openAlbum } from './images';

/** The page on which a person answers, in a browser on a phone. */

const album = openAlbum();
const phone = { width: 390, height: 700 };
const closers: Closer[] = [];
let stage: WaitingStage;
let windows: Windows;
let people = 0;

beforeAll(async () => {
	stage = await WaitingStage.open(n8n2);
	closers.push(async () => await stage.close());
	await stage.publish(['plain']);
	windows = await openBrowser();
	closers.push(windows.close);
});

afterAll(async () => await closeAll(closers));

/** Asks by SMS. Returns the execution and the link. */
async function ask(name: string): Promise<{ id: string; link: string }> {
	const question = questions.findIndex((one) => one.name === `SMS ${name} on the page`);
	const asked = questions[question];
	if (asked === undefined) throw new Error(`Nothing asks for ${name}`);
	people += 1;
	const to = `3361300000${people}`;
	const id = await stage.start('plain', { to, question, minutes: 60 });
	const [received] = await receivedBy(stage.stage.simulator, asked, to, 1);
	await stage.waiting(id);
	return { id, link: received?.page ?? '' };
}

async function openPage(link: string, theme: Theme): Promise<Page> {
	const page = await windows.plain(theme);
	await page.addInitScript({ path: join(__dirname, 'phoneChecks.js') });
	await page.setViewportSize(phone);
	await page.goto(link);
	return page;
}

async function expectReadable(page: Page): Promise<void> {
	const faint: unknown = await page.evaluate('smsboxContrast(document, 4.5).faint');
	const overflow: unknown = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
	expect({ faint: listAt(faint), overflow }).toEqual({ faint: [], overflow: 0 });
}

describe.each<Theme>(['light', 'dark'])('the page, %s', (theme) => {
	it.each([
		['Approval', async (page: Page) => await page.getByRole('button', { name: 'Approve' }).click()],
		['Choices', async (page: Page) => await page.getByRole('button', { name: '<i>Third</i>' }).click()],
		[
			'Free Text',
			async (page: Page) => {
				await page.getByLabel('Your answer').fill('On Tuesday\nafter 6 pm');
				await page.getByRole('button', { name: 'Send' }).click();
			},
		],
	])('takes one answer: %s', async (name, answer) => {
		const { id, link } = await ask(name);
		const page = await openPage(link, theme);
		await page.getByText('Ship order 7 for 80 €?').waitFor();
		await expectReadable(page);
		await answer(page);
		await page.getByText('Thank you. You can close this page.').waitFor();
		await expectReadable(page);
		expect((await stage.ended(id)).status).toBe('success');
		await page.goto(link);
		await page.getByText('No action required').waitFor();
		await page.setViewportSize({ ...phone, height: 160 });
		if (theme === 'light' && name === 'Approval') await album.take(page, 'question-answered');
	});
});
