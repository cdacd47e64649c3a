import { dateInParis } from '../../../support/dateInParis';
import { apiKey } from '../../support/realN8n';
import { sendSms } from '../../support/sendToSimulator';
import { person, type Scenario } from './scenario';

export const smsScenarios: readonly Scenario[] = [
	{
		example: 'sms-with-rcs-fallback',
		name: 'an SMS that fails',
		edits: { '+33600123456': '+99970123456' },
		happen: async ({ runToWait, pass }) => {
			await runToWait('Run by hand');
			await pass(60);
		},
		sent: [
			'99970123456: Your order A-1001 is ready for pick-up until 7 pm.',
			'99970123456: Your order A-1001 is ready for pick-up until 7 pm.',
		],
		executions: 2,
	},
	{
		example: 'wait-for-sms-reply',
		name: 'a reply',
		happen: async ({ simulator, runToWait, pass }) => {
			await runToWait('Run by hand');
			await simulator.incoming({ from: person, text: 'Mardi après 18 h 🙂' });
			await pass(1);
		},
		sent: [`${person}: Which day suits you for the delivery? Reply to this SMS.`],
		executions: 2,
	},
	{
		example: 'answer-incoming-sms',
		name: 'a question, a text and a STOP',
		happen: async ({ simulator, pass }) => {
			for (const [index, text] of ['When are you open? 🙂', 'Où est mon colis à 10 €?', 'STOP'].entries()) {
				await simulator.incoming({ from: person, text });
				await pass(1, index + 1);
			}
			// Later scenarios send to the same phone.
			await simulator.configure({ unsubscribed: [] });
		},
		sent: [
			`${person}: We are open Monday to Friday, 9 am to 6 pm.`,
			`${person}: Thank you for your message. To talk to us, call from Monday to Friday, 9 am to 6 pm.`,
		],
		executions: 3,
	},
	{
		example: 'one-sms-per-row',
		name: 'two rows',
		happen: async ({ run }) => await run('Run by hand'),
		sent: [
			`${person}: Hello Jean, we look forward to seeing you tomorrow at 9:15.`,
			'33600123457: Hello Aline, we look forward to seeing you tomorrow at 10:40.',
		],
		executions: 1,
	},
	{
		example: 'appointment-reminders',
		name: 'a reminder and an OUI',
		happen: async ({ simulator, run, pass }) => {
			await run('Try it');
			await run('At 10 am and 4 pm');
			await simulator.incoming({ from: person, text: ' Oui merci' });
			await pass(1, 3);
		},
		sent: [
			`${person}: Bonjour Camille Martin, nous vous attendons demain ${dateInParis(1)} à 14h30. Répondez OUI pour confirmer ou NON pour annuler. Cabinet Martin`,
		],
		executions: 3,
	},
	{
		example: 'opt-out-list',
		name: 'a STOP by SMS and by WhatsApp',
		happen: async ({ simulator, run, pass }) => {
			await run('Run by hand');
			await simulator.incoming({ from: person, text: 'STOP' });
			await pass(1, 2);
			await simulator.wabaIncoming({ from: '33600123457', type: 'text', text: 'Arrêt' });
			await pass(1, 3);
			await run('Run by hand');
		},
		sent: [
			`${person}: The club is closed on Friday. Reply STOP to get no more messages.`,
			'33600123457: The club is closed on Friday. Reply STOP to get no more messages.',
		],
		executions: 4,
	},
	{
		example: 'personalized-reminders',
		name: 'two appointments',
		happen: async ({ run }) => await run('Every afternoon'),
		sent: [
			`${person}: Hello Jean, we look forward to seeing you tomorrow at 9:15.`,
			'33600123457: Hello Paul, Léa; Zoé, we look forward to seeing you tomorrow at 10:40.',
		],
		executions: 1,
	},
	{
		example: 'reconcile-delivery-reports',
		name: 'a report that came',
		happen: async ({ simulator, pass }) => {
			await sendSms(simulator, '99900123456', 'Reçu');
			await pass(60);
		},
		sent: ['99900123456: Reçu'],
		executions: 1,
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
		// One report, so that all executions come in the same order.
		edits: { '"statuses": [],': '"statuses": [], "finalOnly": true,' },
		happen: async ({ simulator, pass }) => {
			await fetch(`${simulator.url}/1.1/api.php`, {
				method: 'POST',
				headers: { authorization: `App ${apiKey}` },
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
