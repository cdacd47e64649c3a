import type { Route } from '../form/operation';
import { createSubAccount } from './createSubAccount';
import { getBalance } from './getBalance';
import { transferCredit } from './transferCredit';

/** The Account interface. Balance and transfer share an action: a transfer has a body. */
export const accountRoutes: readonly Route[] = [
	{ action: 'credit', do: [undefined, 'manage'], withAny: ['to', 'credit'], operation: transferCredit },
	{ action: 'credit', do: [undefined, 'manage'], operation: getBalance },
	{ action: 'utilisateur', do: [undefined], operation: createSubAccount },
];
