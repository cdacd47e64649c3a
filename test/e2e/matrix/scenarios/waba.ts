import { listAt, textAt } from '../../../../playground/src/support/json';
import { person, type Scenario } from './scenario';

export const wabaScenarios: readonly Scenario[] = [
	{
		example: 'approve-order-by-whatsapp',
		name: 'a tap on Approve',
		happen: async ({ simulator, runToWait, pass }) => {
			const title = 'Approve';
			await simulator.wabaIncoming({ from: person, type: 'text', text: 'Bonjour' });
			await runToWait('Run by hand');
			const content = (await simulator.messages(person)).at(-1)?.content;
			const buttons = listAt(content, 'interactive', 'action', 'buttons');
			const id = buttons
				.filter((button) => textAt(button, 'reply', 'title') === title)
				.map((button) => textAt(button, 'reply', 'id'))
				.join();
			await simulator.wabaIncoming({ from: person, type: 'button_reply', id, title });
			await pass(1);
			// Once more: the question is closed.
			await simulator.wabaIncoming({ from: person, type: 'button_reply', id, title });
			await pass(1);
		},
		differs: ['WhatsApp message'],
		sent: [
			`${person}: Approve the order for 80 €?`,
			`${person}: This question is closed. Your tap changed nothing.`,
		],
		executions: 2,
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
		example: 'otp-with-sms-fallback',
		name: 'a code that WhatsApp does not deliver',
		edits: { '+33600123456': '+99910123456', '"amount": 5': '"amount": 0' },
		differs: ['Send by SMS'],
		happen: async ({ run, pass }) => {
			await run('Run by hand');
			await pass(60);
		},
		sent: [
			'99910123456: Template login_code',
			'99910123456: ###### is your code. Do not share it with anyone.',
		],
		executions: 2,
	},
	{
		example: 'whatsapp-menu-bot',
		name: 'a text, and each row of the menu',
		happen: async ({ simulator, pass }) => {
			await simulator.wabaIncoming({ from: person, type: 'text', text: 'Bonjour 🙂' });
			await pass(1, 1);
			for (const [index, id] of ['hours', 'shop', 'person'].entries()) {
				await simulator.wabaIncoming({ from: person, type: 'list_reply', id, title: id });
				await pass(1, index + 2);
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
