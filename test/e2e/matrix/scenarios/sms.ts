import { sendSms } from '../../support/sendToSimulator';
import { person, type Scenario } from './scenario';

export const smsScenarios: readonly Scenario[] = [
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
		example: 'personalized-reminders',
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
		differs: ['Every hour', 'Create the table', 'Delete old rows', 'Store the report'],
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
		example: 'one-url-several-workflows',
		name: 'a report of an order',
		happen: async ({ simulator, pass }) => {
			await fetch(`${simulator.url}/1.1/api.php`, {
				method: 'POST',
				headers: { authorization: 'App smoke-key' },
				body: new URLSearchParams({
					mode: 'Standard',
					dest: '99900123456',
					msg: 'En route',
					charset: 'utf-8',
					callback: '1',
					cvar: 'workflow=orders&order=A-1001',
				}),
			});
			await pass(60);
		},
		sent: ['99900123456: En route'],
		// It calls itself twice: for the archive, and for the orders.
		executions: 3,
	},
];
