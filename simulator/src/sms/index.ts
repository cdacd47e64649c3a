import type { Route } from '../form/operation';
import { addGroup } from './operations/addGroup';
import { addNumbersToGroup } from './operations/addNumbersToGroup';
import { countHistory } from './operations/countHistory';
import { countScheduled } from './operations/countScheduled';
import { deleteGroup } from './operations/deleteGroup';
import { deleteScheduled } from './operations/deleteScheduled';
import { editGroup } from './operations/editGroup';
import { getDefaultSender } from './operations/getDefaultSender';
import { listGroups } from './operations/listGroups';
import { listHistory } from './operations/listHistory';
import { listScheduled } from './operations/listScheduled';
import { listSenders } from './operations/listSenders';
import { send } from './operations/send';
import { sendToGroup } from './operations/sendToGroup';
import { setDefaultSender } from './operations/setDefaultSender';

/**
 * The SMS interface. Count and list share an action: a list has filters in its body. `manage`, `count` and `list`
 * are labels of the documentation, which are accepted where they stand for what is done anyway.
 */
export const smsRoutes: readonly Route[] = [
	{ action: undefined, do: [undefined], operation: send },
	{ action: 'envoigroupe', do: [undefined], operation: sendToGroup },
	{ action: 'emetteur', do: [undefined, 'manage'], operation: getDefaultSender },
	{ action: 'emetteur', do: ['list'], operation: listSenders },
	{ action: 'emetteur', do: ['set'], operation: setDefaultSender },
	{ action: 'groupes', do: [undefined, 'list', 'manage'], operation: listGroups },
	{ action: 'groupes', do: ['add'], operation: addGroup },
	{ action: 'groupes', do: ['edit'], operation: editGroup },
	{ action: 'groupes', do: ['add_numbers'], operation: addNumbersToGroup },
	{ action: 'groupes', do: ['del'], operation: deleteGroup },
	{ action: 'historique', do: ['list'], operation: listHistory },
	{ action: 'historique', do: [undefined, 'manage'], withAny: listHistory.body, operation: listHistory },
	{ action: 'historique', do: [undefined, 'manage', 'count'], operation: countHistory },
	{ action: 'differes', do: ['list'], operation: listScheduled },
	{ action: 'differes', do: [undefined, 'manage'], withAny: listScheduled.body, operation: listScheduled },
	{ action: 'differes', do: [undefined, 'manage', 'count'], operation: countScheduled },
	{ action: 'differes', do: ['del'], operation: deleteScheduled },
];
