import { textAt } from '../../../playground/src/json';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import type { StartOptions } from '../../../simulator/src';
import { sendSms } from '../support/sendToSimulator';

/** An example that stands published in one version of n8n, and the service that it talks to. */
export interface Stage {
	simulator: SimulatorApi;
	/** Runs it from one of its triggers, as the editor's button does, until it has ended. */
	run: (trigger: string) => Promise<void>;
	/** Lets simulated time pass; what is due in it happens, and what that starts has ended. */
	pass: (seconds: number) => Promise<void>;
}

/** How an example is run, and what must come of it. */
export interface Scenario {
	/** Its file in `examples/`, without `.json`. */
	example: string;
	name: string;
	/** Texts of the file, and what a user writes in their place. */
	edits?: Readonly<Record<string, string>>;
	service?: StartOptions;
	/** Nodes whose output is not compared: it holds the time or a random code, or is that of a table made by hand. */
	differs?: readonly string[];
	happen: (stage: Stage) => Promise<void>;
	/** What the phones must show of what was sent, each as `number: text`; digits of a code as `#`. */
	sent: readonly string[];
	/** How many executions must have come of it. */
	executions: number;
}

const person = '33600123456';

export const scenarios: readonly Scenario[] = [
	{
		example: 'answer-incoming-sms',
		name: 'a question, a text and a STOP',
		happen: async ({ simulator, pass }) => {
			for (const text of ['When are you open? 🙂', 'Où est mon colis à 10 €?', 'STOP']) {
				await simulator.incoming({ from: person, text });
				await pass(1);
			}
		},
		sent: [
			`${person}: We are open Monday to Friday, 9 am to 6 pm.`,
			`${person}: Thank you for your message. A colleague will call you back.`,
		],
		executions: 3,
	},
	{
		example: 'keep-received-photo',
		name: 'a photo',
		happen: async ({ simulator, pass }) => {
			await simulator.wabaIncoming({ from: person, type: 'image', caption: 'Le reçu' });
			await pass(1);
		},
		sent: [`${person}: Thank you, we have your photo.`],
		executions: 1,
	},
	{
		example: 'low-credit-transfer',
		name: 'a sub-account that runs low',
		differs: ['Every hour'],
		happen: async ({ simulator, run }) => {
			await fetch(`${simulator.url}/1.1/api.php?action=utilisateur`, {
				method: 'POST',
				headers: { authorization: 'App smoke-key' },
				body: new URLSearchParams({ do: 'add', pseudo: 'shop-paris', mdp: 'secret', nolimit: 'no' }),
			});
			// The simulator has one key, so what the sub-account's own key is told has to be put in its mouth.
			await simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'body', body: 'CREDIT 99', match: { action: 'credit' } }],
			});
			await run('Every hour');
			const balance = textAt(await simulator.get('/state'), 'balance');
			if (balance !== '799') throw new Error(`The main account has ${balance} credits instead of 799`);
		},
		sent: [],
		executions: 1,
	},
	{
		example: 'nightly-balance-check',
		name: 'a balance that is low',
		differs: ['Every night'],
		// Late in the evening it is ahead at almost any hour at which this runs; the example says 8:30, checked at 2.
		edits: { 'hour: 8, minute: 30': 'hour: 23, minute: 59' },
		service: { balance: 99.5 },
		happen: async ({ run, pass }) => {
			await run('Every night');
			await pass(28 * 3600);
		},
		sent: [`${person}: Your SMSBOX account has 99.5 credits left.`],
		executions: 1,
	},
	{
		example: 'otp-with-sms-fallback',
		name: 'a code that arrives by WhatsApp',
		differs: ['Random', 'Make the code', 'Keep the code', 'Table of codes'],
		happen: async ({ run, pass }) => {
			await run('Run by hand');
			await pass(60);
		},
		sent: [`${person}: Template login_code`],
		executions: 1,
	},
	{
		example: 'otp-with-sms-fallback',
		name: 'a code that WhatsApp does not deliver',
		edits: { '+33600123456': '+99910123456', '"amount": 5': '"amount": 0' },
		differs: [
			'Random',
			'Make the code',
			'Keep the code',
			'Table of codes',
			'Look up the code',
			'Send by SMS',
		],
		happen: async ({ run, pass }) => {
			await run('Run by hand');
			await pass(60);
		},
		sent: [
			'99910123456: Template login_code',
			'99910123456: ###### is your code. Do not tell it to anybody.',
		],
		executions: 2,
	},
	{
		example: 'personalised-reminders',
		name: 'two appointments',
		differs: ['Every afternoon'],
		happen: async ({ run }) => await run('Every afternoon'),
		sent: [
			`${person}: Hello Jean, we look forward to seeing you tomorrow at 9:15.`,
			'33600123457: Hello Paul, Léa; Zoé, we look forward to seeing you tomorrow at 10:40.',
		],
		executions: 1,
	},
	{
		example: 'reconcile-delivery-reports',
		name: 'a report that came, and one that did not',
		differs: ['Every hour', 'Table of reports', 'Forget old rows', 'Keep it'],
		happen: async ({ simulator, run, pass }) => {
			await run('Every hour');
			const access = { url: simulator.url, key: 'smoke-key' };
			await sendSms(access, '99900123456', 'Reçu');
			await pass(60);
			await simulator.configure({ deliveryReportUrl: null });
			await sendSms(access, '99970123457', 'Manqué');
			await pass(60);
			await run('Every hour');
		},
		sent: ['99900123456: Reçu', '99970123457: Manqué'],
		executions: 3,
	},
	{
		example: 'send-and-branch-on-delivery',
		name: 'an SMS that arrives',
		happen: async ({ run, pass }) => {
			await run('Run by hand');
			await pass(60);
		},
		sent: ['99900123456: Hello Camille, your order A-1001 is on its way.'],
		executions: 2,
	},
	{
		example: 'send-and-branch-on-delivery',
		name: 'an SMS to an unknown number',
		edits: { '99900123456': '99970123456' },
		happen: async ({ run, pass }) => {
			await run('Run by hand');
			await pass(60);
		},
		sent: ['99970123456: Hello Camille, your order A-1001 is on its way.'],
		executions: 2,
	},
	{
		example: 'whatsapp-menu-bot',
		name: 'a text, and each row of the menu',
		happen: async ({ simulator, pass }) => {
			await simulator.wabaIncoming({ from: person, type: 'text', text: 'Bonjour 🙂' });
			await pass(1);
			for (const id of ['hours', 'shop', 'person']) {
				await simulator.wabaIncoming({ from: person, type: 'list_reply', id, title: id });
				await pass(1);
			}
		},
		sent: [
			`${person}: Hello! What can we do for you?`,
			`${person}: We are open Monday to Friday, 9 am to 6 pm.`,
			`${person}: Our shop`,
			`${person}: A colleague will write to you here before the end of the day.`,
		],
		executions: 4,
	},
];
