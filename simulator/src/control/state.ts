import { z } from 'zod/v4';

import { formatCredits } from '../account/ledger';
import type { CallbackRecord } from '../callbacks/record';
import type { SimulatorCore } from '../core/simulatorCore';
import { NOTHING, operation } from './operation';
import type { Operations } from './operation';
import { iso, named, time } from './primitives';
import type { View } from './primitives';
import { allSettings, applySettings, settingsBody } from './settings';

const count = z.int().min(0);

const stateReply = allSettings
	.extend({
		now: time.describe('Simulated time.'),
		defaultSender: z.string().nullable(),
		subAccounts: z.array(
			z.strictObject({
				pseudo: z.string().describe('The username.'),
				nolimit: z.boolean().describe("Whether it uses the main account's balance."),
				credits: z.number(),
			}),
		),
		counts: z.strictObject({
			requests: count,
			messages: count,
			scheduled: count,
			files: count,
			callbacks: count,
			callbacksPending: count,
			callbacksAcknowledged: count,
			callbacksFailed: count,
		}),
	})
	.describe('The account and the settings, without passwords.')
	.register(named, { id: 'State' });

function viewState({ world, journal }: SimulatorCore): View<typeof stateReply> {
	const { settings, clock, ledger, directory } = world;
	const callbacks = world.callbacks.all();
	const countOf = (state: CallbackRecord['state']): number =>
		callbacks.filter((each) => each.state === state).length;
	return {
		...settings,
		key: world.key,
		now: iso(clock.now()),
		speed: clock.speed,
		balance: Number(formatCredits(ledger.balance)),
		senders: directory.senders,
		defaultSender: directory.defaultSender ?? null,
		groups: directory.allGroups(),
		unsubscribed: [...world.unsubscribed],
		subAccounts: ledger
			.subAccounts()
			.map(({ pseudo, nolimit, allocated }) => ({ pseudo, nolimit, credits: allocated / 100 })),
		agents: world.waba.agents,
		templates: world.waba.templates,
		rcsAgents: world.rcs.agents,
		counts: {
			requests: journal.size,
			messages: world.messages.size + world.waba.messages.size + world.rcs.messages.size,
			scheduled: world.scheduled.size,
			files: world.waba.files.size + world.rcs.files.size,
			callbacks: callbacks.length,
			callbacksPending: countOf('pending'),
			callbacksAcknowledged: countOf('acknowledged'),
			callbacksFailed: countOf('failed'),
		},
	};
}

/** The longest a clock may be advanced at once: three years, more than the scheduling horizon. */
const LONGEST_ADVANCE_S = 3 * 366 * 86_400;
/** How long, in real time, an advance waits for the callbacks that it set off. */
const SETTLE_LIMIT_MS = 10_000;

export const accountOperations: Operations = {
	'GET /__sim/state': operation({
		id: 'getState',
		tag: 'account',
		summary: 'Get the account, the settings, the time and counts',
		takes: NOTHING,
		reply: stateReply,
		run: (_given, core) => viewState(core),
	}),

	'PUT /__sim/config': operation({
		id: 'changeSettings',
		tag: 'account',
		summary: 'Change settings',
		takes: z.object({ body: settingsBody }),
		reply: stateReply,
		run: ({ body }, core) => {
			applySettings(body, core.world);
			core.world.announceState();
			return viewState(core);
		},
	}),

	'POST /__sim/reset': operation({
		id: 'reset',
		tag: 'account',
		summary:
			'Restore the initial state, except callback URLs and the names of contacts and workflows. References are never reused.',
		takes: NOTHING,
		reply: stateReply,
		run: (_given, core) => {
			core.reset();
			return viewState(core);
		},
	}),

	'POST /__sim/samples/restore': operation({
		id: 'restoreSamples',
		tag: 'account',
		summary: 'Restore sender IDs, groups, agents and templates, and subscribe all phones again',
		takes: NOTHING,
		reply: stateReply,
		run: (_given, core) => {
			core.restoreSamples();
			return viewState(core);
		},
	}),

	'POST /__sim/clock': operation({
		id: 'advanceClock',
		tag: 'account',
		summary: 'Advance the clock. Everything due happens in order',
		takes: z.object({
			body: z.strictObject({
				advance: z.number().min(0).max(LONGEST_ADVANCE_S).describe('Simulated seconds.'),
			}),
		}),
		reply: z.strictObject({
			now: time,
			settled: z.boolean().describe('Whether all resulting callbacks ended within 10 seconds.'),
		}),
		run: async ({ body }, { world }) => {
			world.clock.advance(body.advance * 1_000);
			const settled = await world.callbacks.settled(SETTLE_LIMIT_MS);
			world.announceState();
			return { now: iso(world.clock.now()), settled };
		},
	}),
};
