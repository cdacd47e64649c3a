/** WABA and RCS, for what the protocol does alike for both. */
import type { Exchange } from '../../protocol/exchange';
import { rcsPath } from '../../protocol/rcs/agent';
import { planCapabilities } from '../../protocol/rcs/capabilities';
import { planRcsEvent } from '../../protocol/rcs/event';
import { rcsContent } from '../../protocol/rcs/message';
import { planRevoke } from '../../protocol/rcs/revoke';
import { addTesters } from '../../protocol/rcs/testers';
import type { RecipientPlan } from '../../protocol/recipients/recipientPlan';
import { retrieveFile } from '../../protocol/waba/file';
import { markAsRead } from '../../protocol/waba/markAsRead';
import { wabaTextContent } from '../../protocol/waba/message';
import { planWaba } from '../../protocol/waba/send';
import { listTemplates } from '../../protocol/waba/templates';
import * as rcs from './rcs/wire';
import * as waba from './waba/wire';

const to = ['33600123401'];
const templates = waba.processed('Done.', [{ name: 'login', language: 'en' }]);
const wabaPath = (wabaId: string, phoneId: string): string =>
	waba.only(planWaba({ wabaId, phoneId }, to, waba.content)).request.path;

interface Success {
	response: { response_code: string };
}

interface JsonChannel {
	api: 'waba' | 'rcs';
	plan: (recipients?: readonly string[]) => RecipientPlan;
	planText: (text: string) => RecipientPlan;
	contentOf: (text: string) => object;
	/** The most characters of a text. */
	longestText: number;
	/** The fields of an agent's identifiers, and the path with one of them changed. */
	identifiers: Array<[field: string, pathOf: (id: string) => string, expected: (id: string) => string]>;
	/** Each with an answer that is a success; that of a file has tests of its own. */
	operations: Array<[name: string, exchange: Exchange<unknown>, success?: Success]>;
	/** What the remediation of a 400 and of a 404 says. */
	remediations: { 400: RegExp; 404: RegExp };
}

export const jsonChannels: JsonChannel[] = [
	{
		api: 'waba',
		plan: (recipients?: readonly string[]) => waba.plan(recipients),
		planText: (text: string) => waba.plan(to, wabaTextContent({ text })),
		contentOf: (text: string): object => ({ type: 'text', text: { body: text } }),
		longestText: 4_096,
		identifiers: [
			['wabaId', (id: string) => wabaPath(id, '2'), (id: string) => `/waba/1.1/json/${id}/message/2`],
			['phoneId', (id: string) => wabaPath('1', id), (id: string) => `/waba/1.1/json/1/message/${id}`],
		],
		operations: [
			['send', waba.only(waba.plan()), waba.queued],
			['mark as read', markAsRead(waba.agent, ' wamid.abc'), waba.queued],
			['a file', retrieveFile(waba.agent, '123')],
			['templates', listTemplates(waba.agent), templates],
		],
		remediations: { 400: /\./, 404: /WABA ID.*Phone Number ID/ },
	},
	{
		api: 'rcs',
		plan: (recipients?: readonly string[]) => rcs.plan(recipients),
		planText: (text: string) => rcs.plan(to, rcsContent({ type: 'text', text, suggestions: [] })),
		contentOf: (text: string): object => ({ text }),
		longestText: 3_072,
		identifiers: [
			['agentId', (id: string) => rcsPath(id, 'revoke'), (id: string) => `/rcs/1.0/json/${id}/revoke`],
		],
		operations: [
			['send', rcs.only(rcs.plan()), rcs.queued],
			['revoke', rcs.only(planRevoke(rcs.agentId, to, '123456789012')), rcs.queued],
			['add testers', addTesters(rcs.agentId, to), rcs.alreadyAdded],
			['check capabilities', rcs.only(planCapabilities(rcs.agentId, to)), rcs.checked],
			['send event', rcs.only(planRcsEvent(rcs.agentId, to, 'IS_TYPING')), rcs.queued],
		],
		remediations: { 400: /recipients.*international/, 404: /Agent ID/ },
	},
];
