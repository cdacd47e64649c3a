import type { NodeHint } from 'n8n-workflow';

/**
 * What people learn before they run the node; what came of a run, its hints tell. The conditions look at what is written:
 * to evaluate an expression fails before the first run.
 */
export const hints: NodeHint[] = [
	{
		message:
			'Marketing messages leave only from 8:00 to 20:00 Paris time, not on Sundays or holidays. At other times, they are scheduled for the next allowed time. The text must say how to unsubscribe (STOP). For appointments, parcels and codes, select Alert or Notification.',
		displayCondition: '={{ $rawParameter["category"] === "marketing" }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message: 'This text is longer than 160 characters, so it uses several segments. Each segment is charged.',
		displayCondition:
			'={{ !String($rawParameter["text"] || "=").startsWith("=") && $rawParameter["text"].length > 160 }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
];
