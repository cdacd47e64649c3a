import type { z } from 'zod/v4';

import type { Fault } from '../http/faults';
import type { SCHEMAS } from './schemas';

/** The HTTP status of a faulty answer where none is asked for. */
const DEFAULT_STATUS: Readonly<Record<string, number>> = { status: 500, refuse: 503, redirect: 307 };

/** A fault out of what was given: with its status, its bytes, and without what a view adds. */
export function faultOf(given: z.output<typeof SCHEMAS.Fault>): Fault {
	const { times, match, ms } = given;
	const common = { times, match, ms };
	if (given.on === 'callback') return { ...common, on: given.on, kind: given.kind };
	if (given.on === 'file') return { ...common, on: given.on, kind: given.kind };
	const { on, kind, status, body, bodyBase64, contentType, location, accepted } = given;
	return {
		...common,
		on,
		kind,
		status: status ?? DEFAULT_STATUS[kind] ?? 200,
		body: bodyBase64 === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bodyBase64, 'base64'),
		contentType,
		location,
		accepted,
	};
}
