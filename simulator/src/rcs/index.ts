import { jsonInterface } from '../json/dispatch';
import { failureTexts } from '../json/failures';
import type { JsonOperation, Located } from '../json/operation';
import { findAgent } from './agents';
import type { RcsAgent } from './agents';
import { addTesters } from './operations/addTesters';
import { checkCapabilities } from './operations/checkCapabilities';
import { revokeMessage } from './operations/revoke';
import { send } from './operations/send';
import { signal } from './operations/signal';

/** By the last part of the path. */
const OPERATIONS: Readonly<Record<string, JsonOperation<RcsAgent>>> = {
	message: send,
	revoke: revokeMessage,
	'add-testers': addTesters,
	capabilities: checkCapabilities,
	event: signal,
};

/** `/rcs/1.0/json/{agentId}/{what}` (service.md#rcs-requests). */
function locate(segments: readonly string[]): Located<RcsAgent> {
	const [, version, format, agentId = '', what = '', ...more] = segments;
	const isPath = version === '1.0' && format === 'json' && more.length === 0;
	return {
		operation: isPath && Object.hasOwn(OPERATIONS, what) ? OPERATIONS[what] : undefined,
		identifiers: { agentId },
		findAgent: ({ rcs }) => findAgent(rcs.agents, agentId),
	};
}

/** The RCS interface: JSON in, JSON out, failures by HTTP status. */
export const rcsInterface = jsonInterface<RcsAgent>({
	prefix: '/rcs/',
	locate,
	texts: failureTexts('Request failed.'),
});
