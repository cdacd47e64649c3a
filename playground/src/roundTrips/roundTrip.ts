import { PlaygroundError } from '../support/playgroundError';
import { bold, type Say } from '../support/print';
import { approvalRoundTrip } from './approval';
import { assistantRoundTrip } from './assistant';
import { rcsRoundTrip } from './rcs';
import { smsRoundTrip } from './sms';
import type { Stage } from '../stage';
import { Phones } from './trip';
import { wabaRoundTrip } from './waba';

/** Each with the sample workflows that it goes through. */
const roundTrips: Array<[typeof smsRoundTrip, Array<keyof Stage['workflows']>]> = [
	[smsRoundTrip, ['send', 'report', 'answer']],
	[wabaRoundTrip, ['ask', 'whatsapp']],
	[approvalRoundTrip, ['approval', 'whatsapp']],
	[rcsRoundTrip, ['offer', 'rcs']],
	[assistantRoundTrip, ['assistant']],
];

/**
 * Goes through every channel once, and has a conversation with the AI assistant. Every step is checked against what the
 * simulator received and what n8n stored. What needs a workflow that is not published is left out.
 * @throws PlaygroundError naming the step that failed
 */
export async function roundTrip(stage: Stage, say: Say): Promise<void> {
	const phones = new Phones();
	for (const [run, needed] of roundTrips)
		if (needed.every((name) => stage.workflows[name].isPublished))
			await run({ ...stage, phones, person: phones.next() }, say);
	const undeclared = await stage.simulator.undeclaredAbout(phones.all);
	if (undeclared.length > 0)
		throw new PlaygroundError(`The nodes sent undeclared parameters: ${undeclared.join(', ')}.`);
}

interface Test {
	/** Whether n8n is to stop afterwards. */
	once: boolean;
	voice: { done: Say; note: Say };
	/** Says what failed. */
	complain: (error: unknown) => void;
}

/**
 * Runs the round trip and prints its result. After a failure, n8n and the simulator run on, so that its cause can be found.
 * @throws PlaygroundError naming the step that failed, if it is all `once`, or n8n runs no longer
 */
export async function testSamples(stage: Stage, { once, voice, complain }: Test): Promise<void> {
	try {
		await roundTrip(stage, voice.done);
	} catch (error) {
		if (once || stage.n8nEnded() !== undefined) throw error;
		complain(error);
		voice.note('The round trip failed. n8n and the simulator run on.');
		return;
	}
	const isWhole = Object.values(stage.workflows).every(({ isPublished }) => isPublished);
	voice.done(bold(isWhole ? 'round trip complete' : 'round trip complete, without unpublished workflows'));
}
