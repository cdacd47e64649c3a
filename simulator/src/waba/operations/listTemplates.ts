import type { JsonOperation } from '../../json/operation';
import { processed } from '../../json/success';
import type { WabaAgent } from '../agents';

/** service.md#waba-responses. *Assumed*: all agents of the account have the same. */
export const listTemplates: JsonOperation<WabaAgent> = {
	name: () => 'waba.template.getAll',
	method: 'GET',
	body: undefined,
	run: (_call, { waba }) => processed({ details: "List of the agent's templates", data: waba.templates }),
};
