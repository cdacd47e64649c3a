import type { Choice } from './editor';

/** A node of the package: how a person finds it, and what it asks for. */
export interface NodeRow extends Choice {
	/** The name of its type. */
	type: string;
	/** What it is called on the canvas. */
	name: string;
	/** What is filled in: parameters and texts. */
	filledIn: Readonly<Record<string, string>>;
}

const to = '+33 6 00 12 34 56';
const waba = { wabaId: '100100100100100', phoneId: '200200200200200' };

/** One row for each search, all nodes of the package among them. */
export const nodeRows: readonly NodeRow[] = [
	{
		type: 'smsboxSms',
		search: 'sms',
		entry: 'SMSBOX SMS',
		action: 'Send an SMS',
		name: 'Send an SMS',
		filledIn: { to, text: 'Votre colis est arrivé: 10 € 🙂' },
	},
	{
		type: 'smsboxAccount',
		search: 'balance',
		entry: 'SMSBOX Account',
		action: 'Transfer credits to or from a sub account',
		name: 'Transfer credits to or from a sub account',
		filledIn: { subAccount: 'shop-paris', amount: '25' },
	},
	{
		type: 'smsboxWaba',
		search: 'whatsapp',
		entry: 'SMSBOX WhatsApp (WABA)',
		action: 'Send a WhatsApp message',
		name: 'Send a WhatsApp message',
		filledIn: { ...waba, to, text: 'Votre colis est arrivé: 10 € 🙂' },
	},
	{
		type: 'smsboxWaba',
		search: 'otp',
		entry: 'SMSBOX WhatsApp (WABA)',
		action: 'Send a one time code via WhatsApp',
		name: 'Send a one time code via WhatsApp',
		filledIn: { ...waba, to, code: '482915' },
	},
	{
		type: 'smsboxDeliveryReportTrigger',
		search: 'delivery report',
		entry: 'SMSBOX Delivery Report Trigger',
		name: 'SMSBOX Delivery Report Trigger',
		filledIn: {},
	},
	{
		type: 'smsboxHistoryTrigger',
		search: 'history',
		entry: 'SMSBOX History Trigger',
		name: 'SMSBOX History Trigger',
		filledIn: {},
	},
	{
		type: 'smsboxIncomingSmsTrigger',
		search: 'incoming sms',
		entry: 'SMSBOX Incoming SMS Trigger',
		name: 'SMSBOX Incoming SMS Trigger',
		filledIn: {},
	},
	{
		// n8n's panel has one entry for a node and the trigger that is called like it.
		type: 'smsboxWabaTrigger',
		search: 'whatsapp',
		entry: 'SMSBOX WhatsApp (WABA)',
		action: 'On incoming message',
		name: 'SMSBOX WhatsApp (WABA) Trigger',
		filledIn: {},
	},
	{
		type: 'smsboxRcs',
		search: 'rcs',
		entry: 'SMSBOX RCS',
		action: 'Send an RCS message',
		name: 'Send an RCS message',
		filledIn: { agentId: 'my_company_agent', to },
	},
	{
		type: 'smsboxRcsTrigger',
		search: 'rcs',
		entry: 'SMSBOX RCS',
		action: 'On text received',
		name: 'SMSBOX RCS Trigger',
		filledIn: {},
	},
];
