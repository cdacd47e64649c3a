import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../protocol/errors';
import { entriesInCountry } from '../../protocol/recipients/phoneNumbers';
import { listHistory } from '../../protocol/sms/history';
import { wholeNumber } from '../../protocol/validation';
import { readDefaults } from '../engine/http/credential';
import { listOf } from '../engine/webhook/callback';
import { eventKinds, type HistoryRules } from './historyState';

/** The settings of a trigger, as a poll uses them. */
export interface HistorySettings {
	rules: HistoryRules;
	output: unknown;
}

/** The labels of the fields in which a value can be wrong. */
export const fieldLabels: Readonly<Record<string, string>> = {
	events: 'Watch For',
	lookBack: 'Look-Back (Days)',
	to: 'Recipient',
};

/** @throws InvalidInput for what is no number, and for a national number without a country code in the credential */
function readRecipient(setting: unknown, countryCode: string): string {
	const text = typeof setting === 'number' ? String(setting) : setting;
	if (typeof text !== 'string' || text.trim() === '') return '';
	const to = String(entriesInCountry([text], countryCode, 'to')[0]);
	listHistory({ from: 0, count: 1, to });
	return to;
}

/** @throws InvalidInput for a setting that can't work */
export async function readSettings(context: IPollFunctions): Promise<HistorySettings> {
	const chosenEvents = listOf(context.getNodeParameter('events', ['finalStatus']));
	const events = eventKinds.filter((kind) => chosenEvents.includes(kind));
	if (events.length === 0)
		throw new InvalidInput('events', 'No event is selected.', 'Select at least one event.');
	const { countryCode } = await readDefaults(context);
	const lookBack = Number(context.getNodeParameter('lookBack', 2));
	return {
		rules: {
			events,
			statuses: listOf(context.getNodeParameter('filters.statuses', [])).map(String),
			to: readRecipient(context.getNodeParameter('filters.to', ''), countryCode),
			lookBackDays: wholeNumber(lookBack, { min: 1, max: 30 }, 'lookBack'),
		},
		output: context.getNodeParameter('output', ''),
	};
}
