import type { Locator } from 'playwright-core';
import type { N8nApi } from '../../../playground/src/n8n/api';
import type { Credential } from '../../../playground/src/prepare';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { waitFor } from '../../../playground/src/support/waitFor';
import { agent } from '../support/realN8n';
import { publishChain } from '../support/workflow';
import type { Windows } from './browser';
import type { Pointer, Source } from './film';

/** What the two films share: the phone, its agent, and a workflow that receives its taps. */

export const number = '33600123456';

export interface DemoStage {
	api: N8nApi;
	simulator: SimulatorApi;
}

/** Publishes the trigger that receives the tap. */
export async function receiveTaps(stage: DemoStage, credential: Credential): Promise<void> {
	const { wabaId, phoneId } = agent;
	const trigger = {
		name: 'WhatsApp message',
		type: 'n8n-nodes-smsbox.smsboxWabaTrigger',
		typeVersion: 2,
		parameters: {
			requestTypes: ['incoming_message'],
			onReceipt: ['markAsRead'],
			wabaId,
			phoneId,
			options: {},
		},
		credentials: { smsboxApi: {} },
	};
	const { url } = await publishChain(stage, credential, 'WhatsApp events', trigger);
	await stage.simulator.configure({ wabaWebhookUrl: url });
}

/** WhatsApp delivers a question within 24 hours of the person's last message. */
export async function greet({ simulator }: DemoStage): Promise<void> {
	await simulator.wabaIncoming({ from: number, type: 'text', text: 'Good morning!' });
	await waitFor(
		'the message being read',
		async () => {
			const received = (await simulator.messages(number)).filter(
				({ channel, direction }) => channel === 'waba' && direction === 'in',
			);
			return received.every(({ isRead }) => isRead) ? true : undefined;
		},
		{ seconds: 20 },
	);
}

/** Opens the simulated phone at the messages of a channel. */
export async function openPhone(windows: Windows, url: string, channel: 'sms' | 'waba'): Promise<Source> {
	const page = await windows.plain('light', 'filmed');
	await page.setViewportSize({ width: 350, height: 770 });
	await page.goto(`${url}/#${number}/${channel}`);
	return { page, title: 'Simulated phone', selector: '.phone .screen', inset: 0 };
}

/** The middle of an element, in the picture of its source. */
export async function middleOf(
	sources: readonly Source[],
	source: number,
	element: Locator,
): Promise<Pointer> {
	const filmed = sources[source];
	const box = await element.boundingBox();
	const outer = await filmed?.page.locator(filmed.selector).boundingBox();
	if (filmed === undefined || box === null || !outer) throw new Error('There is nothing to point at');
	return {
		source,
		x: box.x + box.width / 2 - outer.x,
		y: box.y + box.height / 2 - outer.y - filmed.inset,
	};
}
