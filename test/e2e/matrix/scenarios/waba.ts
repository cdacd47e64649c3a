import { person, type Scenario } from './scenario';

export const wabaScenarios: readonly Scenario[] = [
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
		example: 'otp-with-sms-fallback',
		name: 'a code that arrives by WhatsApp',
		differs: ['Random', 'Create the code', 'Store the code', 'Create the table'],
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
			'Create the code',
			'Store the code',
			'Create the table',
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
