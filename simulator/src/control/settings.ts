import { z } from 'zod/v4';

import { toHundredths } from '../account/ledger';
import type { World } from '../core/world';
import { isSenderSyntax } from '../sms/stores/directory';
import { check } from './input';
import { filled, link, named, phoneNumber, webUrl } from './primitives';
import { rcsAgent } from './rcs/schemas';
import { wabaAgent, wabaTemplate } from './waba/schemas';

/** Faster than this, a day passes in less than a tenth of a second. */
const FASTEST = 1_000_000;
const MOST_CREDITS = 1_000_000_000;
const LARGEST_ID = 999_999_999_999;

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

export const group = z
	.strictObject({ id: z.int().min(1).max(LARGEST_ID), name: filled, numbers: z.array(phoneNumber) })
	.register(named, { id: 'Group' });

const sender = filled.refine(isSenderSyntax, {
	error: ({ input }) => `${JSON.stringify(input)} must have up to 15 digits, or up to 11 letters and digits`,
});

export const smsCallbackMethod = z
	.enum(['GET', 'POST'])
	.describe('How SMS callbacks come: with a query, or as a posted form.');

export const contact = z.strictObject({ number: phoneNumber, name: filled });
export const workflow = z.strictObject({
	url: link,
	name: filled,
	link: link.optional().describe('Where the workflow is edited.'),
});

/** All settings, as they are set and as they are shown. */
export const allSettings = z.strictObject({
	key: filled.describe('API key that requests must send.'),
	deliveryReportUrl: webUrl,
	incomingSmsUrl: webUrl,
	smsCallbackMethod,
	wabaWebhookUrl: webUrl,
	rcsWebhookUrl: webUrl,
	speed: z.number().min(0).max(FASTEST).describe('Simulated seconds per real second; 0 stops the clock.'),
	balance: z.number().min(0).max(MOST_CREDITS).describe('Credits.'),
	senders: z
		.array(sender)
		.describe('Sender IDs: up to 15 digits, or up to 11 letters and digits. The first is the default.'),
	groups: z.array(group).refine((groups) => isUnique(groups.map(({ id }) => id)), 'must have different ids'),
	unsubscribed: z.array(phoneNumber).describe('Phones that sent STOP.'),
	agents: z
		.array(wabaAgent)
		.refine((agents) => isUnique(agents.map(({ phoneId }) => phoneId)), 'must have different phoneIds'),
	templates: z.array(wabaTemplate),
	rcsAgents: z
		.array(rcsAgent)
		.refine((agents) => isUnique(agents.map(({ agentId }) => agentId)), 'must have different agentIds'),
	contacts: z
		.array(contact)
		.refine((contacts) => isUnique(contacts.map(({ number }) => number)), 'must have different numbers')
		.describe('Names of phones, for the page.'),
	workflows: z.array(workflow).describe('Workflows by the URL where they listen, for the page.'),
	enforceMarketingHours: z
		.boolean()
		.describe('Whether marketing SMS outside their legal hours are rejected.'),
	enforceServiceWindow: z.boolean().describe('Whether WhatsApp messages outside the 24-hour window fail.'),
});

export const settingsBody = allSettings
	.partial()
	.describe('Omitted settings keep their value.')
	.register(named, { id: 'Settings' });

/** Applies settings that were checked. */
export function applySettings(changed: z.output<typeof settingsBody>, world: World): void {
	const { clock, ledger, directory, waba, rcs } = world;
	const { key, speed, balance, senders, groups, unsubscribed, ...others } = changed;
	const { agents, templates, rcsAgents, ...plain } = others;
	if (key !== undefined) world.key = key;
	if (speed !== undefined) clock.setSpeed(speed);
	if (balance !== undefined) ledger.balance = toHundredths(balance);
	if (senders !== undefined) directory.replaceSenders(senders);
	if (groups !== undefined) directory.replaceGroups(groups);
	if (unsubscribed !== undefined) world.unsubscribed = new Set(unsubscribed);
	if (agents !== undefined) waba.agents = agents;
	if (templates !== undefined) waba.templates = templates;
	if (rcsAgents !== undefined) rcs.agents = rcsAgents;
	Object.assign(world.settings, plain);
}

/**
 * Checks all settings before any is applied.
 * @returns what applies them
 * @throws InvalidControlInput
 */
export function readSettings(given: unknown): (world: World) => void {
	const checked = check(settingsBody, given);
	return (world) => applySettings(checked, world);
}
