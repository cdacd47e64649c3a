/** An agent has one webhook URL, so late taps on the questions of all workflows start the one that has it. */
import { z } from 'zod';
import { jsonOf } from '../support/engine';
import { from, setUpAppointments } from './appointmentsHarness';
import { setUpAssistant } from './assistantHarness';
import { readExample, type ExampleHarness } from './exampleHarness';
import { setUpExample } from './setUpExample';

const closed = { waiting: { result: 'notResumed', reason: 'the question is no longer open' } };

/** Asks by another workflow until its time is over. Returns the content that it sent. */
async function closedQuestion(
	harness: ExampleHarness,
	channel: 'sentByWhatsApp' | 'sentByRcs',
	name: string,
	edits = {},
): Promise<unknown> {
	const waiting = await harness.run(readExample(name, edits), 'Run by hand');
	expect(waiting.status).toBe('waiting');
	await harness.expire(waiting);
	return (await harness[channel]()).at(-1)?.content;
}

const whatsAppButtons = z.object({
	interactive: z.object({
		action: z.object({
			buttons: z.array(z.object({ reply: z.object({ id: z.string(), title: z.string() }) })),
		}),
	}),
});

/** A tap by WhatsApp on a button of such a question. */
async function lateTap(harness: ExampleHarness, title: string): Promise<object> {
	const content = await closedQuestion(harness, 'sentByWhatsApp', 'approve-order-by-whatsapp', {
		'"approveLabel": "Approve"': '"approveLabel": "Oui"',
		'"declineLabel": "Decline"': `"declineLabel": "${title === 'Oui' ? 'Decline' : title}"`,
	});
	const { buttons } = whatsAppButtons.parse(content).interactive.action;
	const tapped = buttons.find(({ reply }) => reply.title === title)?.reply;
	return { from, type: 'button_reply', ...tapped };
}

describe('the example "appointment reminders"', () => {
	const { at, remind, statuses, replyByWhatsApp } = setUpAppointments();

	it.each(['Oui', 'Non'])('changes no appointment after a tap on "%s"', async (title) => {
		await remind();
		const execution = await replyByWhatsApp(await lateTap(at.harness, title));
		expect(jsonOf(execution, 'WhatsApp reply')).toMatchObject([{ text: title, ...closed }]);
		expect(statuses()).toEqual(['rappel envoyé']);
	});

	it('takes a tap on "STOP" for an opt-out all the same', async () => {
		await remind();
		const execution = await replyByWhatsApp(await lateTap(at.harness, 'STOP'));
		expect(jsonOf(execution, 'WhatsApp reply')).toMatchObject([closed]);
		expect(statuses()).toEqual(['STOP']);
	});
});

describe('the example "AI assistant"', () => {
	const { at, play, answers } = setUpAssistant();

	it('asks no model about a tap', async () => {
		play.hold.open();
		const tap = await lateTap(at.harness, 'Oui');
		const before = await answers();
		expect(jsonOf(await at.receive(tap), 'WhatsApp message')).toMatchObject([closed]);
		expect({ asked: play.asked, answers: await answers() }).toEqual({ asked: [], answers: before });
	});
});

describe('the example "WhatsApp menu bot"', () => {
	const at = setUpExample('whatsapp-menu-bot', { published: 'waba' });

	it('sends no menu for a tap', async () => {
		const tap = await lateTap(at.harness, 'Oui');
		expect(jsonOf(await at.receive(tap), 'WhatsApp message')).toMatchObject([closed]);
		expect(await at.harness.sentByWhatsApp()).toHaveLength(1);
	});
});

describe('the example "nearest shop by RCS"', () => {
	const at = setUpExample('rcs-nearest-shop', { published: 'rcs' });

	it('requests no location for a tap', async () => {
		const content = await closedQuestion(at.harness, 'sentByRcs', 'choice-by-rcs-or-sms');
		const { suggestions } = z
			.object({ suggestions: z.array(z.object({ reply: z.object({}).passthrough() })) })
			.parse(content);
		const tap = await at.receive({ from, type: 'reply', ...suggestions[0]?.reply });
		expect(jsonOf(tap, 'RCS message')).toMatchObject([closed]);
		expect(await at.harness.sentByRcs()).toHaveLength(1);
	});
});
