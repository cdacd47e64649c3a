import { toHundredths } from '../account/ledger';
import type { World } from '../core/world';
import { readBody } from './input';
import { SCHEMAS } from './schemas';

/**
 * Checks all settings before any is applied.
 * @returns what applies them
 * @throws InvalidControlInput
 */
export function readSettings(body: unknown): (world: World) => void {
	const given = readBody(SCHEMAS.Settings, body);
	const set = <Value>(value: Value | undefined, apply: (value: Value) => void): void => {
		if (value !== undefined) apply(value);
	};
	return (world) => {
		const { settings, clock, ledger, directory, waba, rcs } = world;
		set(given.key, (key) => (settings.key = key));
		set(given.deliveryReportUrl, (url) => (settings.deliveryReportUrl = url ?? undefined));
		set(given.incomingSmsUrl, (url) => (settings.incomingSmsUrl = url ?? undefined));
		set(given.smsCallbackMethod, (method) => (settings.smsCallbackMethod = method));
		set(given.wabaWebhookUrl, (url) => (settings.wabaWebhookUrl = url ?? undefined));
		set(given.rcsWebhookUrl, (url) => (settings.rcsWebhookUrl = url ?? undefined));
		set(given.speed, (speed) => clock.setSpeed(speed));
		set(given.balance, (balance) => (ledger.balance = toHundredths(balance)));
		set(given.senders, (senders) => directory.replaceSenders(senders));
		set(given.groups, (groups) => directory.replaceGroups(groups));
		set(given.unsubscribed, (numbers) => (world.unsubscribed = new Set(numbers)));
		set(given.agents, (agents) => (waba.agents = agents));
		set(given.templates, (templates) => (waba.templates = templates));
		set(given.rcsAgents, (agents) => (rcs.agents = agents));
		set(given.enforceMarketingHours, (enforce) => (settings.enforceMarketingHours = enforce));
		set(given.enforceServiceWindow, (enforce) => (settings.enforceServiceWindow = enforce));
	};
}
