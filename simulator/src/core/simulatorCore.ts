import { accountRoutes } from '../account';
import { viewFault } from '../control/faults';
import { viewCallback } from '../control/log/views';
import { viewTraced } from '../control/log/messages';
import { readSettings } from '../control/settings';
import { formInterface } from '../form/dispatch';
import type { ServiceInterface } from '../http/exchange';
import { FaultStore } from '../http/faults';
import { Journal } from '../http/journal';
import { Trace } from '../http/trace';
import { rcsInterface } from '../rcs';
import { smsRoutes } from '../sms';
import { wabaInterface } from '../waba';
import { EventBus } from './eventBus';
import { Numbering } from './numbering';
import type { Initial } from './options';
import { createWorld } from './world';
import type { World } from './world';

/** The interfaces that the simulator stands in for. Another one is another row. */
const INTERFACES: readonly ServiceInterface<World>[] = [
	formInterface([...accountRoutes, ...smsRoutes]),
	wabaInterface,
	rcsInterface,
];

/** The simulator without its HTTP side. */
export class SimulatorCore {
	readonly interfaces = INTERFACES;
	readonly bus = new EventBus();
	private readonly numbering = new Numbering();
	private readonly applyInitial: (world: World) => void;
	private readonly applySamples: (world: World) => void;
	readonly trace = new Trace();
	readonly faults = new FaultStore(this.numbering, () => this.announceFaults());
	journal: Journal;
	world: World;
	/** Known once it listens. */
	url = '';

	/**
	 * @param initial what a reset goes back to
	 * @throws InvalidControlInput if one of them is wrong
	 */
	constructor(private readonly initial: Initial) {
		const { senders, groups, agents, templates, rcsAgents } = initial.settings;
		this.applyInitial = readSettings(initial.settings);
		this.applySamples = readSettings({ senders, groups, agents, templates, rcsAgents, unsubscribed: [] });
		this.journal = this.makeJournal();
		this.world = this.makeWorld();
	}

	/**
	 * Back to what it was started with, except the callback URLs and names: they belong to the receivers, which know
	 * nothing of a reset. Numbers given out stay given out.
	 */
	reset(): void {
		const { deliveryReportUrl, incomingSmsUrl, wabaWebhookUrl, rcsWebhookUrl, contacts, workflows } =
			this.world.settings;
		this.close();
		this.faults.replace([]);
		this.journal = this.makeJournal();
		this.world = this.makeWorld();
		const kept = { deliveryReportUrl, incomingSmsUrl, wabaWebhookUrl, rcsWebhookUrl, contacts, workflows };
		Object.assign(this.world.settings, kept);
		this.bus.emit('reset', () => null);
	}

	/** Restores sender IDs, groups, agents and templates, and subscribes all phones again; the rest stays. */
	restoreSamples(): void {
		this.applySamples(this.world);
		this.world.announceState();
	}

	close(): void {
		this.world.close();
	}

	private announceFaults(): void {
		this.bus.emit('faults', () => ({ faults: this.faults.list().map(viewFault) }));
	}

	private makeJournal(): Journal {
		return new Journal(this.initial.capacity, this.numbering);
	}

	private makeWorld(): World {
		const { numbering, bus, faults, trace } = this;
		const world = createWorld(this.initial, {
			numbering,
			bus,
			faults,
			trace,
			ownUrl: () => this.url,
			viewMessage: (message) => viewTraced(message, trace),
			viewCallback,
		});
		this.applyInitial(world);
		return world;
	}
}
