import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../protocol/errors';
import { e164, entriesInCountry } from '../../protocol/recipients/phoneNumbers';
import { wholeNumber } from '../../protocol/validation';
import { credentialName, credentialText, defaultsIn } from '../engine/http/transport';
import { hashOf } from '../engine/sending/messageIdentity';
import { listOf } from '../engine/webhook/callback';
import { eventKinds, type HistoryRules } from './historyState';

/** The settings of a trigger, as a poll uses them. */
export type HistorySettings = HistoryRules & { output: unknown };

/** The labels of the fields in which a value can be wrong. */
export const fieldLabels: Readonly<Record<string, string>> = {
	events: 'Watch For',
	lookBack: 'Look-Back (Days)',
	to: 'Recipient',
};

/** @throws InvalidInput for a setting that can't work */
export async function readSettings(context: IPollFunctions): Promise<HistorySettings> {
	const chosenEvents = listOf(context.getNodeParameter('events', ['finalStatus']));
	const events = eventKinds.filter((kind) => chosenEvents.includes(kind));
	if (events.length === 0)
		throw new InvalidInput('events', 'No event is selected.', 'Select at least one event.');
	// The first request reports a credential that can't be read.
	const credential = await context
		.getCredentials(credentialName)
		.catch((): ICredentialDataDecryptedObject => ({}));
	const access = ['apiKey', 'smsBaseUrl'].map((field) => credentialText(credential, field));
	const lookBack = Number(context.getNodeParameter('lookBack', 2));
	const recipient = listOf(context.getNodeParameter('filters.to', '')).join();
	const to = e164(String(entriesInCountry([recipient], defaultsIn(credential).countryCode, 'to')[0]));
	return {
		...{ events, to, statuses: listOf(context.getNodeParameter('filters.statuses', [])) },
		account: context.getNode().credentials?.[credentialName]?.id ?? '',
		credentialHash: hashOf(access.join('\n')),
		lookBackDays: wholeNumber(lookBack, { min: 1, max: 30 }, 'lookBack'),
		output: context.getNodeParameter('output', ''),
	};
}
