/** A reader over given values, without n8n. */
import { requestLimits } from '../../protocol/recipients/splitting';
import { noDefaults } from '../../nodes/engine/http/transport';
import type { Asking } from '../../nodes/engine/operations/asking';
import { Reader } from '../../nodes/engine/operations/reader';

export const readerOf = (values: Record<string, unknown>, asking: Partial<Asking> = {}): Reader =>
	new Reader(
		{
			now: new Date('2026-01-31T12:00:00Z'),
			limits: requestLimits,
			timezone: 'Europe/Paris',
			defaults: noDefaults,
			asking: {
				resumeUrl: () => 'https://n8n.test/webhook-waiting/1',
				instanceId: () => 'this n8n',
				timeoutMs: () => Infinity,
				...asking,
			},
		},
		{
			get: (name) => values[name],
			isThere: (name) => Object.hasOwn(values, name),
			storedValue: (name) => values[name],
		},
	);
