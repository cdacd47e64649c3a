import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { waitFor } from '../support/waitFor';
import type { SimulatedMessage } from '../simulatorApi';
import { secondsPerStep, type Stage } from '../stage';

/** Has a phone of their own, so that the conversation is easy to find. */
const guest = '33600123457';

/** Each turn of the conversation: what the guest writes, quickly, and what the one answer must have. */
const turns = [
	{ lines: ['Hello', 'My name is Léa', 'Do you have an appointment for me?'], answer: /Léa.*Thursday/ },
	{ lines: ['What is my name?'], answer: /Your name is Léa/ },
];

async function answersIn({ simulator }: Stage): Promise<SimulatedMessage[]> {
	return (await simulator.messages(guest)).filter(({ direction }) => direction === 'out');
}

/** Waits for an answer more than there were. */
async function nextAnswer(stage: Stage, before: number): Promise<SimulatedMessage> {
	return await waitFor('the answer of the assistant', async () => (await answersIn(stage))[before], {
		seconds: secondsPerStep,
		hopeless: stage.n8nEnded,
	});
}

async function converse(stage: Stage, say: Say): Promise<void> {
	for (const { lines, answer } of turns) {
		const before = (await answersIn(stage)).length;
		for (const text of lines) await stage.simulator.wabaIncoming({ from: guest, type: 'text', text });
		say(`${guest} writes to the AI assistant: ${lines.map((line) => `"${line}"`).join(' ')}`);
		const { text } = await nextAnswer(stage, before);
		if (!answer.test(text)) throw new PlaygroundError(`The assistant answered "${text}".`);
		say(`one answer by the simulated model: "${text}"`);
	}
	const { length } = await answersIn(stage);
	if (length !== turns.length)
		throw new PlaygroundError(`The assistant sent ${length} answers instead of ${turns.length}.`);
}

/**
 * Has a guest write to the AI assistant, and checks that it answers several quick messages once and remembers a name.
 * The one webhook URL of WhatsApp leads to the assistant meanwhile.
 * @throws PlaygroundError naming the step that failed
 */
export async function assistantRoundTrip(stage: Stage, say: Say): Promise<void> {
	const { assistant, whatsapp } = stage.workflows;
	await stage.simulator.configure({ wabaWebhookUrl: assistant.url });
	try {
		await converse(stage, say);
	} finally {
		await stage.simulator.configure({ wabaWebhookUrl: whatsapp.url });
	}
}
