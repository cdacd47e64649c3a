import { isUtf8 } from 'node:buffer';
import { z } from 'zod/v4';

import { CALLBACK_FAULTS, FILE_FAULTS, REQUEST_FAULTS } from '../http/faults';
import type { ActiveFault, Fault } from '../http/faults';
import { base64, entryId, named } from './primitives';
import type { View } from './primitives';

const LONGEST_WAIT_MS = 600_000;
const DEFAULT_WAIT_MS = 1_000;

const times = z.int().min(0).max(1_000_000);
const match = z.record(z.string(), z.string());
const ms = z.int().min(0).max(LONGEST_WAIT_MS);

const common = {
	times: times.default(1).describe('How often it applies. Default 1; 0 for no limit.'),
	match: match.default({}).describe('Fields and the values they must have.'),
	ms: ms.default(DEFAULT_WAIT_MS).describe('Real milliseconds, for latency and slow. Default 1000.'),
	// A list that was read may be put back as it is.
	id: z.int().optional().describe('Ignored.'),
	used: z.int().optional().describe('Ignored.'),
};

export const faultBody = z
	.discriminatedUnion('on', [
		z.strictObject({
			on: z.literal('request'),
			kind: z.enum(REQUEST_FAULTS),
			...common,
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
		z.strictObject({ on: z.literal('callback'), kind: z.enum(CALLBACK_FAULTS), ...common }),
		z.strictObject({ on: z.literal('file'), kind: z.enum(FILE_FAULTS), ...common }),
	])
	.register(named, { id: 'Fault' });

/** The HTTP status of a faulty answer where none is asked for. */
const DEFAULT_STATUS: Readonly<Record<string, number>> = { status: 500, refuse: 503, redirect: 307 };

/** A fault as it applies: with its status and its bytes. */
export function faultOf(given: z.output<typeof faultBody>): Fault {
	if (given.on !== 'request') return given;
	const { body, bodyBase64, ...plain } = given;
	return {
		...plain,
		status: plain.status ?? DEFAULT_STATUS[plain.kind] ?? 200,
		body: bodyBase64 === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bodyBase64, 'base64'),
	};
}

const active = { id: entryId, times, used: z.int(), match, ms };
export const activeFault = z
	.union([
		z.strictObject({
			on: z.literal('request'),
			kind: z.enum(REQUEST_FAULTS),
			...active,
			status: z.int(),
			body: z.string().optional(),
			bodyBase64: z.string().optional().describe('Instead of body, if its bytes are not text.'),
			contentType: z.string(),
			location: z.string(),
			accepted: z.boolean(),
		}),
		z.strictObject({
			on: z.enum(['callback', 'file']),
			kind: z.enum([...CALLBACK_FAULTS, ...FILE_FAULTS]),
			...active,
		}),
	])
	.register(named, { id: 'ActiveFault' });

/** A fault as it was asked for, with what is left of it. */
export function viewFault({ id, fault, used }: ActiveFault): View<typeof activeFault> {
	if (fault.on !== 'request') return { ...fault, id, used };
	const { body, ...shown } = fault;
	const bytes = isUtf8(body) ? { body: body.toString('utf8') } : { bodyBase64: body.toString('base64') };
	return { ...shown, id, used, ...bytes };
}
