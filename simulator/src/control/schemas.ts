/** What the control API takes, a schema for each body: they check it, type it, and describe it in `openapi.json`. */
import { z } from 'zod/v4';

import { CALLBACK_FAULTS, FILE_FAULTS, REQUEST_FAULTS } from '../http/faults';
import { isSenderSyntax } from '../sms/stores/directory';
import { base64, file, filled, phoneNumber, url } from './primitives';
import { phoneState, rcsAgent, rcsIncoming, rcsPhone, rcsRead, rcsStatusChange } from './rcs/schemas';
import {
	errorEntry,
	wabaAgent,
	wabaError,
	wabaIncoming,
	wabaRead,
	wabaStatusChange,
	wabaTemplate,
} from './waba/schemas';

const LONGEST_SMS = 10_000;
/** Faster than this, a day passes in less than a tenth of a second. */
const FASTEST = 1_000_000;
const MOST_CREDITS = 1_000_000_000;
const LARGEST_ID = 999_999_999_999;
/** The longest a clock may be advanced at once: three years, more than the scheduling horizon. */
const LONGEST_ADVANCE_S = 3 * 366 * 86_400;
const LONGEST_WAIT_MS = 600_000;
const DEFAULT_WAIT_MS = 1_000;

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const group = z.strictObject({
	id: z.int().min(1).max(LARGEST_ID),
	name: filled,
	numbers: z.array(phoneNumber),
});

const settings = z
	.strictObject({
		key: filled.optional().describe('API key that requests must send.'),
		deliveryReportUrl: url.optional(),
		incomingSmsUrl: url.optional(),
		smsCallbackMethod: z
			.enum(['GET', 'POST'])
			.optional()
			.describe('How SMS callbacks come: with a query, or as a posted form.'),
		wabaWebhookUrl: url.optional(),
		rcsWebhookUrl: url.optional(),
		speed: z
			.number()
			.min(0)
			.max(FASTEST)
			.optional()
			.describe('Simulated seconds per real second; 0 stops the clock.'),
		balance: z.number().min(0).max(MOST_CREDITS).optional().describe('Credits.'),
		senders: z
			.array(
				filled.refine(isSenderSyntax, {
					error: ({ input }) =>
						`${JSON.stringify(input)} must have up to 15 digits, or up to 11 letters and digits`,
				}),
			)
			.optional()
			.describe('Sender IDs: up to 15 digits, or up to 11 letters and digits. The first is the default.'),
		groups: z
			.array(group)
			.refine((groups) => isUnique(groups.map(({ id }) => id)), 'must have different ids')
			.optional(),
		unsubscribed: z.array(phoneNumber).optional().describe('Phones that sent STOP.'),
		agents: z
			.array(wabaAgent)
			.refine((agents) => isUnique(agents.map(({ phoneId }) => phoneId)), 'must have different phoneIds')
			.optional(),
		templates: z.array(wabaTemplate).optional(),
		rcsAgents: z
			.array(rcsAgent)
			.refine((agents) => isUnique(agents.map(({ agentId }) => agentId)), 'must have different agentIds')
			.optional(),
		enforceMarketingHours: z
			.boolean()
			.optional()
			.describe('Whether marketing SMS outside their legal hours are rejected.'),
		enforceServiceWindow: z
			.boolean()
			.optional()
			.describe('Whether WhatsApp messages outside the 24-hour window fail.'),
	})
	.describe('Omitted settings keep their value.');

const fault = {
	times: z
		.int()
		.min(0)
		.max(1_000_000)
		.default(1)
		.describe('How often it applies. Default 1; 0 for no limit.'),
	match: z.record(z.string(), z.string()).default({}).describe('Fields and the values they must have.'),
	ms: z
		.int()
		.min(0)
		.max(LONGEST_WAIT_MS)
		.default(DEFAULT_WAIT_MS)
		.describe('Real milliseconds, for latency and slow. Default 1000.'),
	// A list that was read may be put back as it is.
	id: z.int().optional().describe('Ignored.'),
	used: z.int().optional().describe('Ignored.'),
};

const anyFault = z.discriminatedUnion('on', [
	z.strictObject({
		on: z.literal('request'),
		kind: z.enum(REQUEST_FAULTS),
		...fault,
		status: z.int().min(200).max(599).optional().describe('The default depends on kind: 500, 503 or 307.'),
		body: z.string().default(''),
		bodyBase64: base64.optional().describe('Bytes, instead of body.'),
		contentType: z.string().default('text/html; charset=utf-8'),
		location: z.string().default('http://127.0.0.1:9/'),
		accepted: z
			.boolean()
			.default(false)
			.describe('Whether the request is processed first, for status, body, redirect and hang.'),
	}),
	z.strictObject({ on: z.literal('callback'), kind: z.enum(CALLBACK_FAULTS), ...fault }),
	z.strictObject({ on: z.literal('file'), kind: z.enum(FILE_FAULTS), ...fault }),
]);

export const SAMPLE_NAMES = [
	'sms',
	'waba-buttons',
	'waba-list',
	'waba-code',
	'waba-location',
	'rcs-suggestions',
	'rcs-carousel',
] as const;

/** Every schema by the name that it has in the description. */
export const SCHEMAS = {
	PhoneNumber: phoneNumber,
	Url: url,
	Group: group,
	WabaAgent: wabaAgent,
	RcsAgent: rcsAgent,
	WabaTemplate: wabaTemplate,
	Settings: settings,
	Fault: anyFault,
	Faults: z.strictObject({ faults: z.array(anyFault) }),
	File: file,
	ErrorEntry: errorEntry,
	PhoneState: phoneState,
	Clock: z.strictObject({
		advance: z.number().min(0).max(LONGEST_ADVANCE_S).describe('Simulated seconds.'),
	}),
	Sample: z.strictObject({ sample: z.enum(SAMPLE_NAMES), number: phoneNumber }),
	IncomingSms: z.strictObject({
		from: phoneNumber,
		text: z.string().max(LONGEST_SMS),
		to: z.string().optional(),
		keyword: z.string().optional(),
		charset: z.string().optional().describe('UTF-8, ISO-8859-1 or ISO-8859-15.'),
	}),
	Report: z.strictObject({
		reference: filled,
		status: z.int().min(-1_000).max(1_000).describe('Any code.'),
	}),
	WabaIncoming: wabaIncoming,
	WabaStatus: wabaStatusChange,
	WabaRead: wabaRead,
	WabaError: wabaError,
	RcsIncoming: rcsIncoming,
	RcsStatus: rcsStatusChange,
	RcsRead: rcsRead,
	RcsPhone: rcsPhone,
} as const;

/** The schema of each operation that takes a body. */
export const BODIES: Readonly<Record<string, keyof typeof SCHEMAS>> = {
	'PUT /__sim/config': 'Settings',
	'POST /__sim/clock': 'Clock',
	'POST /__sim/samples': 'Sample',
	'POST /__sim/incoming': 'IncomingSms',
	'POST /__sim/report': 'Report',
	'POST /__sim/waba/incoming': 'WabaIncoming',
	'POST /__sim/waba/status': 'WabaStatus',
	'POST /__sim/waba/read': 'WabaRead',
	'POST /__sim/waba/error': 'WabaError',
	'POST /__sim/rcs/incoming': 'RcsIncoming',
	'POST /__sim/rcs/status': 'RcsStatus',
	'POST /__sim/rcs/read': 'RcsRead',
	'PUT /__sim/rcs/phones': 'RcsPhone',
	'POST /__sim/faults': 'Fault',
	'PUT /__sim/faults': 'Faults',
};
