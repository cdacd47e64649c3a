import { PlaygroundError } from '../support/playgroundError';
import type { Say } from '../support/print';
import { approvalRoundTrip } from './approval';
import { assistantRoundTrip } from './assistant';
import { rcsRoundTrip } from './rcs';
import { smsRoundTrip } from './sms';
import type { Stage } from '../stage';
import { wabaRoundTrip } from './waba';

/**
 * Goes through every channel once, and has a conversation with the AI assistant. Every step is checked against what the simulator received and what n8n stored.
 * @throws PlaygroundError naming the step that failed
 */
export async function roundTrip(stage: Stage, say: Say): Promise<void> {
	await smsRoundTrip(stage, say);
	await wabaRoundTrip(stage, say);
	await approvalRoundTrip(stage, say);
	await rcsRoundTrip(stage, say);
	await assistantRoundTrip(stage, say);
	const undeclared = await stage.simulator.undeclared();
	if (undeclared.length > 0)
		throw new PlaygroundError(`The nodes sent undeclared parameters: ${undeclared.join(', ')}.`);
}
