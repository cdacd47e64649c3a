import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { waitFor } from '../support/waitFor';
import type { SimulatedMessage } from '../simulatorApi';
import { secondsPerStep, type Stage } from '../stage';
import type { Trip } from './trip';

/** How many guests may try. */
const mostGuests = 3;

/** Each turn of the conversation: what the guest writes, quickly, and what the one answer must have. */
const turns = [
	{ lines: ['Hello', 'My name is Léa', 'Do you have an appointment for me?'], answer: ['Léa', 'Thursday'] },
	{ lines: ['What is my name?'], answer: ['Your name is Léa'] },
];

async function answersTo(guest: string, { simulator }: Stage): Promise<SimulatedMessage[]> {
	return (await simulator.messages(guest)).filter(({ direction }) => direction === 'out');
}

/** Waits for an answer more than there were. */
async function nextAnswer(guest: string, stage: Stage, before: number): Promise<SimulatedMessage> {
	return await waitFor('the answer of the assistant', async () => (await answersTo(guest, stage))[before], {
		seconds: secondsPerStep,
		hopeless: stage.n8nEnded,
	});
}

/** Gives what was wrong with the answers, or `undefined`. */
async function converse(guest: string, stage: Stage, say: Say): Promise<string | undefined> {
	for (const { lines, answer } of turns) {
		const before = (await answersTo(guest, stage)).length;
		for (const text of lines) await stage.simulator.wabaIncoming({ from: guest, type: 'text', text });
		say(`${guest} writes to the AI assistant: ${lines.map((line) => `"${line}"`).join(' ')}`);
		const { text } = await nextAnswer(guest, stage, before);
		if (!answer.every((part) => text.includes(part))) return `The assistant answered "${text}".`;
		say(`one answer by the simulated model: "${text}"`);
	}
	const { length } = await answersTo(guest, stage);
	if (length !== turns.length) return `The assistant sent ${length} answers instead of ${turns.length}.`;
	return undefined;
}

/**
 * Has a guest converse whom the assistant has most likely never met: n8n keeps its conversations from one start to the
 * next, and may have handed one over to a colleague. Where n8n takes the messages more than five seconds apart, they get
 * two answers, and another guest tries.
 */
async function converseOnce(trip: Trip, say: Say): Promise<void> {
	const problems: string[] = [];
	while (problems.length < mostGuests) {
		const problem = await converse(trip.phones.next(), trip, say);
		if (problem === undefined) return;
		problems.push(problem);
		say(`not in one answer, another guest tries. ${problem}`);
	}
	throw new PlaygroundError(problems.join(' '));
}

/**
 * Has a guest write to the AI assistant, and checks that it answers several quick messages once and remembers a name.
 * The one webhook URL of WhatsApp leads to the assistant meanwhile.
 * @throws PlaygroundError naming the step that failed
 */
export async function assistantRoundTrip(trip: Trip, say: Say): Promise<void> {
	const { assistant, whatsapp } = trip.workflows;
	await trip.simulator.configure({ wabaWebhookUrl: assistant.url });
	try {
		await converseOnce(trip, say);
	} finally {
		await trip.simulator.configure({ wabaWebhookUrl: whatsapp.url });
	}
}
