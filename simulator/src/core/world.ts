import { Ledger } from '../account/ledger';
import { CallbackDispatcher } from '../callbacks/dispatcher';
import { SimulatedClock } from './clock';
import { Windows } from './windows';
import type { EventBus } from './eventBus';
import type { Numbering } from './numbering';
import type { AnyMessage } from './anyMessage';
import type { CallbackRecord } from '../callbacks/record';
import type { FaultStore, FileFaultKind } from '../http/faults';
import type { Trace } from '../http/trace';
import type { Initial } from './options';
import { createRcsWorld } from '../rcs/world';
import type { RcsWorld } from '../rcs/world';
import type { OutgoingMessage } from '../sms/message';
import { Directory } from '../sms/stores/directory';
import { MessageStore } from '../sms/stores/messageStore';
import { ScheduledStore } from '../sms/stores/scheduledStore';
import { createWabaWorld } from '../waba/world';
import type { WabaWorld } from '../waba/world';

/** service.md#sms-parameters, `mode` Reponse: the recipient may reply for 48 hours. */
const REPLY_WINDOW_MS = 48 * 3_600_000;

/** What the control API may change while the simulator runs, and shows as it is. */
export interface LiveSettings {
	deliveryReportUrl: string | null;
	incomingSmsUrl: string | null;
	/** How SMS callbacks come. */
	smsCallbackMethod: 'GET' | 'POST';
	wabaWebhookUrl: string | null;
	rcsWebhookUrl: string | null;
	enforceMarketingHours: boolean;
	enforceServiceWindow: boolean;
	/** Names of phones, for the page. */
	contacts: readonly { readonly number: string; readonly name: string }[];
	/** Which workflow listens at which URL, for the page. */
	workflows: readonly { readonly url: string; readonly name: string; readonly link?: string | undefined }[];
}

/** Everything the service knows. A reset makes a new one. */
export interface World {
	readonly settings: LiveSettings;
	/** API key that requests must send. */
	key: string;
	readonly clock: SimulatedClock;
	readonly numbering: Numbering;
	readonly ledger: Ledger;
	readonly directory: Directory;
	readonly messages: MessageStore;
	readonly scheduled: ScheduledStore;
	/** Messages of large sends that were taken on and leave in a moment, in the order they came. */
	readonly processing: Set<OutgoingMessage>;
	/** Numbers that have sent STOP: the account may not send them marketing. */
	unsubscribed: ReadonlySet<string>;
	/** Within which a recipient can reply to a two-way message. */
	readonly replyWindows: Windows;
	readonly waba: WabaWorld;
	readonly rcs: RcsWorld;
	readonly callbacks: CallbackDispatcher;
	/** The fault that strikes a file being retrieved, if one does; it is used up by one. */
	readonly takeFileFault: (fields: Readonly<Record<string, string>>) => FileFaultKind | undefined;
	/** Where the simulator itself can be called: `http://127.0.0.1:PORT`. */
	readonly ownUrl: () => string;
	/** Tells the page that a message came or changed. */
	readonly announceMessage: (message: AnyMessage) => void;
	/** Tells the page that a message was taken back before it left. */
	readonly announceRemoval: (message: AnyMessage) => void;
	/** Tells the page that the account changed. */
	readonly announceState: () => void;
	readonly close: () => void;
}

/** What outlives a reset. */
export interface Surroundings {
	readonly numbering: Numbering;
	readonly bus: EventBus;
	readonly faults: FaultStore;
	readonly trace: Trace;
	readonly ownUrl: () => string;
	/** How the page sees a message, and a callback. */
	readonly viewMessage: (message: AnyMessage) => unknown;
	readonly viewCallback: (record: CallbackRecord) => unknown;
}

/** An empty account; what it holds is set through the same settings as the control API's. */
export function createWorld(
	initial: Initial,
	{ numbering, bus, faults, trace, ownUrl, viewMessage, viewCallback }: Surroundings,
): World {
	const clock = new SimulatedClock({
		startAt: initial.startAt?.getTime() ?? Date.now(),
		speed: initial.settings.speed,
	});
	const callbacks = new CallbackDispatcher({
		clock,
		numbering,
		timeoutMs: initial.callbackTimeoutMs,
		parallelism: initial.callbackParallelism,
		capacity: initial.capacity,
		takeFaults: (fields) => faults.takeForCallback(fields),
		announce: (record) => bus.emit('callback', () => viewCallback(record)),
	});
	return {
		settings: {
			deliveryReportUrl: null,
			incomingSmsUrl: null,
			smsCallbackMethod: 'GET',
			wabaWebhookUrl: null,
			rcsWebhookUrl: null,
			enforceMarketingHours: false,
			enforceServiceWindow: false,
			contacts: [],
			workflows: [],
		},
		key: initial.settings.key,
		clock,
		numbering,
		ledger: new Ledger(0),
		directory: new Directory(),
		messages: new MessageStore(initial.capacity),
		scheduled: new ScheduledStore(initial.capacity),
		processing: new Set(),
		unsubscribed: new Set(),
		replyWindows: new Windows(REPLY_WINDOW_MS),
		waba: createWabaWorld(initial.capacity),
		rcs: createRcsWorld(initial.capacity),
		callbacks,
		takeFileFault: (fields) => faults.takeForFile(fields),
		ownUrl,
		announceMessage: (message) => {
			trace.note(message);
			bus.emit('message', () => viewMessage(message));
		},
		announceRemoval: ({ id }) => bus.emit('removed', () => ({ id })),
		announceState: () => bus.emit('state', () => null),
		close: () => {
			clock.close();
			callbacks.close();
		},
	};
}
