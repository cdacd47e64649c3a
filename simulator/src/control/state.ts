import { formatCredits } from '../account/ledger';
import type { CallbackRecord } from '../callbacks/record';
import type { SimulatorCore } from '../core/simulatorCore';
import type { View } from './views';

/** The account and the simulator's settings; the key and the passwords of sub-accounts are never shown. */
export function viewState({ world, journal }: SimulatorCore): View {
	const { settings, clock, ledger, directory } = world;
	const callbacks = world.callbacks.all();
	const count = (state: CallbackRecord['state']): number =>
		callbacks.filter((each) => each.state === state).length;
	return {
		now: new Date(clock.now()).toISOString(),
		speed: clock.speed,
		balance: Number(formatCredits(ledger.balance)),
		senders: directory.senders,
		defaultSender: directory.defaultSender ?? null,
		groups: directory.allGroups(),
		unsubscribed: [...world.unsubscribed],
		subAccounts: ledger
			.subAccounts()
			.map(({ pseudo, nolimit, allocated }) => ({ pseudo, nolimit, credits: allocated / 100 })),
		deliveryReportUrl: settings.deliveryReportUrl ?? null,
		incomingSmsUrl: settings.incomingSmsUrl ?? null,
		smsCallbackMethod: settings.smsCallbackMethod,
		wabaWebhookUrl: settings.wabaWebhookUrl ?? null,
		agents: world.waba.agents,
		templates: world.waba.templates,
		rcsWebhookUrl: settings.rcsWebhookUrl ?? null,
		rcsAgents: world.rcs.agents,
		enforceMarketingHours: settings.enforceMarketingHours,
		enforceServiceWindow: settings.enforceServiceWindow,
		counts: {
			requests: journal.size,
			messages: world.messages.size + world.waba.messages.size + world.rcs.messages.size,
			scheduled: world.scheduled.size,
			files: world.waba.files.size + world.rcs.files.size,
			callbacks: callbacks.length,
			callbacksPending: count('pending'),
			callbacksAcknowledged: count('acknowledged'),
			callbacksFailed: count('failed'),
		},
	};
}
