import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../protocol/errors';
import { entriesInCountry } from '../../protocol/recipients/phoneNumbers';
import { listHistory } from '../../protocol/sms/history';
import { wholeNumber } from '../../protocol/validation';
import { readDefaults } from '../engine/http/credential';
import { listOf } from '../engine/webhook/callback';
import { isChosenStatus } from '../engine/webhook/smsStatuses';
import type { HistoryEventKind, HistoryRules } from './historyState';

/** The settings of a trigger, as a poll uses them. */
export interface HistorySettings {
	rules: HistoryRules;
	/** In international format; undefined for every recipient. */
	to: string | undefined;
	output: unknown;
}

/** The labels of the fields in which a value can be wrong. */
export const fieldLabels: Readonly<Record<string, string>> = {
	events: 'Events',
	lookBack: 'Look-Back (Days)',
	to: 'Recipient',
};

const lookBackRange = { min: 1, max: 30 };

const kinds: readonly HistoryEventKind[] = ['finalStatus', 'statusChanged', 'newMessage', 'statusUnknown'];

function readEvents(setting: unknown): ReadonlySet<HistoryEventKind> {
	const wanted = listOf(setting);
	const events = kinds.filter((kind) => wanted.includes(kind));
	if (events.length > 0) return new Set(events);
	throw new InvalidInput('events', 'No event is selected.', 'Select at least one event.');
}

/** @throws InvalidInput for what is no number, and for a national number without a country code in the credential */
function readRecipient(setting: unknown, countryCode: string): string | undefined {
	const text = typeof setting === 'number' ? String(setting) : setting;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	const to = String(entriesInCountry([text], countryCode, 'to')[0]);
	listHistory({ from: 0, count: 1, to });
	return to;
}

/** @throws InvalidInput for a setting that can't work */
export async function readSettings(context: IPollFunctions): Promise<HistorySettings> {
	const statuses = context.getNodeParameter('filters.statuses', []);
	const { countryCode } = await readDefaults(context);
	return {
		rules: {
			events: readEvents(context.getNodeParameter('events', ['finalStatus'])),
			isChosen: (code) => isChosenStatus(code, statuses),
			lookBackDays: wholeNumber(Number(context.getNodeParameter('lookBack', 2)), lookBackRange, 'lookBack'),
		},
		to: readRecipient(context.getNodeParameter('filters.to', ''), countryCode),
		output: context.getNodeParameter('output', ''),
	};
}
