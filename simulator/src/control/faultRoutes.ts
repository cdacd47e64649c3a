import { z } from 'zod/v4';

import type { SimulatorCore } from '../core/simulatorCore';
import { activeFault, faultBody, faultOf, viewFault } from './faults';
import { NOTHING, operation } from './operation';
import type { Operations } from './operation';
import { named, queryId } from './primitives';
import type { View } from './primitives';

const faultList = z.strictObject({ faults: z.array(activeFault) }).register(named, { id: 'FaultList' });
const listOf = ({ faults }: SimulatorCore): View<typeof faultList> => ({
	faults: faults.list().map(viewFault),
});

export const faultOperations: Operations = {
	'GET /__sim/faults': operation({
		id: 'listFaults',
		tag: 'faults',
		summary: 'List faults',
		takes: NOTHING,
		reply: faultList,
		run: (_given, core) => listOf(core),
	}),

	'PUT /__sim/faults': operation({
		id: 'replaceFaults',
		tag: 'faults',
		summary: 'Replace all faults',
		takes: z.object({ body: z.strictObject({ faults: z.array(faultBody) }) }),
		reply: faultList,
		run: ({ body }, core) => {
			core.faults.replace(body.faults.map(faultOf));
			return listOf(core);
		},
	}),

	'POST /__sim/faults': operation({
		id: 'addFault',
		tag: 'faults',
		summary: 'Add a fault',
		takes: z.object({ body: faultBody }),
		reply: faultList,
		run: ({ body }, core) => {
			core.faults.add(faultOf(body));
			return listOf(core);
		},
	}),

	'DELETE /__sim/faults': operation({
		id: 'removeFaults',
		tag: 'faults',
		summary: 'Remove one fault, or all',
		takes: z.object({
			query: z.strictObject({ id: queryId.describe('ID of the fault. Without it, all faults are removed.') }),
		}),
		reply: faultList,
		missing: 'unknown fault',
		run: ({ query }, core) => {
			if (query.id === undefined) core.faults.replace([]);
			else if (!core.faults.remove(query.id)) return undefined;
			return listOf(core);
		},
	}),
};
