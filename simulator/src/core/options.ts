import { SAMPLE_RCS_AGENTS } from '../rcs/agents';
import type { RcsAgent } from '../rcs/agents';
import type { Group } from '../sms/stores/directory';
import { SAMPLE_AGENTS } from '../waba/agents';
import type { WabaAgent } from '../waba/agents';
import { SAMPLE_TEMPLATES } from '../waba/templates';
import type { WabaTemplate } from '../waba/templates';

/** What the simulator starts with. All options have defaults. */
export interface StartOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	/** The API key that requests must carry; `demo` unless chosen. */
	key?: string;
	/** Simulated seconds per real second (default 1); 0 stops the clock, which then moves by `/__sim/clock` only. */
	speed?: number;
	/** Where simulated time begins; now unless chosen. */
	startAt?: Date;
	/** Where delivery reports go; none are sent without. */
	deliveryReportUrl?: string;
	/** Where incoming SMS go; they are only shown without. */
	incomingSmsUrl?: string;
	/** How delivery reports and incoming SMS come: with a query (`GET`, the default) or as a posted form (`POST`). */
	smsCallbackMethod?: 'GET' | 'POST';
	/** Where WABA webhooks go; none are sent without. */
	wabaWebhookUrl?: string;
	/** WABA agents and their phone numbers. */
	agents?: readonly WabaAgent[];
	/** WABA templates, those of every agent. */
	templates?: readonly WabaTemplate[];
	/** Where RCS webhooks go; none are sent without. */
	rcsWebhookUrl?: string;
	/** RCS agents. */
	rcsAgents?: readonly RcsAgent[];
	/** Credits of the main account (default 1000). */
	balance?: number;
	/** Registered senders; the first one is the default. */
	senders?: readonly string[];
	/** Groups of phone numbers of the account. */
	groups?: readonly Group[];
	/** Whether marketing SMS outside their legal hours are rejected instead of delivered with a warning (default false). */
	enforceMarketingHours?: boolean;
	/** Whether WhatsApp messages outside the 24-hour window fail instead of arriving with a warning (default false). */
	enforceServiceWindow?: boolean;
	/** Real milliseconds that a receiver of callbacks has to answer (default 3000). */
	callbackTimeoutMs?: number;
	/**
	 * How many callbacks of one kind are under way at a time, never two that concern one number (default: 1 for SMS, 4 for
	 * WhatsApp and RCS). More show how a receiver copes with bursts.
	 */
	callbackParallelism?: number;
	/** Host names, besides the loopback ones, that the service may be called by: `simulator`, `host.docker.internal`. */
	allowedHosts?: readonly string[];
	/** How many messages, requests and callbacks are kept, each (default 10,000). */
	capacity?: number;
}

/** Two names that say what they are; the first is the default sender. */
const SAMPLE_SENDERS = ['MyCompany', 'MyShop'];

type Fixed = Pick<StartOptions, 'port' | 'callbackTimeoutMs' | 'allowedHosts' | 'capacity'>;
type Unset = Pick<StartOptions, 'startAt' | 'callbackParallelism'>;
type Settings = Omit<StartOptions, keyof Fixed | keyof Unset>;

/** What the simulator starts with: the settings, which a reset goes back to, and what stays as long as it runs. */
export interface Initial extends Required<Fixed> {
	readonly startAt: Date | undefined;
	readonly callbackParallelism: number | undefined;
	readonly settings: Settings & { readonly key: string; readonly speed: number };
}

export const withDefaults = ({
	port = 0,
	startAt,
	callbackTimeoutMs = 3_000,
	callbackParallelism,
	allowedHosts = [],
	capacity = 10_000,
	...settings
}: StartOptions): Initial => ({
	port,
	startAt,
	callbackTimeoutMs,
	callbackParallelism,
	allowedHosts,
	capacity,
	settings: {
		key: 'demo',
		speed: 1,
		balance: 1_000,
		senders: SAMPLE_SENDERS,
		groups: [],
		agents: SAMPLE_AGENTS,
		templates: SAMPLE_TEMPLATES,
		rcsAgents: SAMPLE_RCS_AGENTS,
		...settings,
	},
});
