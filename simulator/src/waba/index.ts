import { jsonInterface } from '../json/dispatch';
import { failureTexts } from '../json/failures';
import type { Located } from '../json/operation';
import { findAgent } from './agents';
import type { WabaAgent } from './agents';
import { listTemplates } from './operations/listTemplates';
import { markAsRead } from './operations/markAsRead';
import { retrieveFile } from './operations/retrieveFile';
import { send } from './operations/send';
import type { JsonOperation } from '../json/operation';

/** By the part of the path between agent and phone ID. Samples of older versions have an address for each kind of send. */
const OPERATIONS: Readonly<Record<string, JsonOperation<WabaAgent>>> = {
	message: send,
	reaction: send,
	'interactive-buttons': send,
	'interactive-lists': send,
	event: markAsRead,
	file: retrieveFile,
	template: listTemplates,
};

/** `/waba/1.1/json/{wabaId}/{what}/{phoneID}` (service.md#waba-requests). */
function locate(segments: readonly string[]): Located<WabaAgent> {
	const [, version, format, wabaId = '', what = '', phoneId = '', ...more] = segments;
	const isPath = version === '1.1' && format === 'json' && more.length === 0;
	return {
		operation: isPath && Object.hasOwn(OPERATIONS, what) ? OPERATIONS[what] : undefined,
		identifiers: { wabaId, phoneId },
		findAgent: ({ waba }) => findAgent(waba.agents, wabaId, phoneId),
	};
}

/** The business messaging interface: JSON in, JSON out, failures by HTTP status. */
export const wabaInterface = jsonInterface<WabaAgent>({
	prefix: '/waba/',
	locate,
	texts: failureTexts('Authentication failed for unknown reason.'),
});
