import type { Locator, Page } from 'playwright-core';
import { latestExecutions, readExecution } from '../../../playground/src/n8n/executions';
import { workflowsFolder } from '../../../playground/src/support/folders';
import type { JsonObject } from '../../../playground/src/support/json';
import { saveCredential } from '../../../playground/src/prepare';
import { waitFor } from '../../../playground/src/support/waitFor';
import {
	publishedWebhooks,
	publishWorkflow,
	readWorkflows,
	waitUntilServed,
} from '../../../playground/src/n8n/workflows';
import { postJson } from '../support/workflow';
import { credentialData, startRealN8n, type RealN8n } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { openBrowser, textsIn, type Windows } from './browser';
import { openAlbum } from './images';

/** The simulator's page of phones, with the sample workflows of the playground behind it. */

const number = '33600123456';

const album = openAlbum();
let real: RealN8n;
let windows: Windows;
const closers: Closer[] = [];
let page: Page;
const urls: Record<string, string> = {};

const start = async (id: string, body: JsonObject): Promise<void> => await postJson(urls[id] ?? '', body);

beforeAll(async () => {
	real = await startRealN8n();
	closers.push(real.close);
	const credential = await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
	for (const workflow of readWorkflows(workflowsFolder)) {
		await publishWorkflow(real.api, workflow, credential);
		const [webhook] = await publishedWebhooks(real.api, workflow);
		if (webhook === undefined) continue;
		await waitUntilServed(webhook);
		urls[workflow.id] = webhook.url;
	}
	await real.simulator.configure({
		deliveryReportUrl: urls.smsboxDemoReport,
		incomingSmsUrl: urls.smsboxDemoAnswer,
		wabaWebhookUrl: urls.smsboxDemoWabaEvents,
	});
	windows = await openBrowser();
	closers.push(windows.close);
	page = await windows.plain();
	await page.goto(real.simulator.url);
});

afterAll(async () => await closeAll(closers));

const bubble = (text: string | RegExp): Locator => page.locator('.phone .bubble').filter({ hasText: text });

const openPhone = async (channel: 'sms' | 'waba'): Promise<void> => {
	await page.locator('#phone-list button').filter({ hasText: '600123456' }).first().click();
	await page.locator(`.phone [data-channel="${channel}"]`).click();
};

/** Waits until all that was sent to the phone has come that far. */
async function untilAll(status: string): Promise<void> {
	const sent = page.locator('.phone .bubble.out');
	const there = sent.filter({ has: page.locator('.meta').filter({ hasText: status }) });
	await waitFor(
		`all messages being ${status}`,
		async () => ((await there.count()) === (await sent.count()) ? true : undefined),
		{ seconds: 120 },
	);
}

const cut = async (): Promise<string[]> =>
	(await textsIn(page.locator('.phone'))).filter(({ isCut }) => isCut).map(({ text }) => text);

it('shows an SMS that arrives, takes a reply that is typed, and the workflow answers it', async () => {
	await start('smsboxDemoSend', { to: number, text: 'Bonjour! Votre colis est arrivé: 10 € 🙂' });
	await openPhone('sms');
	await bubble('Votre colis est arrivé: 10 € 🙂').waitFor();
	await page.getByRole('textbox', { name: 'SMS from this phone' }).fill('Demain à 18 h, merci');
	await page.keyboard.press('Enter');
	await bubble('Thank you! We noted: Demain à 18 h, merci').waitFor();
	await untilAll('Received');
	expect(await cut()).toEqual([]);
	await page.getByRole('tab', { name: 'Requests' }).click();
	await album.take(page, 'phone-sms');
});

it('shows a WhatsApp message, its button is tapped, a text is written, and the workflow answers both', async () => {
	await start('smsboxDemoWabaAsk', { to: number });
	await openPhone('waba');
	const question = bubble('When may we bring it?');
	await question.waitFor();
	await question.getByRole('button', { name: 'Tomorrow at noon', exact: true }).click();
	await bubble('Thank you! We bring it: Tomorrow at noon').waitFor();
	await page
		.getByRole('textbox', { name: 'WhatsApp message from this phone' })
		.fill('Laissez-le au café, merci 🙂');
	await page.keyboard.press('Enter');
	await bubble('Thank you! We noted: Laissez-le au café, merci 🙂').waitFor();
	await untilAll('delivered');
	await page.getByRole('button', { name: 'Read all' }).click();
	await untilAll('read');
	// An answer quotes what it answers, in one line only: the whole stands above.
	expect(await cut()).toEqual(['It has arrived at the café 📦 When may we bring it?']);
	await question
		.first()
		.getByRole('button', { name: /^Inspect/ })
		.click();
	await page.getByText('waba.message.sendButtons').first().waitFor();
	await album.take(page, 'phone-whatsapp');
	const sent = (await real.simulator.messages(number)).filter(
		({ channel, direction }) => channel === 'waba' && direction === 'out',
	);
	expect(sent).toHaveLength(3);
});

it('shows a question whose tapped button lets the execution go on, and to which a second tap is too late', async () => {
	await start('smsboxDemoWabaApprove', { to: number, order: 1043 });
	await openPhone('waba');
	const question = bubble('Do you approve?');
	await question.waitFor();
	await question.getByRole('button', { name: 'Approve', exact: true }).click();
	await bubble('Thank you! Order 1043 is placed.').waitFor();
	const { id } = await waitFor(
		'the execution ending',
		async () =>
			(await latestExecutions(real.api, 'smsboxDemoWabaApprove')).find(({ status }) => status === 'success'),
		{ seconds: 120 },
	);
	expect((await readExecution(real.api, id)).output).toMatchObject({
		Ask: [{ outcome: 'approved', answeredBy: 'button', to: `+${number}` }],
	});
	await question.getByRole('button', { name: 'Decline', exact: true }).click();
	await bubble('This question is no longer open.').waitFor();
	expect(await bubble('Order 1043 is not placed.').count()).toBe(0);
});

it('has sent nothing that the service does not declare, and made no mistake in its scripts', async () => {
	expect(await real.simulator.undeclared()).toEqual([]);
	expect(windows.mistakes()).toEqual([]);
});
