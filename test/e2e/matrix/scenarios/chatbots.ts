import { person, type Scenario } from './scenario';

export const chatbotScenarios: readonly Scenario[] = [
	{
		example: 'ai-assistant',
		name: 'three channels, a memory for each, a photo, a voice message and a STOP',
		// Else the schedule could start an execution more, and each answer would take five seconds longer.
		edits: {
			'"field": "minutes", "minutesInterval": 5': '"field": "hours"',
			'"amount": 5': '"amount": 0',
			'"to": "",': '"to": "+33600123499",',
		},
		differs: ['Download'],
		happen: async ({ simulator, pass }) => {
			const write = async (text: string): Promise<void> => {
				await simulator.wabaIncoming({ from: person, type: 'text', text });
			};
			await write('My name is Léa');
			await pass(1, 1);
			await simulator.rcsIncoming({ from: person, type: 'text', text: 'What is my name?' });
			await pass(1, 2);
			await simulator.incoming({ from: person, text: 'When are you open?' });
			await pass(1, 3);
			await write('What is my name?');
			await pass(1, 4);
			await simulator.wabaIncoming({ from: person, type: 'image' });
			await pass(1, 5);
			await simulator.wabaIncoming({ from: person, type: 'audio' });
			await pass(1, 6);
			await write('STOP');
			await pass(1, 7);
		},
		sent: [
			`${person}: Nice to meet you, Léa.`,
			`${person}: You haven't told me your name yet.`,
			`${person}: We are open from Monday to Saturday, 9:00 to 18:00.`,
			`${person}: Your name is Léa.`,
			`${person}: I got your photo. You wrote: "Photo".`,
			`${person}: You wrote: "This is a transcribed voice message.".`,
		],
		executions: 7,
	},
];
